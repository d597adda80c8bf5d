/**
 * Contests: free entry, published dates and rules, and a draw that anyone can run again (product.md, "Contests"). The spec has
 * the list; the other calls are ours.
 */
import * as v from 'valibot';
import { named, type Read } from '../answer.ts';
import { choice, defineCall, idSchema, paged, pageEntries, searchSchema, timeSchema } from '../call.ts';
import { CONTEST_SORTS } from '../limits.ts';

export const contestStates = ['coming', 'open', 'ended'] as const;

export const contestCardSchema = v.object({
  id: idSchema,
  name: named('Giveaway'),
  slug: v.string(),
  game: v.string(),
  summary: v.string(),
  /** The sum of all prizes, in points. */
  points: v.number(),
  starts_at: timeSchema,
  ends_at: timeSchema,
  state: v.picklist(contestStates),
  entries: v.number(),
  /** Whether the caller has entered. */
  entered: v.boolean(),
  /** Who came first: once it has ended, in this draw; until then, in the latest draw of the same giveaway. Null: nobody. */
  last_winner: v.nullable(v.string()),
});
export type ContestCard = Read<typeof contestCardSchema>;

const numberedSeed = v.object({ number: v.number(), seed: v.string() });
export type NumberedSeed = v.InferOutput<typeof numberedSeed>;

export const contestSchema = v.object({
  ...contestCardSchema.entries,
  rules: v.array(v.string()),
  /** Points by place, first place first. */
  prizes: v.array(v.number()),
  /** SHA-256 of the server's seed in hex, published before the first entry. */
  seed_hash: v.string(),
  /** Why the contest was called off, in which case nobody wins. Null: it wasn't. */
  called_off: v.nullable(v.string()),
  /** The server's seed, published after the draw. */
  seed: v.nullable(v.string()),
  /** The caller's own entry. */
  entry: v.nullable(numberedSeed),
  /** The winners, first place first. Null before the draw. */
  winners: v.nullable(
    v.array(
      v.object({
        number: v.number(),
        /** Null while the winner is suspended. */
        user: v.nullable(
          v.object({ id: idSchema, name: v.string(), avatar: v.optional(v.nullable(v.string())) }),
        ),
        points: v.number(),
      }),
    ),
  ),
});
export type Contest = v.InferOutput<typeof contestSchema>;

/**
 * Open contests come first, then upcoming ones, then ended ones, each group in the requested order. Contests have no price or
 * ratings: the sort order `price` uses the sum of the prizes, and `rating` uses the prizes divided by the entries.
 */
export const listContests = defineCall('guest', 'GET /api/user/contests', {
  source: 'spec',
  summary: 'Contests, searched, sorted and paged',
  query: v.object({ ...pageEntries, 'game-name': searchSchema, 'sort-by': choice('sort-by', CONTEST_SORTS) }),
  answer: paged(contestCardSchema),
});

export const getContest = defineCall('guest', 'GET /api/user/contests/:id', {
  summary: 'A contest with its dates, rules and prizes, and the draw once it has ended',
  answer: v.object({ contest: contestSchema }),
});

/** Errors: not_found, also before the draw: until then nobody else sees a player's seed. */
export const listDrawnEntries = defineCall('guest', 'GET /api/user/contests/:id/entries', {
  summary: 'Every entry that a contest was drawn from, by number, in pages of five thousand',
  query: v.object({
    after: v.optional(
      v.union(
        [v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))],
        'after must be an entry’s number.',
      ),
      0,
    ),
  }),
  answer: v.object({
    entries: v.array(numberedSeed),
    /** Send this to get the next entries. Null at the end. */
    after: v.nullable(v.number()),
  }),
});

export const contestEntrySchema = v.object({
  contest: v.object({
    id: idSchema,
    name: v.string(),
    slug: v.string(),
    starts_at: timeSchema,
    ends_at: timeSchema,
    state: v.picklist(contestStates),
    /** Why it was called off. Null: it wasn't. */
    called_off: v.nullable(v.string()),
    entries: v.number(),
  }),
  number: v.number(),
  seed: v.string(),
  entered_at: timeSchema,
  /** Whether the draw has taken place. */
  drawn: v.boolean(),
  /** What the entry won. Null before the draw, and if it won nothing. */
  won: v.nullable(v.object({ place: v.number(), points: v.number() })),
});
export type ContestEntry = v.InferOutput<typeof contestEntrySchema>;

export const listEntries = defineCall('user', 'GET /api/user/contest-entries', {
  summary: "The caller's contest entries and winnings, newest first",
  query: v.object(pageEntries),
  answer: paged(contestEntrySchema),
});

/** The player's own input to a draw: 1 to 64 hex digits. Others see it afterwards, so it can't be words. */
export const playerSeed = v.pipe(
  v.string('Your seed is missing.'),
  v.regex(/^[0-9a-f]{1,64}$/, 'Use 1 to 64 digits or letters from a to f for your seed.'),
);

/**
 * Enters a contest. The same seed again returns the same answer. Errors: not_found, contest_closed, already_entered (with another
 * seed), invalid with `seed`, too_many_requests.
 */
export const enterContest = defineCall('user', 'POST /api/user/contests/:id/enter', {
  summary: 'Enter a contest. One free entry per account, with a seed of its own',
  body: v.object({ seed: playerSeed }),
  answer: v.object({ contest: contestSchema }),
});
