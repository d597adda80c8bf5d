/** Invited friends, and what one earned by each (product.md, "Referrals"). Ours: the spec names the route alone. */
import * as v from 'valibot';
import { defineCall, idSchema, paged, pageEntries, timeSchema } from './call.ts';

/**
 * joined: hasn't won points in our games yet. playing: a share is paid for what they win. complete: they brought all they can.
 * ended: the days are over. held: a person looks first whether it is the inviter's own second account, and the share waits.
 * refused: it is.
 */
export const friendStates = ['joined', 'playing', 'complete', 'ended', 'held', 'refused'] as const;

export const friendSchema = v.object({
  user: v.object({
    id: idSchema,
    name: v.string(),
    /** What the creature is made from, where one was chosen; otherwise the name. */
    avatar: v.optional(v.nullable(v.string())),
    sample: v.optional(v.boolean(), false),
  }),
  state: v.picklist(friendStates),
  joined_at: timeSchema,
  /** Until when what they win counts. */
  counts_until: timeSchema,
  /** The terms of the day they joined: percent of what they win, and points at most. */
  percent: v.number(),
  cap: v.number(),
  /** Points paid so far. */
  earned: v.number(),
  /** Points from today's play: paid after midnight UTC. */
  coming: v.number(),
  /** Why nothing is paid for them, in words. */
  reason: v.nullable(v.string()),
});
export type Friend = v.InferOutput<typeof friendSchema>;

export const inviteSchema = v.object({
  /** What a link to the registration carries as `ref`. */
  reflink: v.string(),
  /** The terms for those who join now. */
  percent: v.number(),
  cap: v.number(),
  days: v.number(),
  /** Points by all friends together: paid so far, and to be paid after midnight UTC. */
  earned: v.number(),
  coming: v.number(),
  friends: paged(friendSchema),
});
export type Invite = v.InferOutput<typeof inviteSchema>;

export const getInvite = defineCall('user', 'GET /api/user/invite', {
  summary: 'The caller’s link, the terms, and what each friend brought, the newest first',
  query: v.object(pageEntries),
  answer: inviteSchema,
});
