import type { OwnQuest } from './own-game.ts';
import { QuestRow } from './QuestRow.tsx';
import { questProgress } from './quest-progress.ts';

interface Props {
  readonly quests: readonly OwnQuest[];
  /** The metrics of the current round. */
  readonly metrics: Readonly<Record<string, number>> | undefined;
  /** The server's progress from earlier rounds, by quest id. */
  readonly before: Readonly<Record<number, number>>;
  /** Whether the player has no account, and so no earlier rounds: a quest missing in `before` has progress 0. */
  readonly guest: boolean;
}

const periods = { once: '', daily: 'today', weekly: 'this week' } as const;

/** The game's quests, with progress from the current round. */
export function QuestList({ quests, metrics, before, guest }: Props) {
  // Quests completed in earlier rounds are only counted. The list shows those that can still be won.
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
