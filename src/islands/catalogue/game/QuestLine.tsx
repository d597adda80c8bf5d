import type { Quest } from '../../../lib/contract/catalogue/games.ts';
import { tallyLabel } from '../../../lib/format/tally.ts';
import { Points } from '../../shared/Points.tsx';
import { StateBadge } from '../../shared/StateBadge.tsx';
import { Tally } from '../../shared/Tally.tsx';
import { strokesOf } from './quest-groups.ts';

interface Props {
  quest: Quest;
  /** Whether to show the caller's own progress. */
  shows: boolean;
}

/** A quest: what to do, what it pays, and the progress. */
export function QuestLine({ quest, shows }: Props) {
  const { goal, progress, completionStatus: status } = quest;
  const isOpen = status !== 'completed' && progress !== null && goal !== null;
  // A meter of one empty stroke adds nothing to the Play button.
  const hasMeter = shows && !(isOpen && goal === 1);
  return (
    <li className="quest">
      <div>
        <b>{quest.name}</b>
        <p>{quest.description}</p>
      </div>
      {quest.points !== 0 && <Points points={quest.points} />}
      {hasMeter && (
        <div className="meter num">
          {isOpen ? (
            <>
              <Tally done={strokesOf(quest, progress)} goal={strokesOf(quest, goal)} silent />
              <small>{tallyLabel(progress, goal)}</small>
            </>
          ) : (
            <StateBadge state={status} />
          )}
        </div>
      )}
    </li>
  );
}
