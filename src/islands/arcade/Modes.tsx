import type { Rules } from '../../lib/arcade/arcade.ts';
import { medalOf, nextMedal } from '../../lib/arcade/medals.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { MedalMark, medalNames } from '../shared/MedalMark.tsx';

/** A kind of round to choose. The address names it by its id; Classic has none. */
interface Choice {
  readonly id: string;
  readonly name: string;
}
export const OWN = 'own';
export const TODAY = 'today';
export const UNTIMED = 'untimed';
export const WEEK = 'week';

/**
 * Returns the rounds that a game offers: Classic, the daily challenge, one without the clock, the other variants, and the
 * tournament if this is the game of the week.
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
  /** The rules of the chosen variant. */
  readonly rules: Rules;
  /** The best counted score in it. Undefined for guests and before the first round. */
  readonly best: number | undefined;
}

/** Chooses the next round. The score replaces it during the round. */
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
