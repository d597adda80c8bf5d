import type { ReactNode } from 'react';
import type { OwnQuest } from './own-game.ts';
import { QuestRow } from './QuestRow.tsx';
import { nextQuest, questProgress } from './quest-progress.ts';

interface Props {
  readonly quests: readonly OwnQuest[];
  readonly metrics: Readonly<Record<string, number>>;
  readonly before: Readonly<Record<number, number>>;
  /** What the round has earned so far. */
  readonly children: ReactNode;
}

/** The quest nearest to its goal, as one line under the board. For screens without room for the list. */
export function QuestNow({ quests, metrics, before, children }: Props) {
  const next = nextQuest(
    // The number of rounds doesn't change during a round.
    quests
      .filter(({ metric }) => metric !== 'rounds')
      .map((quest) => {
        const now = questProgress(quest, metrics, before[quest.id]);
        return { ...quest, now, progress: now.now };
      }),
  );
  return (
    <div className="quest-now">
      {next && <QuestRow quest={next} progress={next.now} />}
      {children}
    </div>
  );
}
