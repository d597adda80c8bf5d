import { artOf } from '../../../lib/format/art.ts';
import { coloursOf } from '../../../lib/format/sprite.ts';
import { Face } from '../../shared/Face.tsx';
import { CasePicture } from './CasePicture.tsx';

interface Props {
  /** The case's slug, or the name of the drawn item. */
  readonly of: string;
  readonly kind: string;
  readonly no: string;
  /** The most that the case pays. Left out for a drawn item. */
  readonly best?: number;
}

export const bestOf = ({ items }: { readonly items: readonly { readonly points: number }[] }) =>
  Math.max(...items.map(({ points }) => points));

/** The top of the ticket: the case's picture, or the drawn item's, with its colour. */
export function Lid({ of, kind, no, best }: Props) {
  return (
    <div className="lid">
      {best === undefined ? (
        <Face glyph={artOf({ names: [of], other: 'chest' })} colour={coloursOf(of).ground} />
      ) : (
        <CasePicture slug={of} best={best} />
      )}
      <span>{kind}</span> <span>{no}</span>
    </div>
  );
}
