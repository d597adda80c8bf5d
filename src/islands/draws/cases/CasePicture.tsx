import { artOf } from '../../../lib/format/art.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { coloursOf } from '../../../lib/format/sprite.ts';
import { Face } from '../../shared/Face.tsx';

interface Props {
  readonly slug: string;
  /** The most that one opening pays. */
  readonly best: number | null;
}

const BOX = 'M41 38h78a5 5 0 0 1 5 5v37H36V43a5 5 0 0 1 5-5z';

/** A case with tickets coming out of it, the best one in front. Decorative: the text next to it says the same. */
export function CasePicture({ slug, best }: Props) {
  const { ground } = coloursOf(slug);
  const glyph = artOf({ names: [slug], other: 'chest' });
  return (
    <span className="case-picture">
      <Face glyph={glyph} colour={ground} />
      <svg viewBox="0 0 160 80" aria-hidden="true">
        <rect x="60" y="14" width="40" height="60" rx="4" transform="rotate(-24 80 84)" />
        <rect x="60" y="14" width="40" height="60" rx="4" transform="rotate(24 80 84)" />
        <rect className="front" x="57" y="6" width="46" height="60" rx="4" />
        {best !== null && (
          <text x="80" y="26">
            {formatPoints(best)}
          </text>
        )}
        <path fill={ground} d={BOX} />
        <path opacity=".22" d={BOX} />
        <use href={`/glyphs.svg#${glyph}`} x="60" y="38" width="40" height="40" fill="#fff" />
      </svg>
    </span>
  );
}
