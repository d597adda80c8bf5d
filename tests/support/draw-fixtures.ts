/** Contests, cases and openings for the islands' tests. Their draws are real, computed by lib/arcade/draw. */
import type * as v from 'valibot';
import { drawIndex, drawPlaces, expectedOf, hashOf } from '../../src/lib/arcade/draw.ts';
import type { Case, caseCardSchema, Opening } from '../../src/lib/contract/draws/cases.ts';
import type { Contest, contestCardSchema, NumberedSeed } from '../../src/lib/contract/draws/contests.ts';

type ContestCard = v.InferOutput<typeof contestCardSchema>;
type CaseCard = v.InferOutput<typeof caseCardSchema>;

/** 32 bytes in hex, different for each number. */
export const seedOf = (number: number) => number.toString(16).padStart(64, '0');

const DAY = 86_400_000;
/** ISO 8601, this many days from now. */
export const days = (count: number) => new Date(Date.now() + count * DAY).toISOString();

export function aContestCard(change: Partial<ContestCard> = {}): ContestCard {
  return {
    id: 7,
    name: 'Monday lanterns',
    slug: 'monday-lanterns',
    game: 'Merge',
    summary: 'A weekly draw',
    points: 3500,
    starts_at: days(-3),
    ends_at: days(4),
    state: 'open',
    entries: 12,
    entered: false,
    last_winner: null,
    ...change,
  };
}

export async function aContest(change: Partial<Contest> = {}): Promise<Contest> {
  return {
    ...aContestCard(),
    rules: ['One entry per account.', 'Free of charge.'],
    prizes: [2000, 1000, 500],
    seed_hash: await hashOf(seedOf(7)),
    called_off: null,
    seed: null,
    entry: null,
    winners: null,
    ...change,
  };
}

/** The entries of `aDrawnContest`, with the seeds "seed-1", "seed-2" and so on. */
export const drawnEntries = (count = 12): NumberedSeed[] =>
  Array.from({ length: count }, (_, at) => ({ number: at + 1, seed: `seed-${at + 1}` }));

/** An ended and drawn contest with this many entries. */
export async function aDrawnContest(entries = 12, change: Partial<Contest> = {}): Promise<Contest> {
  const contest = await aContest({
    state: 'ended',
    starts_at: days(-8),
    ends_at: days(-1),
    entries,
    ...change,
  });
  const seed = seedOf(7);
  const places = await drawPlaces({
    seed,
    entries: drawnEntries(entries),
    places: contest.prizes.length,
  });
  const winners = places.map((number, place) => ({
    number,
    user: { id: 100 + number, name: `player-${number}` },
    points: contest.prizes[place] ?? 0,
  }));
  return { ...contest, seed, winners };
}

const items = [
  { name: 'Tile of 64', points: 64, weight: 300 },
  { name: 'Tile of 128', points: 128, weight: 300 },
  { name: 'Tile of 256', points: 256, weight: 240 },
  { name: 'Tile of 512', points: 512, weight: 110 },
  { name: 'Tile of 1,024', points: 1024, weight: 45 },
  { name: 'Tile of 2,048', points: 2048, weight: 5 },
];

export function aCaseCard(change: Partial<CaseCard> = {}): CaseCard {
  return {
    id: 1,
    name: 'Tile drawer',
    slug: 'tile-drawer',
    game: 'Merge',
    summary: 'Six tiles',
    points: 250,
    expected: expectedOf(items),
    best: 2048,
    ...change,
  };
}

const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A case before draw `nonce`, as shown to a player who may open it. */
export async function aCase(change: Partial<Case> = {}, nonce = 1): Promise<Case> {
  return {
    ...aCaseCard(),
    description: 'Take one tile out.',
    items,
    min_age: 18,
    daily_limit: 10,
    left_today: 10,
    status: 'ready',
    commitment: { id: uuidOf(nonce), seed_hash: await hashOf(seedOf(nonce)), nonce },
    ...change,
  };
}

/** The opening of draw `nonce`, as an honest host makes it. */
export async function anOpening(nonce: number, playerSeed: string, one: Case): Promise<Opening> {
  const weights = one.items.map(({ weight }) => weight);
  const item = await drawIndex({ seed: seedOf(nonce), playerSeed, nonce, weights });
  const drawn = one.items[item];
  return {
    id: uuidOf(nonce),
    case: { id: one.id, name: one.name },
    item,
    name: drawn?.name ?? '',
    cost: one.points,
    points: drawn?.points ?? 0,
    seed: seedOf(nonce),
    seed_hash: await hashOf(seedOf(nonce)),
    player_seed: playerSeed,
    nonce,
    weights,
    opened_at: new Date().toISOString(),
  };
}
