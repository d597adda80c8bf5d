import { formatPoints } from '../../lib/format/points.ts';
import type { OwnQuest } from './own-game.ts';
import { QuestMeter } from './QuestMeter.tsx';
import type { QuestProgress } from './quest-progress.ts';

interface Props {
  readonly quest: Pick<OwnQuest, 'name' | 'points' | 'metric' | 'goal'>;
  readonly progress: QuestProgress;
  /** The period in which it must be done, in words. */
  readonly period?: string;
}

/** A quest: what to do, what it pays, and the progress. */
export function QuestRow({ quest, ...progress }: Props) {
  return (
    <>
      <div className="quest-head">
        <b>{quest.name}</b>
        <span className="pts">{formatPoints(quest.points)} pts</span>
      </div>
      <QuestMeter quest={quest} {...progress} />
    </>
  );
}
