import type { PlayBudgetLeft } from '../../lib/contract/arcade/play-budget.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { Time } from './Time.tsx';

interface Props {
  readonly budget: PlayBudgetLeft;
  readonly signedIn: boolean;
}

/** What our own games can still pay, in a sentence. Shown before, during and after a round. */
export function BudgetLine({ budget: { welcome, today, used_up, resets_at: at }, signedIn }: Props) {
  if (used_up || today.points + welcome.points === 0)
    return (
      <>
        We’ve given out all of today’s points. You can still play for scores and quest progress. Points are
        back <Time at={at} />.
      </>
    );
  if (!signedIn)
    return (
      <>
        Earn up to {formatPoints(welcome.points)} pts from one-time quests, then up to{' '}
        {formatPoints(today.points)} pts a day.
      </>
    );
  if (today.left + welcome.left === 0)
    return (
      <>
        You’ve earned today’s {formatPoints(today.points)} pts. Scores and quests still count. You can earn
        again <Time at={at} />.
      </>
    );
  return (
    <>
      <Left {...today}>pts left in games today</Left>
      {welcome.left > 0 && (
        <>
          , <Left {...welcome}>in one-time quests</Left>
        </>
      )}
    </>
  );
}

/** "40 of 80 pts left in games today", in one line. */
function Left({ left, points, children }: PlayBudgetLeft['today'] & { readonly children: string }) {
  return (
    <span className="num budget-part">
      {formatPoints(left)} of {formatPoints(points)} {children}
    </span>
  );
}
