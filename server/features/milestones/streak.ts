/**
 * The streak: days in a row with a counted round. A missed day uses up a freeze, if there is one, and the streak continues. It is
 * computed from the days themselves, so no job has to keep it up to date.
 */
import { DAY } from '../../platform/time.ts';
import { freezesAt } from './levels.ts';

export type DayState = 'played' | 'frozen' | 'missed' | 'open';

export interface Streak {
  /** Days played in the current streak. Days that a freeze bridged don't count. */
  readonly days: number;
  readonly best: number;
  readonly playedToday: boolean;
  readonly freezes: number;
  /** How many freezes can be held, and after how many days of play a new one comes. */
  readonly held: number;
  readonly every: number;
  readonly nextFreezeIn: number;
  /** Whether the last day played added a freeze. It adds none while all are held. */
  readonly addedFreeze: boolean;
  /** The last seven days, ending with today. Today is "open" until it is played. */
  readonly week: readonly { readonly day: string; readonly state: DayState }[];
}

const numberOf = (day: string) => Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY);
const dayOf = (number: number) => new Date(number * DAY).toISOString().slice(0, 10);

/**
 * Returns the streak of a player at a level: the longest by the rules of any level up to it. Otherwise a new level could end a
 * streak, because its freezes come on other days, and one that comes while all are held is lost. `played` and `today` are as for
 * streakOf.
 */
export function streakAt(played: readonly string[], today: string, level: number): Streak {
  const first = streakOf(played, today, freezesAt(level));
  const others = Array.from({ length: level - 1 }, (_, at) => streakOf(played, today, freezesAt(at + 1)));
  // Between streaks of the same length, the level's own rules are used.
  const longest = others.reduce((one, other) => (other.days > one.days ? other : one), first);
  return { ...longest, best: Math.max(first.best, ...others.map(({ best }) => best)) };
}

/**
 * Computes the streak. `played` has UTC days ("2026-11-18") in any order; early ones may be missing. A streak earns a freeze
 * after each `every` days of play, and at most `held` can be held. It starts with one.
 */
export function streakOf(
  played: readonly string[],
  today: string,
  { held, every }: { held: number; every: number },
): Streak {
  const days = new Set(played.map(numberOf));
  const last = numberOf(today);
  const states = new Map<number, DayState>();
  let run = 0;
  let best = 0;
  let freezes = 1;
  let addedFreeze = false;
  for (let day = Math.min(last, ...days); day <= last; day++) {
    if (days.has(day)) {
      run++;
      best = Math.max(best, run);
      addedFreeze = run % every === 0 && freezes < held;
      if (addedFreeze) freezes++;
      states.set(day, 'played');
    } else if (day === last) states.set(day, 'open');
    else if (run > 0 && freezes > 0) {
      freezes--;
      states.set(day, 'frozen');
    } else {
      if (run > 0) freezes = 1;
      run = 0;
      states.set(day, 'missed');
    }
  }
  return {
    days: run,
    best,
    playedToday: days.has(last),
    freezes,
    held,
    every,
    nextFreezeIn: every - (run % every),
    addedFreeze,
    week: Array.from({ length: 7 }, (_, at) => {
      const day = last - 6 + at;
      return { day: dayOf(day), state: states.get(day) ?? 'missed' };
    }),
  };
}
