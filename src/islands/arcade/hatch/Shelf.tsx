import type { Picture } from '../../../lib/arcade/hatch-pictures.ts';
import { Creature } from '../../shared/Creature.tsx';

/** The creatures of the round: the hatched ones, and an egg for each of the others. */
export function Shelf({ hatched, count }: { readonly hatched: readonly Picture[]; readonly count: number }) {
  return (
    <div className="shelf" role="img" aria-label={`${hatched.length} of ${count} hatched`}>
      {Array.from({ length: count }, (_, index) => {
        const picture = hatched[index];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: eggs never change order
          <span key={index}>{picture ? <Creature picture={picture} className="out" /> : <EggMark />}</span>
        );
      })}
    </div>
  );
}

/** An egg in an eight by eight pixel grid. */
export function EggMark() {
  return (
    <svg className="egg" viewBox="-1 -1 10 10" aria-hidden="true">
      <path className="shell" d="M3 0h2v1h1v1h1v2h1v2h-1v1h-1v1h-4v-1h-1v-1h-1v-2h1v-2h1v-1h1z" />
      <path className="speck" d="M3 3h1v1h-1zM5 5h1v1h-1zM2 5h1v1h-1z" />
    </svg>
  );
}
