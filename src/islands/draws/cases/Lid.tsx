import { spriteOf } from '../../../lib/format/sprite.ts';
import { Face } from '../../shared/Face.tsx';

interface Props {
  /** What its creature is made from. */
  readonly of: string;
  readonly kind: string;
  readonly no: string;
}

/** The head of the ticket: the case's creature, or the item's that came out. */
export function Lid({ of, kind, no }: Props) {
  return (
    <div className="lid">
      <Face glyph={null} name={of} colour={spriteOf(of).ground} />
      <span>{kind}</span>
      <span>{no}</span>
    </div>
  );
}
