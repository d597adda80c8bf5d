/** Contests: free entry, dates and rules, and a draw that anyone can run again (product.md, "Contests"). The list is the spec's call, the rest ours. */
import * as v from 'valibot';
import { named, type Read } from './answer.ts';
import { choice, defineCall, idSchema, paged, pageEntries, searchSchema, timeSchema } from './call.ts';
import { CONTEST_SORTS } from './limits.ts';

export const contestStates = ['coming', 'open', 'ended'] as const;

export const contestCardSchema = v.object({
  id: idSchema,
  name: named('Giveaway'),
  slug: v.string(),
  game: v.string(),
  summary: v.string(),
  /** What all its places get together, in points. */
  points: v.number(),
  starts_at: timeSchema,
  ends_at: timeSchema,
  state: v.picklist(contestStates),
  entries: v.number(),
  /** Whether the caller takes part. */
  entered: v.boolean(),
});
export type ContestCard = Read<typeof contestCardSchema>;

export const contestSchema = v.object({
  ...contestCardSchema.entries,
  rules: v.array(v.string()),
  /** Points by place, the first place first. */
  prizes: v.array(v.number()),
  /** Published before the first entry: SHA-256 of the server's seed, in hex. */
  seed_hash: v.string(),
  /** Why it was called off, so that nobody wins; null: it wasn't. */
  called_off: v.nullable(v.string()),
  /** The seed itself, once the draw is over. */
  seed: v.nullable(v.string()),
  /** The caller's own entry. */
  entry: v.nullable(v.object({ number: v.number(), seed: v.string() })),
  /** Every entry in its order, once the draw is over: what the draw is computed from. */
  drawn_from: v.nullable(v.array(v.object({ number: v.number(), seed: v.string() }))),
  /** Who won, once the draw is over, the first place first. */
  winners: v.nullable(
    v.array(
      v.object({
        number: v.number(),
        user: v.object({ id: idSchema, name: v.string(), avatar: v.optional(v.nullable(v.string())) }),
        points: v.number(),
      }),
    ),
  ),
});
export type Contest = v.InferOutput<typeof contestSchema>;

/**
 * Open ones come first, then those to come, then those that are over, each by the order asked for. Entering is free and nobody rates
 * contests: `price` is what can be won, and `rating` what an entry is worth, prizes out of entries.
 */
export const listContests = defineCall('guest', 'GET /api/user/contests', {
  source: 'spec',
  summary: 'Contests, searched, sorted and paged',
  query: v.object({ ...pageEntries, 'game-name': searchSchema, 'sort-by': choice('sort-by', CONTEST_SORTS) }),
  answer: paged(contestCardSchema),
});

export const getContest = defineCall('guest', 'GET /api/user/contests/:id', {
  summary: 'A contest: dates, rules, prizes, and the draw once it is over',
  answer: v.object({ contest: contestSchema }),
});

export const contestEntrySchema = v.object({
  contest: v.object({
    id: idSchema,
    name: v.string(),
    slug: v.string(),
    starts_at: timeSchema,
    ends_at: timeSchema,
    state: v.picklist(contestStates),
    /** Why it was called off; null: it wasn't. */
    called_off: v.nullable(v.string()),
    /** How many take part, or took part. */
    entries: v.number(),
  }),
  number: v.number(),
  seed: v.string(),
  entered_at: timeSchema,
  /** Whether the winners are drawn. */
  drawn: v.boolean(),
  /** What the entry won; null before the draw and for those that won nothing. */
  won: v.nullable(v.object({ place: v.number(), points: v.number() })),
});
export type ContestEntry = v.InferOutput<typeof contestEntrySchema>;

export const listEntries = defineCall('user', 'GET /api/user/contest-entries', {
  summary: "The caller's entries in contests and what they won, newest first",
  query: v.object(pageEntries),
  answer: paged(contestEntrySchema),
});

/** Words of the player's own that go into a draw: printable ASCII, 1 to 64. */
export const playerSeed = v.pipe(
  v.string('Your seed is missing.'),
  v.regex(/^[\x21-\x7e]{1,64}$/, 'Use 1 to 64 letters, digits or symbols for your seed, without spaces.'),
);

/**
 * The same seed again answers as before. Errors: not_found, contest_closed, already_entered (with another seed), invalid with `seed`,
 * too_many_requests.
 */
export const enterContest = defineCall('user', 'POST /api/user/contests/:id/enter', {
  summary: 'Take part, once and for nothing, with a seed of one’s own',
  body: v.object({ seed: playerSeed }),
  answer: v.object({ contest: contestSchema }),
});
