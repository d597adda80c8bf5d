import { useStore } from '@nanostores/react';
import { useDeferredValue, useEffect, useState } from 'react';
import { extensions } from '../../../lib/host.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { $session, $user, refreshUser } from '../../../lib/session/session.ts';
import { lazy } from '../../shared/lazy.tsx';
import { together } from '../../shared/stores/live.ts';
import { type Load, shown } from '../../shared/stores/load.ts';
import { useQuery } from '../../shared/use-address.ts';
import { AccountStatsSkeleton } from './AccountStatsSkeleton.tsx';
import { $accountStats, loadAccountStats } from './account-stats-store.ts';
import {
  BelowTodaySkeleton,
  DashboardSkeleton,
  EarningsWaiting,
  GoalWaiting,
  LedgerWaiting,
} from './DashboardSkeleton.tsx';
import {
  $weeklyQuests,
  followDashboard,
  loadArticles,
  loadTransactions,
  loadWeeklyQuests,
} from './dashboard-store.ts';
import { viewOf } from './dashboard-view.ts';
import { $earnings, $goal, followEarnings, loadEarnings, loadGoal } from './home-store.ts';
import { useReachedGoal } from './reached-goal.ts';
import { Today } from './Today.tsx';
import { WeeklyQuests } from './WeeklyQuests.tsx';
import '../../shared/articles.css';

const Earnings = lazy(async () => (await import('./Earnings.tsx')).Earnings, EarningsWaiting);
const Goal = lazy(async () => (await import('./Goal.tsx')).Goal, GoalWaiting);
const NewestArticles = lazy(async () => (await import('./NewestArticles.tsx')).NewestArticles);
const Ledger = lazy(async () => (await import('./Ledger.tsx')).Ledger, LedgerWaiting);
const AccountStatsSection = lazy(
  async () => (await import('./AccountStatsSection.tsx')).AccountStatsSection,
  AccountStatsSkeleton,
);

const DigestOffer = lazy(
  async () => (await import('./DigestOffer.tsx')).DigestOffer,
  () => <div className="digest-offer-size" />,
);

const Blocked = lazy(async () => (await import('./AccountStatsSection.tsx')).Blocked);

/**
 * Runs `ask` in a task of its own, so that no task is long: after the first cards, but before they have rendered. Returns how to
 * cancel.
 */
function soon(ask: () => unknown): () => void {
  const timer = setTimeout(ask);
  return () => clearTimeout(timer);
}

const isSettled = (load: Load<unknown>) => load.state === 'failed' || shown(load) !== undefined;

/** Whether all data for the Today and Goal cards has arrived or failed. */
function useIsTopKnown(): boolean {
  const user = useStore($user, { ssr: 'initial' });
  const stats = useStore($accountStats, { ssr: 'initial' });
  const quests = useStore($weeklyQuests, { ssr: 'initial' });
  const ofGoal = [useStore($goal, { ssr: 'initial' }), useStore($earnings, { ssr: 'initial' })];
  const loads = [...(extensions ? [stats] : []), quests, ...(user?.myreward ? ofGoal : [])];
  return Boolean(user) && loads.every(isSettled);
}

/** Whether there are points, a streak or a level to show. Null while unknown. A new account has none. */
function useHasStats(): boolean | null {
  const stats = shown(useStore($accountStats, { ssr: 'initial' }));
  if (!stats) return null;
  const { balance, streak, level } = stats;
  const { available, pending, reserved, debt } = balance;
  return streak.best + level.earned + available + pending + reserved + debt > 0;
}

interface Props {
  /** The number of weekly quests in the catalogue, to reserve their space. */
  readonly weekly: number;
}

/** What to do today, then the goal, points, this week's quests, recent earnings, and the ledger. Keeps itself up to date. */
export function DashboardIsland({ weekly }: Props) {
  const session = useStore($session, { ssr: 'initial' });
  const goalId = session.state === 'signed-in' ? session.user.myreward : undefined;
  const userId = session.state === 'signed-in' ? session.userId : undefined;
  const query = useQuery(routes.userHome.pattern);
  const { type, order, articles } = viewOf(query ?? '');
  const asks = userId !== undefined && query !== null;
  const isTopKnown = useIsTopKnown();
  const hasStats = useHasStats();
  const isGoalReached = useReachedGoal() !== undefined;
  const isDigestOffered = shown(useStore($accountStats, { ssr: 'initial' }))?.digest_offered === true;
  const [isShown, setShown] = useState(false);
  // Once shown, it stays, even while a part is refetched.
  if (isTopKnown && !isShown) setShown(true);
  // Today is on the screen before the rest has rendered, which takes longer.
  const isAllShown = useDeferredValue(isShown);

  useEffect(() => {
    if (userId === undefined) return;
    void loadWeeklyQuests();
    if (extensions) void loadAccountStats();
    return together(
      soon(() => {
        // The stored user may be older than a change made on another device. If the call fails, the stored one is good enough.
        void refreshUser().catch(() => {});
        void loadEarnings();
      }),
      followDashboard(),
      followEarnings(),
    );
  }, [userId]);

  useEffect(() => (asks ? soon(() => loadTransactions({ type, order })) : undefined), [asks, type, order]);
  useEffect(() => (asks ? soon(() => loadArticles(articles)) : undefined), [asks, articles]);

  useEffect(() => {
    if (userId !== undefined) void loadGoal(goalId);
  }, [userId, goalId]);

  if (!isShown) return <DashboardSkeleton weekly={weekly} />;
  return (
    <div className="stack dashboard">
      <Today />
      {isAllShown ? (
        <>
          {isDigestOffered && <DigestOffer />}
          {goalId != null && !isGoalReached && <Goal />}
          {extensions && userId !== undefined && hasStats !== false && <AccountStatsSection />}
          <div className="two">
            <WeeklyQuests expected={weekly} />
            {hasStats !== false && <Earnings />}
          </div>
          {extensions && userId !== undefined && <Blocked />}
          <Ledger type={type} order={order} />
          <NewestArticles type={articles} />
        </>
      ) : (
        <BelowTodaySkeleton weekly={weekly} />
      )}
    </div>
  );
}
