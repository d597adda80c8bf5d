/**
 * Cases: the odds and expected value are public before opening, and the player's browser verifies the draw (product.md, "Cases").
 * The spec has the list; the other calls are ours.
 */
import * as v from 'valibot';
import { balanceSchema } from '../account/account.ts';
import { named, type Read } from '../answer.ts';
import { choice, defineCall, idSchema, paged, pageEntries, searchSchema, timeSchema } from '../call.ts';
import { REWARD_SORTS } from '../limits.ts';
import { playerSeed } from './contests.ts';

export const caseCardSchema = v.object({
  id: idSchema,
  name: named('Case'),
  slug: v.string(),
  game: v.string(),
  summary: v.string(),
  /** What one opening costs. */
  points: v.number(),
  /** What one opening pays on average, in points; may have a fraction. */
  expected: v.number(),
  /** The most it can pay. */
  best: v.number(),
});
export type CaseCard = Read<typeof caseCardSchema>;

const caseItemSchema = v.object({
  name: v.string(),
  /** What it pays, in points. */
  points: v.number(),
  /** Its share of the draw: weight out of the sum of all weights. */
  weight: v.number(),
});

/** The caller's next draw. Its hash commits us to our seed before we know the player's seed. */
const commitmentSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** SHA-256 of the server's seed, in hex. */
  seed_hash: v.string(),
  /** The number of this opening among all the caller's openings, of every case, from 1. */
  nonce: v.number(),
});

export const openingSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  case: v.object({ id: idSchema, name: v.string() }),
  /** Index of the drawn item, from 0. */
  item: v.number(),
  name: v.string(),
  cost: v.number(),
  points: v.number(),
  /** Everything the draw is computed from; see lib/arcade/draw. */
  seed: v.string(),
  seed_hash: v.string(),
  player_seed: v.string(),
  nonce: v.number(),
  weights: v.array(v.number()),
  opened_at: timeSchema,
});
export type Opening = v.InferOutput<typeof openingSchema>;

export const caseSchema = v.object({
  ...caseCardSchema.entries,
  description: v.string(),
  items: v.array(caseItemSchema),
  min_age: v.number(),
  /** How many cases an account may open in one UTC day, and how many are left today. Null for guests. */
  daily_limit: v.number(),
  left_today: v.nullable(v.number()),
  /** What blocks an opening for the caller; the most important blocker wins. */
  status: v.picklist([
    'ready',
    'sign_in',
    'birth_date_needed',
    'too_young',
    'limit_reached',
    'not_enough_points',
  ]),
  /** Null for guests. */
  commitment: v.nullable(commitmentSchema),
});
export type Case = v.InferOutput<typeof caseSchema>;

/** Cases have no ratings. The sort order `rating` uses the share of the price that a case pays back on average. */
export const listCases = defineCall('guest', 'GET /api/user/cases', {
  source: 'spec',
  summary: 'Cases, searched, sorted and paged',
  query: v.object({ ...pageEntries, 'game-name': searchSchema, 'sort-by': choice('sort-by', REWARD_SORTS) }),
  answer: paged(caseCardSchema),
});

export const getCase = defineCall('guest', 'GET /api/user/cases/:id', {
  summary: "A case with its odds and the commitment for the caller's next draw",
  answer: v.object({ case: caseSchema }),
});

/**
 * Opens a case. The same commitment and seed again return the same opening. Errors: not_found, commitment_stale (fetch the case
 * again for the next commitment), birth_date_needed, too_young, limit_reached, not_enough_points, invalid with `player_seed`,
 * too_many_requests.
 */
export const openCase = defineCall('user', 'POST /api/user/cases/:id/open', {
  summary: 'Open a case. Uses up the commitment and reveals its seed',
  body: v.object({
    commitment_id: v.pipe(v.string('The commitment is missing.'), v.uuid('The commitment is missing.')),
    player_seed: playerSeed,
  }),
  answer: v.object({ opening: openingSchema, balance: balanceSchema, case: caseSchema }),
});

export const listRecentOpenings = defineCall('guest', 'GET /api/user/cases/:id/openings', {
  summary:
    "A case's latest openings by all players, newest first, without names, each with the data to verify its draw",
  answer: v.object({ openings: v.array(openingSchema) }),
});

export const listOpenings = defineCall('user', 'GET /api/user/case-openings', {
  summary: "The caller's openings, newest first, each with the data to verify its draw",
  query: v.object(pageEntries),
  answer: paged(openingSchema),
});
