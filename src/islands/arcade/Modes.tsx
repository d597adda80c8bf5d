import type { Rules, Variant } from '../../lib/arcade/arcade.ts';
import { medalOf, nextMedal } from '../../lib/arcade/medals.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { MedalMark, medalNames } from '../shared/MedalMark.tsx';
import type { Choice } from './use-mode.ts';

interface Props {
  readonly choices: readonly Choice[];
  readonly mode: string;
  readonly onChange: (mode: string) => void;
  /** The rules of the chosen variant. */
  readonly rules: Rules;
  /** The best counted score in it. Zero while it is unknown and before the first round; undefined for guests. */
  readonly best: number | undefined;
}

/** Chooses the next round. The score replaces it during the round. */
export function Modes({ choices, mode, onChange, rules: { variant }, best }: Props) {
  return (
    <div className="score-strip choosing">
      <fieldset className="modes">
        <legend className="unseen">Mode</legend>
        {choices.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="chip"
            aria-pressed={id === mode}
            onClick={() => onChange(id)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {best !== undefined && (
        <p className="your-best num">{best > 0 && <Best variant={variant} best={best} />}</p>
      )}
    </div>
  );
}

function Best({ variant, best }: { readonly variant: Variant; readonly best: number }) {
  const medal = medalOf(variant, best);
  const next = nextMedal(variant, best);
  return (
    <>
      <small>Your best</small> {formatPoints(best)} {medal && <MedalMark medal={medal} />}
      {next && (
        <small>
          {medalNames[next.medal]} from {formatPoints(next.score)}
        </small>
      )}
    </>
  );
}
