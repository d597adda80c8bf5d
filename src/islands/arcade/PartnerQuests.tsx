import type { OwnQuest } from './own-game.ts';
import { QuestRow } from './QuestRow.tsx';

interface Props {
  readonly quests: readonly OwnQuest[];
  /** Progress that the game itself reports, by quest id. */
  readonly reported: Readonly<Record<number, number>>;
  /** Progress that the server knows, by quest id. */
  readonly before: Readonly<Record<number, number>>;
}

/** A partner's quests next to its game, with the progress that the game reports. */
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
