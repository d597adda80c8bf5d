import { artOf } from '../../../lib/format/art.ts';
import { coloursOf } from '../../../lib/format/sprite.ts';
import { Face } from '../../shared/Face.tsx';

interface Props {
  /** The case's slug, or the name of the drawn item. */
  readonly of: string;
  readonly kind: string;
  readonly no: string;
}

/** The top of the ticket: the case's picture, or the drawn item's, with its colour. */
export function Lid({ of, kind, no }: Props) {
  return (
    <div className="lid">
      <Face glyph={artOf([of], 'chest')} colour={coloursOf(of).ground} />
      <span>{kind}</span>
      <span>{no}</span>
    </div>
  );
}
