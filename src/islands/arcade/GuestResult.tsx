import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { PlayBudgetLeft } from '../../lib/contract/arcade/play-budget.ts';
import { formatPoints, pointsInMoney } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { $guestRound, keptUntil } from '../../lib/session/guest-round.ts';
import { Time } from '../shared/Time.tsx';
import { Counter } from './Counter.tsx';
import type { OwnQuest } from './own-game.ts';
import { payable } from './quest-progress.ts';
import { StartButton } from './StartButton.tsx';
import type { Instead } from './use-mode.ts';

interface Props {
  /** The ticket of the finished round. */
  readonly session: string | null;
  /** Whether the round joins the daily leaderboard when it is kept. */
  readonly ranked?: boolean;
  /** What a new account can earn now. If unknown, no points are promised. */
  readonly budget: PlayBudgetLeft | undefined;
  /** The quests that the round has completed. */
  readonly completed?: readonly OwnQuest[];
  readonly onStart: () => unknown;
  readonly instead?: Instead | undefined;
  /** More to do with the result. */
  readonly children?: ReactNode;
}

/** What a guest can do after a round: sign up to save what it earned, or play again. */
export function GuestResult({
  session,
  ranked = false,
  budget,
  completed = [],
  onStart,
  instead,
  children,
}: Props) {
  const kept = useStore($guestRound, { ssr: 'initial' });
  const points = kept && budget && payable(kept.reached, budget);
  // There is only one primary button: the more valuable action.
  const isWorthIt = kept !== null && points !== 0;
  return (
    <>
      {points ? (
        <p className="earned num">
          <span className="pts">
            <Counter text={`${formatPoints(points)} pts`} rolls />
          </span>{' '}
          <span className="money">{pointsInMoney(points)}</span>
        </p>
      ) : null}
      {kept?.id === session && completed.length > 0 && (
        <ul className="paid" aria-label="Quests completed">
          {completed.map(({ id, name }) => (
            <li key={id}>
              <span className="state ok">{name}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        {textOf()}
        {ranked && kept?.id === session && ' Your score then joins the daily leaderboard.'}
      </p>
      <div className="end-do">
        {isWorthIt && (
          <a className="button" href={hrefs.signUp(kept.path)}>
            {points ? `Keep these ${formatPoints(points)} points` : 'Keep this round'}
          </a>
        )}
        <StartButton quiet={isWorthIt} onStart={onStart} instead={instead}>
          Play again
        </StartButton>
        {!isWorthIt && (
          <a className="button quiet" href={hrefs.signUp(kept?.path ?? location.pathname)}>
            {kept ? 'Keep this score' : 'Sign up'}
          </a>
        )}
        {children}
      </div>
      {isWorthIt && (
        <p className="muted small-print">
          Saved in this browser, expires <Time at={new Date(keptUntil(kept)).toISOString()} />. One round per
          account.
        </p>
      )}
    </>
  );

  function textOf(): string {
    if (!kept) return 'This browser can’t save your round. Sign up first to earn points for your next one.';
    if (budget?.used_up)
      return 'All points for today have been given out. Sign up to keep your score and quest progress.';
    if (points === 0) return 'No quests completed this time. Sign up to keep your score and quest progress.';
    const from = kept.id === session ? '' : 'From your best round so far. ';
    return `${from}Sign up or log in to add ${points ? 'them' : 'its points'} to your account.`;
  }
}
