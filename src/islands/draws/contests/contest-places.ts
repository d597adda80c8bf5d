import type { Contest, ContestCard } from '../../../lib/contract/draws/contests.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';

export type Area = 'guest' | 'user';

export const places = {
  user: {
    list: routes.userContests.pattern,
    pattern: routes.userContest.pattern,
    href: hrefs.userContest,
    games: routes.userGames.pattern,
  },
  guest: {
    list: routes.guestContests.pattern,
    pattern: routes.guestContest.pattern,
    href: hrefs.guestContest,
    games: routes.guestGames.pattern,
  },
} as const;

type State = NonNullable<ContestCard['state']>;

export const badges: Readonly<Record<State, { readonly tone: string; readonly words: string }>> = {
  coming: { tone: 'info', words: 'coming' },
  open: { tone: 'ok', words: 'open' },
  ended: { tone: 'off', words: 'over' },
};

/** Returns the next important date and its label. */
export function nextDate({
  state,
  starts_at,
  ends_at,
}: Pick<ContestCard, 'state' | 'starts_at' | 'ends_at'>): {
  readonly verb: string;
  readonly at: string | null;
} {
  if (state === 'coming') return { verb: 'begins', at: starts_at };
  return { verb: state === 'open' ? 'ends' : 'ended', at: ends_at };
}

/** "1 entry", "128 entries" */
export function entryWords(entries: number): string {
  return `${formatNumber(entries)} ${entries === 1 ? 'entry' : 'entries'}`;
}

/** Returns the chance to win for an entry that exists or is made now: "3 of 13 entries win". */
export function oddsWords({ prizes, entries, entry }: Pick<Contest, 'prizes' | 'entries' | 'entry'>): string {
  const among = entries + (entry === null ? 1 : 0);
  const wins = Math.min(prizes.length, among);
  if (wins === among) return 'Every entry wins so far';
  return `${formatNumber(wins)} of ${formatNumber(among)} entries ${wins === 1 ? 'wins' : 'win'}${entry === null ? ', including yours' : ''}`;
}

/** Returns a winner's name. Suspended winners have none. */
export function winnerName({ user }: NonNullable<Contest['winners']>[number]): string {
  return user?.name ?? 'Unnamed player';
}

/** 2 → "2nd" */
export function ordinal(place: number): string {
  const tens = place % 100;
  const end = tens > 10 && tens < 14 ? undefined : ['st', 'nd', 'rd'][(place % 10) - 1];
  return `${place}${end ?? 'th'}`;
}
