import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import {
  followDashboard,
  loadArticles,
  loadGoal,
  loadTransactions,
  loadWeeklyQuests,
} from '../../lib/stores/dashboard.ts';
import { followEarnings, loadEarnings } from '../../lib/stores/earnings.ts';
import { $session, refreshUser } from '../../lib/stores/session.ts';
import { later } from '../ui/later.tsx';
import { DashboardSkeleton, LedgerWaiting } from './DashboardSkeleton.tsx';
import { Earnings } from './Earnings.tsx';
import type { FirstGame } from './first-game.ts';
import { Goal, useIsGoalKnown } from './Goal.tsx';
import { StandingWaiting } from './StandingWaiting.tsx';
import { WeeklyQuests } from './WeeklyQuests.tsx';

const parts = () => import('./dashboard-later.ts');
const Articles = later(async () => (await parts()).Articles);
const Ledger = later(async () => (await parts()).Ledger, LedgerWaiting);
const Standing = later(async () => (await parts()).Standing, StandingWaiting);

interface Props {
  readonly play: FirstGame | undefined;
  /** How many weekly quests the catalogue has: so much room is kept for them. */
  readonly weekly: number;
}

/** Where one stands: the goal, this week's quests, what came in, and the ledger. Stays fresh while it is open. */
export function DashboardIsland({ play, weekly }: Props) {
  const session = useStore($session, { ssr: 'initial' });
  const goalId = session.state === 'signed-in' ? session.user.myreward : undefined;
  const userId = session.state === 'signed-in' ? session.userId : undefined;
  const isGoalKnown = useIsGoalKnown();
  const [stands, setStands] = useState(false);
  // Once it stands it stays, also when a part of it is asked for again.
  if (isGoalKnown && !stands) setStands(true);

  useEffect(() => {
    if (userId === undefined) return;
    // The stored user may be older than what was done on another device; if that can't be asked, it does for now.
    void refreshUser().catch(() => {});
    void loadWeeklyQuests();
    void loadTransactions();
    void loadEarnings();
    void loadArticles();
    // Not only when the top stands, which waits for answers.
    parts().catch(() => {});
    const unfollow = [followDashboard(), followEarnings()];
    return () => {
      for (const stop of unfollow) stop();
    };
  }, [userId]);

  useEffect(() => {
    if (userId !== undefined) void loadGoal(goalId);
  }, [userId, goalId]);

  if (!stands) return <DashboardSkeleton weekly={weekly} />;
  return (
    <div className="stack dashboard">
      <Goal />
      {userId !== undefined && <Standing />}
      <div className="two">
        <WeeklyQuests expected={weekly} />
        <Earnings />
      </div>
      <Ledger play={play} />
      <Articles />
    </div>
  );
}
