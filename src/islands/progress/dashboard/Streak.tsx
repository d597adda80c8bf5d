import type { AccountStats } from '../../../lib/contract/progress/account-stats.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Fold } from '../../shared/Fold.tsx';

const words = {
  played: 'played',
  frozen: 'saved by a freeze',
  missed: 'not played',
  open: 'not played yet',
} as const;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const weekday = (day: string) => WEEKDAYS[new Date(day).getUTCDay()] ?? '';

const days = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`;

/** The number of days in a row with a counted round, and what happens if the player misses one. */
export function Streak({ streak }: { readonly streak: AccountStats['streak'] }) {
  return (
    <Fold id="streak" title="Streak" state={days(streak.days)} open="wide">
      <p className="big-figure">{days(streak.days)}</p>
      <ol className="week">
        {streak.week.map(({ day, state }) => (
          <li key={day} className={state}>
            <span aria-hidden="true">{weekday(day).slice(0, 1)}</span>
            <span className="unseen">
              {weekday(day)}: {words[state]}
            </span>
          </li>
        ))}
      </ol>
      {streak.gift_day !== null && (
        <p>
          Day {streak.gift_day}: a creature you haven’t found yet, for{' '}
          <a href={hrefs.collection()}>your collection</a>.
        </p>
      )}
      {streak.best > streak.days && <p className="muted">Your best was {days(streak.best)}.</p>}
      <p className="muted">
        {streak.freezes === 0
          ? 'No streak freezes left: if you miss a day, your streak ends.'
          : `${streak.freezes} of ${streak.freezes_held} ${streak.freezes_held === 1 ? 'streak freeze' : 'streak freezes'}: each one saves your streak if you miss a day.`}{' '}
        {streak.freezes < streak.freezes_held && `Next freeze after ${days(streak.next_freeze_in)} of play.`}
      </p>
    </Fold>
  );
}
