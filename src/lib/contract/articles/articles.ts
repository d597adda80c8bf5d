/** Articles and their comments (spec sections 3 and 7), including the articles of a game. */
import * as v from 'valibot';
import { named, needed, type Read } from '../answer.ts';
import { choice, defineCall, idParams, idSchema, paged, pageEntries } from '../call.ts';
import { opinionSchema, opinionsSchema, rewardCardSchema } from '../catalogue/rewards.ts';
import { ARTICLE_TYPES, MAX_SHOWN_ARTICLES } from '../limits.ts';
import { callerId, opinionText, ratedSchema, rateParams, written } from '../opinions/opinions.ts';
import { articleCardSchema } from '../progress/dashboard.ts';

export const articleSchema = v.object({
  ...articleCardSchema.entries,
  /** HTML; the caller sanitises it first. */
  body: v.string(),
  /** The player who wrote it. Null for our own articles. */
  author: v.nullable(v.object({ id: idSchema, name: named('Player') })),
  /** The game it belongs to, if any. */
  game: v.nullable(v.object({ id: idSchema, name: named('Game') })),
  ...ratedSchema.entries,
});
export type Article = Read<typeof articleSchema>;

export const articleInfoSchema = v.object({
  article: needed(articleSchema),
  /** The article's comments, newest first. */
  opinions: opinionsSchema,
  likedOpinions: v.array(idSchema),
  /** The articles published just before and just after this one. Null at either end. */
  previous_article_id: v.optional(v.nullable(idSchema)),
  next_article_id: v.optional(v.nullable(idSchema)),
});
export type ArticleInfo = Read<typeof articleInfoSchema>;

export const getArticle = defineCall('guest', 'GET /api/user/articles/:id', {
  source: 'spec',
  summary: 'An article with its comments (paged)',
  query: v.object({ page: pageEntries.page }),
  answer: articleInfoSchema,
});

/** Errors: not_found, invalid with `opinion`, too_many_requests. */
export const addComment = defineCall('user', 'POST /api/user/articles/:id/add-comment', {
  source: 'spec',
  summary: 'Comment on an article',
  body: v.object({ comment: opinionText }),
  // Errors on all opinions use this field name (spec sections 5 and 8).
  fieldAliases: { comment: 'opinion' },
  answer: written,
});

/** Errors: not_found, invalid for the caller's own comment. */
export const likeComment = defineCall('user', 'POST /api/user/articles/comments/:id/like-or-dislike', {
  source: 'spec',
  summary: 'Like a comment, or remove the like',
  body: v.object({ user_id: callerId }),
  answer: v.object({ likedOpinions: needed(v.array(idSchema)), opinion: opinionSchema }),
});

export const previousOrNextArticle = defineCall('user', 'POST /api/user/articles/previous-or-next', {
  source: 'spec',
  changes: false,
  summary: 'The previous or next article by date. Null at the end',
  body: v.object({
    status: v.picklist(['next', 'previous'], 'status must be one of: next, previous.'),
    current_id: v.pipe(
      v.union([v.number(), v.string()], 'current_id is missing.'),
      v.transform(Number),
      v.number(),
      v.integer('current_id must be a whole number.'),
      v.minValue(1, 'current_id must be a whole number above zero.'),
    ),
  }),
  answer: v.object({ next_or_previous_article_id: v.nullable(idSchema) }),
});

export const rateArticle = defineCall('user', 'POST /api/user/articles/rate-article/:id/:rate', {
  source: 'spec',
  summary: 'Rate an article from 1 to 5. A new rating replaces the old one',
  params: rateParams,
  body: v.object({ user_id: callerId }),
  answer: ratedSchema,
});

const typeParam = v.picklist(ARTICLE_TYPES, `type must be one of: ${ARTICLE_TYPES.join(', ')}.`);

export const listGameArticles = defineCall('guest', 'GET /api/user/games/:id/articles/type/:type', {
  source: 'spec',
  summary: "A game's articles of one type, newest first",
  params: v.object({ id: idParams.entries.id, type: typeParam }),
  query: v.object({ page: pageEntries.page }),
  answer: paged(articleCardSchema),
});

export const showGameArticles = defineCall(
  'guest',
  'GET /api/user/games/:id/show-articles/type/:type/count/:count',
  {
    source: 'spec',
    summary: "A game's latest articles of one type",
    params: v.object({
      id: idParams.entries.id,
      type: typeParam,
      count: v.pipe(
        v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number))]),
        v.number(),
        v.integer(),
        v.minValue(1),
        v.maxValue(MAX_SHOWN_ARTICLES),
      ),
    }),
    answer: v.object({ articles: v.array(articleCardSchema) }),
  },
);

export const listGameRewards = defineCall('guest', 'GET /api/user/games/:id/rewards', {
  source: 'spec',
  summary: 'Rewards for a game or its platform',
  query: v.object(pageEntries),
  answer: paged(rewardCardSchema),
});

/** Articles of all games. The spec has no such call for guests. */
export const listArticles = defineCall('guest', 'GET /api/user/articles', {
  summary: 'Articles, newest first',
  query: v.object({ ...pageEntries, type: choice('type', ARTICLE_TYPES) }),
  answer: paged(articleCardSchema),
});
