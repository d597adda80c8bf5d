import { useStore } from '@nanostores/react';
import type { Quest } from '../../../lib/contract/games.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { $session, $user } from '../../../lib/session/session.ts';
import { $balanceUnknown } from '../../../lib/stores/balance.ts';
import { type Load, shown } from '../../../lib/stores/load.ts';
import { Failed } from '../../shared/Failed.tsx';
import { Tally } from '../../shared/Tally.tsx';
import { Ticket } from '../../shared/Ticket.tsx';
import { $weeklyQuests } from './dashboard-store.ts';
import { earningsByDay } from './earnings-by-day.ts';
import { GoalCard, type PaidQuest } from './GoalCard.tsx';
import { $earnings, $goal, loadGoal } from './home-store.ts';
import { paceOf } from './pace.ts';
import { pendingUntil } from './pending-until.ts';

const isSettled = (load: Load<unknown>) => load.state === 'failed' || shown(load) !== undefined;

/** Whether all is there that the goal's card is made of, or can't be had. */
export function useIsGoalKnown(): boolean {
  const user = useStore($user, { ssr: 'initial' });
  const loads = [
    useStore($goal, { ssr: 'initial' }),
    useStore($earnings, { ssr: 'initial' }),
    useStore($weeklyQuests, { ssr: 'initial' }),
  ];
  return Boolean(user) && (!user?.myreward || loads.every(isSettled));
}

/** What one plays for: the chosen reward and how far away it is, or the invitation to choose one. */
export function Goal() {
  const session = useStore($session, { ssr: 'initial' });
  const load = useStore($goal, { ssr: 'initial' });
  const earnings = shown(useStore($earnings, { ssr: 'initial' }));
  const quests = shown(useStore($weeklyQuests, { ssr: 'initial' })) ?? [];
  const user = session.state === 'signed-in' ? session.user : null;
  const goalId = user?.myreward ?? null;
  const info = shown(load);
  const unknown = useStore($balanceUnknown, { ssr: 'initial' });

  if (user && goalId === null) return <NoGoal />;
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
      <NoGoal gone />
    ) : (
      <Failed
        level={2}
        title="We couldn’t load your goal"
        reason={load.error}
        onRetry={() => loadGoal(goalId)}
      />
    );
  return <span className="skeleton goal-size" />;
}

const isPaid = (quest: Quest): quest is PaidQuest => quest.points !== null && quest.game_id !== null;

function NoGoal({ gone = false }: { gone?: boolean }) {
  return (
    <section className="goal no-goal" aria-labelledby="goal">
      <div>
        <Tally done={0} goal={5} silent />
        <h2 id="goal">{gone ? 'Your goal is no longer available' : 'What are you playing for?'}</h2>
        <p>
          Choose a reward as your goal. We’ll track how close you are, and you keep your points until you
          redeem them.
        </p>
        <div className="actions">
          <a className="button" href={routes.userRewards.pattern}>
            Choose a goal
          </a>
        </div>
      </div>
    </section>
  );
}
