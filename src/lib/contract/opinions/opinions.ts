/**
 * Opinions, their likes, and ratings, for rewards and games (spec sections 3, 4 and 7). Comments on articles have the same shape.
 */
import * as v from 'valibot';
import { adapted, isObject, needed, type Read } from '../answer.ts';
import { defineCall, idParams, idSchema, textSchema } from '../call.ts';
import { opinionSchema } from '../catalogue/rewards.ts';
import { MAX_OPINION, MIN_OPINION } from '../limits.ts';

/** The caller's own id, which the spec's calls require. Any other id gets a 403. */
export const callerId = v.pipe(
  v.union([v.number(), v.string()], 'Your user id is missing.'),
  v.transform(Number),
  v.number('A user id is a whole number.'),
  v.integer('A user id is a whole number.'),
);

export const opinionText = textSchema(MIN_OPINION, MAX_OPINION);

/** All opinions that the caller likes, and the opinion that changed. The spec names the list after its subject. */
const liked = v.object({ likedOpinions: needed(v.array(idSchema)), opinion: opinionSchema });
export type Liked = Read<typeof liked>;

/** Other hosts may send the row as `comment` or as the whole answer. */
export const written = adapted(v.object({ opinion: needed(opinionSchema) }), (given) =>
  isObject(given) ? { opinion: [given.opinion, given.comment, given].find(isObject) } : given,
);

export const rateParams = v.object({
  id: idParams.entries.id,
  rate: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^[1-5]$/), v.transform(Number))]),
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(5),
  ),
});
export const ratedSchema = v.object({
  rate: v.nullable(v.number()),
  rate_count: v.number(),
  isRated: v.boolean(),
  /** The caller's own rating. Other hosts may omit it. Null if the caller hasn't rated it. */
  my_rate: v.optional(v.nullable(v.number())),
});
export type Rated = Read<typeof ratedSchema>;

/** Errors: not_found, invalid with `opinion`, too_many_requests. */
export const createRewardOpinion = defineCall('user', 'POST /api/user/rewards/:id/create-opinion', {
  source: 'spec',
  summary: 'Write an opinion on a reward',
  body: v.object({ user_id: callerId, opinion: opinionText }),
  answer: written,
});

/** Errors: not_found, invalid for the caller's own opinion. */
export const likeRewardOpinion = defineCall('user', 'POST /api/user/rewards/:id/like-or-dislike', {
  source: 'spec',
  summary: "Like an opinion on a reward, or remove the like. The id is the opinion's",
  body: v.object({ userId: callerId }),
  answer: liked,
});

export const rateReward = defineCall('user', 'POST /api/user/rewards/rate-reward/:id/:rate', {
  source: 'spec',
  summary: 'Rate a reward from 1 to 5. A new rating replaces the old one',
  params: rateParams,
  body: v.object({ user_id: callerId }),
  answer: ratedSchema,
});

/** Errors: not_found, invalid with `opinion`, too_many_requests. */
export const addGameOpinion = defineCall('user', 'POST /api/user/games/:id/add-opinion', {
  source: 'spec',
  summary: 'Write an opinion on a game',
  body: v.object({ user_id: callerId, opinion: opinionText }),
  answer: written,
});

/** Errors: not_found, invalid for the caller's own opinion. */
export const likeOpinion = defineCall('user', 'POST /api/user/opinions/:id/like-or-dislike', {
  source: 'spec',
  summary: 'Like or dislike an opinion on a game. Repeating it removes it',
  body: v.object({
    status: v.picklist(['like', 'dislike'], 'status must be one of: like, dislike.'),
  }),
  answer: v.object({
    userLikedOpinions: needed(v.array(idSchema)),
    userDislikedOpinions: v.optional(v.array(idSchema)),
    opinion: opinionSchema,
  }),
});

export const rateGame = defineCall('user', 'POST /api/user/games/rate-game/:id/:rate', {
  summary: 'Rate a game from 1 to 5. A new rating replaces the old one',
  params: rateParams,
  body: v.object({ user_id: callerId }),
  answer: ratedSchema,
});

/** Errors: not_found, forbidden, invalid with `opinion`. */
export const editOpinion = defineCall('user', 'PUT /api/user/opinions/:id', {
  summary: "Edit the caller's opinion or comment",
  body: v.object({ opinion: opinionText }),
  answer: written,
});

/** Errors: not_found, forbidden. */
export const deleteOpinion = defineCall('user', 'DELETE /api/user/opinions/:id', {
  summary: "Delete the caller's opinion or comment",
  answer: v.object({ id: idSchema }),
});
