import type { OwnQuest } from './own-game.ts';
import { QuestRow } from './QuestRow.tsx';

interface Props {
  readonly quests: readonly OwnQuest[];
  /** What the game says of itself, by the quest's id. */
  readonly told: Readonly<Record<number, number>>;
  /** What the server knows. */
  readonly before: Readonly<Record<number, number>>;
}

/** The quests of a partner's game beside it, as far as the game says they are. */
export function PartnerQuests({ quests, told, before }: Props) {
  return (
    <section className="quests">
      <h2>Its quests</h2>
      <ul>
        {quests.map((quest) => {
          const now = Math.min(Math.max(told[quest.id] ?? 0, before[quest.id] ?? 0), quest.goal);
          return (
            <li key={quest.id}>
              <QuestRow quest={quest} progress={{ now, done: now >= quest.goal, adds: null }} />
            </li>
          );
        })}
      </ul>
      <p>
        This is what the game says of itself. Points come by what a partner reports to us, and by nothing
        else; this partner is invented, so nothing is paid.
      </p>
    </section>
  );
}
