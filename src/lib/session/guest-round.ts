/**
 * The round that a guest can save to an account: its ticket and its moves, stored in this browser until then. There is only one,
 * the one that earns the most.
 */
import { atom, onMount } from 'nanostores';
import * as v from 'valibot';
import { GUEST_ROUND_MINUTES } from '../contract/limits.ts';
import { reachedSchema } from './kept-round.ts';
import { forget, isInMemory, readStored, store } from './storage.ts';

const KEY = 'guest_round';
const MINUTE_MS = 60_000;
/** A round that is too old is still sent, so that the player learns why it doesn't count. After this long it is deleted, the next time it is read. */
const FORGOTTEN_MS = 24 * 60 * MINUTE_MS;

const guestRoundSchema = v.object({
  /** The ticket from `startGuestSession`. */
  id: v.string(),
  /** The idempotency key, the same for every try. */
  key: v.string(),
  gameId: v.number(),
  seed: v.number(),
  /** Missing in rounds from before guests played the daily challenge. */
  daily: v.optional(v.boolean(), false),
  /** Milliseconds since 1970, by this browser's clock. */
  startedAt: v.number(),
  inputs: v.array(v.tuple([v.number(), v.number()])),
  reached: reachedSchema,
  /** The page where it was played. */
  path: v.string(),
});
export type GuestRound = v.InferOutput<typeof guestRoundSchema>;

/** The round that can be saved. Null also if the browser stores nothing, because going to the login would lose it. */
export const $guestRound = atom<GuestRound | null>(null);

onMount($guestRound, () => {
  // Also mounts during the build, without a window.
  if (typeof window === 'undefined' || isInMemory(KEY)) return;
  const round = storedGuestRound();
  $guestRound.set(round && isOpen(round) ? round : null);
});

/** Returns until when an account can claim it, in milliseconds since 1970. */
export const keptUntil = ({ startedAt }: GuestRound): number => startedAt + GUEST_ROUND_MINUTES * MINUTE_MS;

export const isOpen = (round: GuestRound) => Date.now() < keptUntil(round);
export const worth = ({ reached }: Pick<GuestRound, 'reached'>) => reached.once + reached.again;

/** Returns the stored round. Null if there is none or it can't be read. */
export function storedGuestRound(): GuestRound | null {
  try {
    const round = v.parse(guestRoundSchema, JSON.parse(readStored(KEY) ?? ''));
    if (Date.now() - round.startedAt < FORGOTTEN_MS) return round;
    forget(KEY);
  } catch {
    // Nothing stored, or it can't be read.
  }
  return null;
}

/** Stores a round, unless an earlier one earns more and can still be saved. */
export function storeGuestRound(round: GuestRound): void {
  const before = storedGuestRound();
  const isBetter = before !== null && isOpen(before) && worth(before) > worth(round);
  if (!isBetter) store(KEY, JSON.stringify(round));
  $guestRound.set(isInMemory(KEY) ? null : isBetter ? before : round);
}

export function forgetGuestRound(): void {
  forget(KEY);
  $guestRound.set(null);
}
