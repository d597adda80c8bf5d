import { lookOf } from '../../lib/arcade/creatures.ts';
import { Creature } from '../shared/Creature.tsx';

/** The creatures that a round added to the collection. */
export function Finds({ creatures }: { readonly creatures: readonly string[] }) {
  return (
    <span className="finds">
      {creatures.map((code) => (
        <Creature key={code} picture={lookOf(code)} />
      ))}
    </span>
  );
}
