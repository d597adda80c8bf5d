import { type AnyArt, artOf } from '../../lib/format/art.ts';
import { coloursOf } from '../../lib/format/sprite.ts';

interface Props {
  /** Its names. The first one decides the colours; the first one that has a picture decides the picture. */
  readonly names: readonly [string, ...string[]];
  readonly other: AnyArt;
  /** Pixels. */
  readonly size?: number;
}

/** The picture of a game, an offer, a case or a contest. Decorative, because the name is next to it. */
export function Art({ names, other, size = 64 }: Props) {
  const { ground, ink } = coloursOf(names[0]);
  return (
    <svg className="sprite" viewBox="0 0 40 40" width={size} height={size} aria-hidden="true">
      <rect width="40" height="40" rx="7" fill={ground} />
      <use href={`/pictures.svg#${artOf(names, other)}`} x="7" y="7" width="26" height="26" fill={ink} />
    </svg>
  );
}
