/**
 * The round that is being played, in this browser: a reload, a crash or an empty battery takes nothing of it. One at a time, as there is one round
 * at a time, and no longer than a log may be.
 */
import * as v from 'valibot';
import { forget, readStored, store } from './storage.ts';

const KEY = 'round';
/** One that is too old to count is still sent, so that its player hears why; older than this it is forgotten. */
const FORGOTTEN_MS = 24 * 60 * 60_000;

const keptRoundSchema = v.object({
  gameId: v.number(),
  /** The rules' name, version and variant: under others the moves mean something else. */
  arcade: v.string(),
  version: v.number(),
  /** Left out by those from before there were any. */
  variant: v.optional(v.string(), 'classic'),
  /** The server's session; null for free play. */
  session: v.nullable(v.string()),
  daily: v.boolean(),
  tournament: v.optional(v.boolean(), false),
  guest: v.boolean(),
  /** The account that began it; null where nobody was signed in. */
  user: v.nullable(v.number()),
  seed: v.number(),
  /** Milliseconds since 1970, by this browser's clock. */
  startedAt: v.number(),
  /** The same for every time that it is sent. */
  key: v.string(),
  inputs: v.array(v.tuple([v.number(), v.number()])),
  /** Milliseconds of play so far: the last move may be a while ago. */
  at: v.number(),
  /** Its player has ended it, and no answer has come yet. */
  ended: v.boolean(),
});
export type KeptRound = v.InferOutput<typeof keptRoundSchema>;

export function storeRound(round: KeptRound): void {
  store(KEY, JSON.stringify(round));
}

/** The stored one, as `user` (null: a guest) may go on with it: their own, or one from before they signed in. What can't be read counts as none. */
export function storedRound(user: number | null): KeptRound | null {
  try {
    const round = v.parse(keptRoundSchema, JSON.parse(readStored(KEY) ?? ''));
    const isTheirs = round.user === null || round.user === user;
    if (isTheirs && Date.now() - round.startedAt < FORGOTTEN_MS) return round;
  } catch {
    // There is none.
  }
  return null;
}

export const forgetRound = (): void => forget(KEY);
