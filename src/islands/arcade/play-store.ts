/** The round on screen. */
import { atom } from 'nanostores';
import type { Input } from '../../lib/arcade/arcade.ts';
import { createClock } from './clock.ts';
import type { Play } from './round.ts';

export const $play = atom<Play>({ state: 'idle' });

/** How many moves the rules of the game have refused. */
export const $refusals = atom(0);

export const refuse = (): void => $refusals.set($refusals.get() + 1);

export const clock = createClock();

/** Data of the round that isn't in `$play`. */
export const running = {
  log: [] as Input[],
  /** The idempotency key, the same for every try. */
  key: '',
  /** The account that began it, whoever is signed in by now. Null for a guest. */
  user: null as number | null,
  /** Counts rounds, so that a late answer about an earlier round changes nothing on screen. */
  starts: 0,
};

/** Returns the milliseconds played in the current round, without pauses. The log uses this time. */
export const playTime = clock.read;
