import { type AnyArt, artOf, boardAddress, boards } from '../../lib/format/art.ts';
import { coloursOf } from '../../lib/format/sprite.ts';

interface Props {
  /** Its names. The first one decides the colours; the first one that has a picture decides the picture. */
  readonly names: readonly [string, ...string[]];
  readonly other: AnyArt;
  /** Pixels. */
  readonly size?: number;
}

/** The board of one of our games, or the picture of an offer, a case or a contest. Decorative, because the name is next to it. */
export function Art({ names, other, size = 64 }: Props) {
  const art = artOf(names, other);
  const box = { className: 'sprite', width: size, height: size };
  const { ground, ink } = coloursOf(names[0]);
  return boards.includes(art) ? (
    <img {...box} src={boardAddress(art)} alt="" />
  ) : (
    <svg {...box} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="7" fill={ground} />
      <use href={`/pictures.svg#${art}`} x="7" y="7" width="26" height="26" fill={ink} />
    </svg>
  );
}
