import { memo } from 'react';
import { tallyLabel } from '../../lib/format/tally.ts';
import { Tally } from '../shared/Tally.tsx';
import type { OwnQuest } from './own-game.ts';
import type { QuestProgress } from './quest-progress.ts';

interface Props {
  readonly quest: Pick<OwnQuest, 'metric' | 'goal'>;
  readonly progress: QuestProgress;
  /** The period in which it must be done, in words. */
  readonly period?: string;
}

/** Most acts leave it as it is. */
const Strokes = memo(Tally);

/** Tally strokes if the goal is small enough, otherwise a bar. The text always gives the numbers. */
export function QuestMeter({ quest: { metric, goal }, progress: { now, done, adds }, period = '' }: Props) {
  // A tile counts as its number of merges: 64 takes six.
  const rank = (value: number) => (metric === 'best_tile' ? Math.ceil(Math.log2(Math.max(value, 1))) : value);
  return (
    <div className="meter num">
      <Strokes silent done={rank(now)} goal={rank(goal)} />
      <small>
        {done ? (
          <span className="state ok">completed</span>
        ) : (
          `${adds === null ? '' : 'this round: '}${tallyLabel(adds ?? now, goal)}`
        )}{' '}
        {period}
      </small>
    </div>
  );
}
