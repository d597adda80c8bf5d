import type { OwnQuest } from './own-game.ts';
import { QuestRow } from './QuestRow.tsx';

interface Props {
  readonly quests: readonly OwnQuest[];
  /** What the game says of itself, by the quest's id. */
  readonly reported: Readonly<Record<number, number>>;
  /** What the server knows. */
  readonly before: Readonly<Record<number, number>>;
}

/** The quests of a partner's game beside it, as far as the game says they are. */
export function PartnerQuests({ quests, reported, before }: Props) {
  return (
    <section className="quests">
      <h2>Quests</h2>
      <ul>
        {quests.map((quest) => {
          const now = Math.min(Math.max(reported[quest.id] ?? 0, before[quest.id] ?? 0), quest.goal);
          return (
            <li key={quest.id}>
              <QuestRow quest={quest} progress={{ now, done: now >= quest.goal, adds: null }} />
            </li>
          );
        })}
      </ul>
      <p>
        The game reports this progress. You only earn points for what the partner confirms to us. This partner
        is a demo, so it pays nothing.
      </p>
    </section>
  );
}
