/** The round on the screen. */
import { atom } from 'nanostores';
import type { Input } from '../../lib/arcade/arcade.ts';
import { createClock } from './clock.ts';
import type { Play } from './round.ts';

export const $play = atom<Play>({ state: 'idle' });

export const clock = createClock();

/** What belongs to the round besides `$play`. */
export const running = {
  log: [] as Input[],
  /** The same for every time the round is sent. */
  key: '',
  /** Counts rounds: an answer about an earlier one changes nothing on the screen. */
  starts: 0,
};

/** Milliseconds that the running round was played, without its pauses: the time of the log. */
export const playTime = clock.read;
