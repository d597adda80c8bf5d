/**
 * The current round, stored in this browser so that a reload, a crash or an empty battery loses nothing. There is only one,
 * because a player plays one round at a time. Its size is limited like a log's.
 */
import * as v from 'valibot';
import { ghostSchema } from '../contract/arcade/rounds.ts';
import { forget, isInMemory, readStored, store } from './storage.ts';

const KEY = 'round';
/** A round that is too old to count is still sent, so that the player learns why. After this long it is deleted. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

/** The points that a guest's round earns from a new account's quests: from one-time quests, and from recurring ones. */
export const reachedSchema = v.object({ once: v.number(), again: v.number() });

const keptRoundSchema = v.object({
  gameId: v.number(),
  /** The rules' name, version and variant. Under other rules the moves mean something else. */
  arcade: v.string(),
  version: v.number(),
  /** Missing in rounds from before there were variants. */
  variant: v.optional(v.string(), 'classic'),
  /** The server's session; null for free play. */
  session: v.nullable(v.string()),
  daily: v.boolean(),
  tournament: v.optional(v.boolean(), false),
  /** In a duel, the run to play against. */
  rival: v.optional(v.nullable(ghostSchema)),
  guest: v.boolean(),
  /** Missing in rounds from before it was stored, and in those that another device began. */
  reached: v.optional(reachedSchema),
  /** The account that started it. Null if nobody was signed in. */
  user: v.nullable(v.number()),
  seed: v.number(),
  /** Milliseconds since 1970, by this browser's clock. */
  startedAt: v.number(),
  /** The idempotency key, the same for every try. */
  key: v.string(),
  inputs: v.array(v.tuple([v.number(), v.number()])),
  /** Milliseconds of play so far, which may be more than the time of the last move. */
  at: v.number(),
  /** The player has ended it, but no answer has arrived yet. */
  ended: v.boolean(),
});
export type KeptRound = v.InferOutput<typeof keptRoundSchema>;

/** Stores a round, unless a round of another game has ended and waits for the server's answer: that one keeps the place. */
export function storeRound(round: KeptRound): void {
  const before = storedRound(round.user);
  if (!before?.ended || before.gameId === round.gameId) store(KEY, JSON.stringify(round));
}

/**
 * Returns the stored round that `user` (null: a guest) can continue: their own, or one from before they signed in. Null if there
 * is none or it can't be read.
 */
export function storedRound(user: number | null): KeptRound | null {
  try {
    const round = v.parse(keptRoundSchema, JSON.parse(readStored(KEY) ?? ''));
    const isTheirs = round.user === null || round.user === user;
    if (isTheirs && Date.now() - round.startedAt < FORGOTTEN_MS) return round;
  } catch {
    // Nothing stored, or it can't be read.
  }
  return null;
}

/** Whether the round outlives this page. */
export const isRoundKept = (): boolean => !isInMemory(KEY);

export const forgetRound = (): void => forget(KEY);
