import type { FinishedRound } from '../../lib/contract/arcade/rounds.ts';
import { formatChange, formatPoints, pointsInMoney } from '../../lib/format/points.ts';
import { Counter } from './Counter.tsx';
import { Milestones } from './Milestones.tsx';
import { QuestMeter } from './QuestMeter.tsx';
import { nextQuest } from './quest-progress.ts';

interface Props {
  readonly answer: FinishedRound;
}

/** What the server counted and credited. */
export function Counted({ answer: { quests, credited, capped, budget, milestones = [] } }: Props) {
  const paid = quests.filter((quest) => quest.credited > 0);
  return (
    <>
      {credited > 0 && (
        <p className="earned num">
          <span className="pts">
            <Counter text={`${formatChange(credited)} pts`} rolls />
          </span>{' '}
          <span className="money">{pointsInMoney(credited)}</span>
        </p>
      )}
      <Milestones reached={milestones} />
      {paid.length > 0 ? (
        <ul className="paid">
          {paid.map((quest) => (
            <li key={quest.id}>
              <span className="state ok">{quest.name}</span>
              <span className="pts">{formatChange(quest.credited)}</span>
            </li>
          ))}
        </ul>
      ) : (
        !capped && <p>No quests completed this time.</p>
      )}
      {capped && (
        <p className="capped">
          {budget?.used_up
            ? 'We’ve given out all of today’s points.'
            : `You’ve hit today’s limit${budget ? ` of ${formatPoints(budget.today.points)} pts` : ''}.`}{' '}
          Play this game again after midnight UTC to get the rest. We keep it for at least a week.
        </p>
      )}
    </>
  );
}

/** What is left after the round, and which quest is nearest now. */
export function After({ answer: { quests, budget, balance } }: Props) {
  const next = nextQuest(quests);
  return (
    <>
      <dl className="tallied num">
        {balance.available > 0 && (
          <div>
            <dt>You can spend</dt>
            <dd>
              <span className="pts">{formatPoints(balance.available)} pts</span>{' '}
              <span className="money">{pointsInMoney(balance.available)}</span>
            </dd>
          </div>
        )}
        {budget && !budget.used_up && (
          <div>
            <dt>Games today</dt>
            <dd>
              {formatPoints(budget.today.left)} of {formatPoints(budget.today.points)} pts left
            </dd>
          </div>
        )}
        {budget && !budget.used_up && budget.welcome.left > 0 && (
          <div>
            <dt>One-time quests</dt>
            <dd>
              {formatPoints(budget.welcome.left)} of {formatPoints(budget.welcome.points)} pts left
            </dd>
          </div>
        )}
      </dl>
      {next && (
        <div className="next">
          <h3>Next: {next.name}</h3>
          <QuestMeter quest={next} progress={{ now: next.progress, done: false, adds: null }} />
          <p className="muted">
            Reward: <span className="pts">{formatPoints(next.points)} pts</span>
          </p>
        </div>
      )}
    </>
  );
}
