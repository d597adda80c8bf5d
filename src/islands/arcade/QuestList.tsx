import type { OwnQuest } from './own-game.ts';
import { QuestRow } from './QuestRow.tsx';
import { questProgress } from './quest-progress.ts';

interface Props {
  readonly quests: readonly OwnQuest[];
  /** Of the running round. */
  readonly metrics: Readonly<Record<string, number>> | undefined;
  /** The server's progress from earlier rounds, by the quest's id. */
  readonly before: Readonly<Record<number, number>>;
  /** Of somebody without an account, who has no earlier rounds: what is missing in `before` is 0 and not unknown. */
  readonly guest: boolean;
}

const periods = { once: '', daily: 'today', weekly: 'this week' } as const;

/** The game's quests with the progress of the running round. */
export function QuestList({ quests, metrics, before, guest }: Props) {
  // Those that earlier rounds have reached are only counted: here is room for what can still be won.
  const open = quests.filter(({ id, goal }) => (before[id] ?? 0) < goal);
  const reached = quests.length - open.length;
  return (
    <section className="quests">
      <h2>{guest ? 'Quests to unlock' : 'Quests'}</h2>
      <ul>
        {open.map((quest) => {
          const progress = questProgress(quest, metrics, before[quest.id] ?? (guest ? 0 : undefined));
          return (
            <li key={quest.id}>
              <QuestRow quest={quest} progress={progress} period={periods[quest.period]} />
            </li>
          );
        })}
      </ul>
      {reached > 0 && (
        <p>
          <span className="state ok">
            {reached === 1 ? '1 quest completed' : `${reached} quests completed`}
          </span>
        </p>
      )}
    </section>
  );
}
