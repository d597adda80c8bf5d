import { formatPoints } from '../../lib/format/points.ts';
import { SoundSwitch } from './SoundSwitch.tsx';

interface Props {
  readonly daily: boolean;
  readonly onChange: (daily: boolean) => void;
  readonly best: number | null;
}

/** Which round is to come: one of one's own, or the one that everyone shares today. Stands where the score will. */
export function Modes({ daily, onChange, best }: Props) {
  return (
    <div className="score-strip">
      <fieldset className="modes">
        <legend className="unseen">Round</legend>
        <button type="button" className="chip" aria-pressed={!daily} onClick={() => onChange(false)}>
          Classic
        </button>
        <button type="button" className="chip" aria-pressed={daily} onClick={() => onChange(true)}>
          Daily challenge
        </button>
      </fieldset>
      {best !== null && (
        <p className="your-best num">
          <small>Your best</small> {formatPoints(best)}
        </p>
      )}
      <SoundSwitch />
    </div>
  );
}
