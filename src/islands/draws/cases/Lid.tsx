import { artOf } from '../../../lib/format/art.ts';
import { coloursOf } from '../../../lib/format/sprite.ts';
import { Face } from '../../shared/Face.tsx';

interface Props {
  /** The case's address name, or the name of what came out of it. */
  readonly of: string;
  readonly kind: string;
  readonly no: string;
}

/** The head of the ticket: the case's picture, in the colour of the item that came out. */
export function Lid({ of, kind, no }: Props) {
  return (
    <div className="lid">
      <Face glyph={artOf([of], 'chest')} colour={coloursOf(of).ground} />
      <span>{kind}</span>
      <span>{no}</span>
    </div>
  );
}
