/**
 * The round that a guest can keep: its ticket and its moves, in this browser until an account has it. One at a time, the one that earns the
 * most.
 */
import { atom, onMount } from 'nanostores';
import * as v from 'valibot';
import { GUEST_ROUND_MINUTES } from '../contract/limits.ts';
import { forget, isInMemory, readStored, store } from './storage.ts';

const KEY = 'guest_round';
const MINUTE_MS = 60_000;
/** One that is too old is still sent, so that its player hears why it doesn't count; older than this it is forgotten. */
const FORGOTTEN_MS = 24 * 60 * MINUTE_MS;

const guestRoundSchema = v.object({
  /** The ticket. */
  id: v.string(),
  /** The same for every time that it is sent. */
  key: v.string(),
  gameId: v.number(),
  seed: v.number(),
  /** Milliseconds since 1970, by this browser's clock. */
  startedAt: v.number(),
  inputs: v.array(v.tuple([v.number(), v.number()])),
  /** What it reached of a new account's quests, in points: one-time quests, and those that come back. */
  reached: v.object({ once: v.number(), again: v.number() }),
  /** The page that it was played on. */
  path: v.string(),
});
export type GuestRound = v.InferOutput<typeof guestRoundSchema>;

/** What can be kept, as far as this page knows; null also where the browser stores nothing, since the way to the login would lose it. */
export const $guestRound = atom<GuestRound | null>(null);

onMount($guestRound, () => {
  // Also happens while the site is built.
  if (typeof window === 'undefined' || isInMemory(KEY)) return;
  const round = storedGuestRound();
  $guestRound.set(round && isOpen(round) ? round : null);
});

/** Until when an account can have it, in milliseconds since 1970. */
export const keptUntil = ({ startedAt }: GuestRound): number => startedAt + GUEST_ROUND_MINUTES * MINUTE_MS;

const isOpen = (round: GuestRound) => Date.now() < keptUntil(round);
const worth = ({ reached }: GuestRound) => reached.once + reached.again;

/** The stored one. What can't be read counts as none. */
export function storedGuestRound(): GuestRound | null {
  try {
    const round = v.parse(guestRoundSchema, JSON.parse(readStored(KEY) ?? ''));
    if (Date.now() - round.startedAt < FORGOTTEN_MS) return round;
  } catch {
    // There is none.
  }
  return null;
}

/** Stores it, unless an earlier one earns more and can still be kept. */
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
