import type { HatchState } from '../../../lib/arcade/hatch.ts';
import { Creature } from '../../shared/Creature.tsx';

/** What the last act came to, shown over the grid for a moment: the creature that came out, or what a mistake cost. */
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
