import { formatPoints } from '../../lib/format/points.ts';

/** As the address names them; one's own round has no name there. */
export const modes = ['own', 'today', 'untimed'] as const;
export type Mode = (typeof modes)[number];
const names = { own: 'Classic', today: 'Daily challenge', untimed: 'No timer' } as const;

interface Props {
  readonly mode: Mode;
  readonly onChange: (mode: Mode) => void;
  /** A clock that can be left out. */
  readonly hasClock: boolean;
  readonly best: number | null;
}

/** Which round is to come: one of one's own, the one that everyone shares today, or one without a clock. Stands where the score will. */
export function Modes({ mode, onChange, hasClock, best }: Props) {
  return (
    <div className="score-strip">
      <fieldset className="modes">
        <legend className="unseen">Round</legend>
        {modes
          .filter((each) => each !== 'untimed' || hasClock)
          .map((each) => (
            <button
              key={each}
              type="button"
              className="chip"
              aria-pressed={each === mode}
              onClick={() => onChange(each)}
            >
              {names[each]}
            </button>
          ))}
      </fieldset>
      {best !== null && (
        <p className="your-best num">
          <small>Your best</small> {formatPoints(best)}
        </p>
      )}
    </div>
  );
}
