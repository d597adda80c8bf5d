import type { Rules } from '../../lib/arcade/arcade.ts';
import { medalOf, nextMedal } from '../../lib/arcade/medals.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { MedalMark, medalNames } from '../shared/MedalMark.tsx';

/** A round that can be chosen. The address names it by its id, and Classic by none. */
interface Choice {
  readonly id: string;
  readonly name: string;
}
export const OWN = 'own';
export const TODAY = 'today';
export const UNTIMED = 'untimed';
export const WEEK = 'week';

/**
 * What a game offers: a round of one's own, the one that everyone shares today, one without its clock, its other variants, and the tournament
 * where it is the game of the week.
 */
export function choicesOf([classic, ...others]: readonly Rules[], hasTournament: boolean): readonly Choice[] {
  return [
    { id: OWN, name: 'Classic' },
    { id: TODAY, name: 'Daily challenge' },
    ...(classic?.untimed === undefined ? [] : [{ id: UNTIMED, name: 'No timer' }]),
    ...others.map(({ variant }) => variant),
    ...(hasTournament ? [{ id: WEEK, name: 'Tournament' }] : []),
  ];
}

interface Props {
  readonly choices: readonly Choice[];
  readonly mode: string;
  readonly onChange: (mode: string) => void;
  /** Of the variant that is chosen. */
  readonly rules: Rules;
  /** The best counted score in it; undefined for guests and before the first. */
  readonly best: number | undefined;
}

/** Which round is to come. Replaced by the score later. */
export function Modes({ choices, mode, onChange, rules: { variant }, best }: Props) {
  const medal = best === undefined ? null : medalOf(variant, best);
  const next = best === undefined ? null : nextMedal(variant, best);
  return (
    <div className="score-strip">
      <fieldset className="modes">
        <legend className="unseen">Round</legend>
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
      {best !== undefined && best > 0 && (
        <p className="your-best num">
          <small>Your best</small> {formatPoints(best)} {medal && <MedalMark medal={medal} />}
          {next && (
            <small>
              {medalNames[next.medal]} from {formatPoints(next.score)}
            </small>
          )}
        </p>
      )}
    </div>
  );
}
