import { useStore } from '@nanostores/react';
import { routes } from '../../lib/routes.ts';
import { $goal, $transactions, $weeklyQuests, loadGoal } from '../../lib/stores/dashboard.ts';
import { $earnings } from '../../lib/stores/earnings.ts';
import { shown } from '../../lib/stores/load.ts';
import { $session } from '../../lib/stores/session.ts';
import { Failed } from '../ui/Failed.tsx';
import { Tally } from '../ui/Tally.tsx';
import { earningsByDay } from './earnings-by-day.ts';
import { GoalCard } from './GoalCard.tsx';
import { paceOf } from './pace.ts';
import { pendingUntil } from './pending-until.ts';

/** What one plays for: the chosen reward and how far away it is, or the invitation to choose one. */
export function Goal() {
  const session = useStore($session, { ssr: 'initial' });
  const load = useStore($goal, { ssr: 'initial' });
  const entries = shown(useStore($transactions, { ssr: 'initial' }))?.data ?? [];
  const earnings = shown(useStore($earnings, { ssr: 'initial' }));
  const quests = shown(useStore($weeklyQuests, { ssr: 'initial' })) ?? [];
  const user = session.state === 'signed-in' ? session.user : null;
  const goalId = user?.myreward ?? null;
  const info = shown(load);

  if (user && goalId === null) return <NoGoal />;
  if (user?.balance && info && info.reward.id === goalId)
    return (
      <GoalCard
        reward={info.reward}
        balance={user.balance}
        releases={pendingUntil(entries, user.balance.pending)}
        pace={earnings ? paceOf(earningsByDay(earnings.entries, { ...earnings, now: Date.now() })) : null}
        quests={quests}
      />
    );
  if (user && load.state === 'failed')
    return load.error.code === 'not_found' ? (
      <NoGoal gone />
    ) : (
      <Failed
        level={2}
        title="Your goal could not be loaded"
        reason={load.error.message}
        onRetry={() => loadGoal(goalId)}
      />
    );
  return <span className="skeleton goal-size" />;
}

function NoGoal({ gone = false }: { gone?: boolean }) {
  return (
    <section className="goal no-goal" aria-labelledby="goal">
      <div>
        <Tally done={0} goal={5} silent />
        <h2 id="goal">{gone ? 'Your goal is no longer on offer' : 'What are you playing for?'}</h2>
        <p>
          Choose a reward as your goal. This card then counts what is still missing, and your points stay
          yours until you redeem them.
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
