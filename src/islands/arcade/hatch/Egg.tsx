import type { HatchState } from '../../../lib/arcade/hatch.ts';
import { Creature } from '../../shared/Creature.tsx';

/** Shows the result of the last act over the grid for a moment: the hatched creature, or the cost of a mistake. */
export function Egg({ game: { hatched, mistakes, timed, last } }: { readonly game: HatchState }) {
  const newest = hatched.at(-1);
  return (
    <>
      {newest && (
        <span key={`out ${hatched.length}`} className="comes-out">
          <Creature picture={newest} />
        </span>
      )}
      {last.wrong && (
        <span key={`lost ${mistakes}`} className="lost" aria-hidden="true">
          {timed ? '−5 s' : 'Mistake'}
        </span>
      )}
    </>
  );
}
