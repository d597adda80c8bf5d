import { useStore } from '@nanostores/react';
import type { Quest } from '../../../lib/contract/catalogue/games.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { $session } from '../../../lib/session/session.ts';
import { Failed } from '../../shared/Failed.tsx';
import { $balanceUnknown } from '../../shared/stores/balance.ts';
import { shown } from '../../shared/stores/load.ts';
import { Ticket } from '../../shared/Ticket.tsx';
import { GoalWaiting } from './DashboardSkeleton.tsx';
import { $weeklyQuests } from './dashboard-store.ts';
import { earningsByDay } from './earnings-by-day.ts';
import { GoalCard, type PaidQuest } from './GoalCard.tsx';
import { $earnings, $goal, loadGoal } from './home-store.ts';
import { paceOf } from './pace.ts';
import { pendingUntil } from './pending-until.ts';

/** The player's goal, how many points are missing, and how to earn them. */
export function Goal() {
  const session = useStore($session, { ssr: 'initial' });
  const load = useStore($goal, { ssr: 'initial' });
  const earnings = shown(useStore($earnings, { ssr: 'initial' }));
  const quests = shown(useStore($weeklyQuests, { ssr: 'initial' })) ?? [];
  const user = session.state === 'signed-in' ? session.user : null;
  const goalId = user?.myreward ?? null;
  const info = shown(load);
  const unknown = useStore($balanceUnknown, { ssr: 'initial' });

  const reward = info?.reward.id === goalId ? info?.reward : undefined;
  const points = reward?.points ?? null;
  if (reward && user && (points === null || (!user.balance && unknown)))
    return (
      <section className="goal" aria-labelledby="goal">
        <Ticket reward={reward} href={hrefs.userReward(reward.id, reward.name)} />
        <div>
          <h2 id="goal">Your goal: {reward.name}</h2>
          <p>We can’t show your progress here, because we don’t know its price or your points.</p>
        </div>
      </section>
    );
  if (user?.balance && reward && points !== null)
    return (
      <GoalCard
        reward={{ ...reward, points }}
        balance={user.balance}
        releases={pendingUntil(earnings?.entries ?? [], user.balance.pending)}
        pace={
          earnings
            ? paceOf(earningsByDay(earnings.entries, { ...earnings, now: Date.now() }), user.created_at)
            : null
        }
        quests={quests.filter(isPaid)}
      />
    );
  if (user && load.state === 'failed')
    return load.error.code === 'not_found' ? (
      <p className="notice">Your goal is no longer available. You can choose another one.</p>
    ) : (
      <Failed
        level={2}
        title="We couldn’t load your goal"
        reason={load.error}
        onRetry={() => loadGoal(goalId)}
      />
    );
  return <GoalWaiting />;
}

const isPaid = (quest: Quest): quest is PaidQuest => quest.points !== null && quest.game_id !== null;
