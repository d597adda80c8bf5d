/**
 * The streak: days in a row with a counted round. A missed day uses up a freeze, where there is one, and the streak goes on. Computed
 * from the days themselves, so there is nothing that a job could forget to bring up to date.
 */
const DAY_MS = 86_400_000;

export type DayState = 'played' | 'frozen' | 'missed' | 'open';

export interface Streak {
  /** Played days of the running streak; those that a freeze bridged aren't counted. */
  readonly days: number;
  readonly best: number;
  readonly playedToday: boolean;
  readonly freezes: number;
  readonly nextFreezeIn: number;
  /** The last seven days, today at the end. Today is open until it was played. */
  readonly week: readonly { readonly day: string; readonly state: DayState }[];
}

const numberOf = (day: string) => Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
const dayOf = (number: number) => new Date(number * DAY_MS).toISOString().slice(0, 10);

/**
 * `played`: UTC days ("2026-11-18"), in any order, some of which may be missing from the beginning. A freeze comes after each `every`
 * days of play in a streak, up to `held` in hand; the first one is there from the start.
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
  for (let day = Math.min(last, ...days); day <= last; day++) {
    if (days.has(day)) {
      run++;
      best = Math.max(best, run);
      if (run % every === 0) freezes = Math.min(held, freezes + 1);
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
    nextFreezeIn: every - (run % every),
    week: Array.from({ length: 7 }, (_, at) => {
      const day = last - 6 + at;
      return { day: dayOf(day), state: states.get(day) ?? 'missed' };
    }),
  };
}
