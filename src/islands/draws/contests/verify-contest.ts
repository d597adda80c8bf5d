/** Repeats a contest's draw from what was published. Loaded on demand. */

import { drawPlaces, hashOf } from '../../../lib/arcade/draw.ts';
import type { Contest, NumberedSeed } from '../../../lib/contract/draws/contests.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import type { Finding } from '../../shared/Verdict.tsx';
import { tried } from '../tried.ts';
import { entryWords } from './contest-places.ts';

interface Drawn {
  readonly contest: Contest;
  readonly seed: string;
  /** The published list, by number. */
  readonly entries: readonly NumberedSeed[];
  readonly winners: NonNullable<Contest['winners']>;
  /** The hash that the player's browser stored on entering. Null if it didn't. */
  readonly remembered: string | null;
}

const numbers = (list: readonly number[]) => (list.length === 0 ? 'nobody' : list.join(', '));

/** Returns one finding for everything that must agree. Rejects if the browser can't compute hashes. */
export async function verifyContest(drawn: Drawn): Promise<Finding[]> {
  const { contest, seed, entries, winners, remembered } = drawn;
  const hash = await tried(() => hashOf(seed));
  const places = await tried(() => drawPlaces({ seed, entries, places: contest.prizes.length }));
  const claimed = winners.map(({ number }) => number);
  const isWhole = entries.length === contest.entries && entries.every(({ number }, at) => number === at + 1);
  const hashHolds = hash === contest.seed_hash;
  const drawHolds = places !== null && numbers(places) === numbers(claimed);
  return [
    {
      ok: hashHolds,
      words: hashHolds
        ? 'Our seed’s hash matches the one published before the first entry.'
        : 'Our seed’s hash differs from the published one.',
      here: hash ?? 'the seed isn’t hex',
      claimed: contest.seed_hash,
    },
    ...rememberedFinding(contest, remembered),
    {
      ok: isWhole,
      words: isWhole
        ? `The list has ${entryWords(entries.length)}, each number once.`
        : `The list of entries doesn’t add up: we counted ${entryWords(contest.entries)}, and it has ${formatNumber(entries.length)}.`,
    },
    ...ownFinding(contest, entries),
    {
      ok: drawHolds,
      words: drawHolds
        ? 'Repeating the draw gives the same winners in the same order.'
        : 'Repeating the draw gives different winners.',
      here: places === null ? 'no draw possible from this seed' : numbers(places),
      claimed: numbers(claimed),
    },
    ...prizeFinding(contest, winners),
  ];
}

function rememberedFinding({ seed_hash }: Contest, remembered: string | null): Finding[] {
  if (remembered === null) return [];
  const ok = remembered === seed_hash;
  return [
    {
      ok,
      words: ok
        ? 'It’s the hash this browser saved when you entered.'
        : `It isn’t the hash this browser saved when you entered, which was ${remembered}.`,
    },
  ];
}

function ownFinding({ entry }: Contest, entries: Drawn['entries']): Finding[] {
  if (entry === null) return [];
  const listed = entries.find(({ number }) => number === entry.number);
  const ok = listed?.seed === entry.seed;
  return [
    {
      ok,
      words: ok
        ? `Your entry, number ${entry.number}, is in the list with your seed.`
        : `Your entry, number ${entry.number}, isn’t in the list with your seed, ${entry.seed}.`,
    },
  ];
}

function prizeFinding({ prizes }: Contest, winners: Drawn['winners']): Finding[] {
  if (winners.length === 0) return [];
  const ok = winners.every(({ points }, place) => points === prizes[place]);
  return [
    {
      ok,
      words: ok ? 'Each place was paid what we announced.' : 'A place wasn’t paid what we announced.',
    },
  ];
}
