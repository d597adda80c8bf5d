/** Invited friends and what each of them has earned the caller (product.md, "Referrals"). Ours: the spec names only the route. */
import * as v from 'valibot';
import { defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';

/**
 * joined: hasn't won points in our games yet. playing: the caller gets a share of what they win. complete: the share has reached
 * its cap. ended: the days are over. held: an operator checks whether this is the caller's own second account, and the share
 * waits. refused: it is.
 */
export const friendStates = ['joined', 'playing', 'complete', 'ended', 'held', 'refused'] as const;

export const friendSchema = v.object({
  user: v.object({
    id: idSchema,
    name: v.string(),
    /** The text that the creature is made from, if the player chose one. Otherwise it is the name. */
    avatar: v.optional(v.nullable(v.string())),
    sample: v.optional(v.boolean(), false),
  }),
  state: v.picklist(friendStates),
  joined_at: timeSchema,
  /** Points that they win until then count. */
  counts_until: timeSchema,
  /** The terms when they joined: a percentage of what they win, and the maximum in points. */
  percent: v.number(),
  cap: v.number(),
  /** Points paid so far. */
  earned: v.number(),
  /** Points from today's play, paid after midnight UTC. */
  coming: v.number(),
  /** Why this friend brings no points, in words. Null if they do. */
  reason: v.nullable(v.string()),
});
export type Friend = v.InferOutput<typeof friendSchema>;

export const inviteSchema = v.object({
  /** The value of `ref` in an invitation link. */
  reflink: v.string(),
  /** The terms for friends who join now. */
  percent: v.number(),
  cap: v.number(),
  days: v.number(),
  /** Points from all friends together: paid so far, and due after midnight UTC. */
  earned: v.number(),
  coming: v.number(),
  friends: paged(friendSchema),
});
export type Invite = v.InferOutput<typeof inviteSchema>;

export const getInvite = defineCall('user', 'GET /api/user/invite', {
  summary: 'The caller’s link, the terms, and the points from each friend, newest first',
  query: v.object(pageEntries),
  answer: inviteSchema,
});
