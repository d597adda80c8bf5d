import { type ArtNames, artOf, boardAddress, boards } from '../../lib/format/art.ts';
import { coloursOf } from '../../lib/format/sprite.ts';

interface Props extends ArtNames {
  /** Pixels. */
  readonly size?: number;
}

/** The board of one of our games, or the picture of an offer, a case or a contest. Decorative, because the name is next to it. */
export function Art({ size = 64, ...art }: Props) {
  const picture = artOf(art);
  const box = { className: 'sprite', width: size, height: size };
  const { ground, ink } = coloursOf(art.names[0]);
  return boards.includes(picture) ? (
    <img {...box} src={boardAddress(picture)} alt="" />
  ) : (
    <svg {...box} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" rx="7" fill={ground} />
      <use href={`/pictures.svg#${picture}`} x="7" y="7" width="26" height="26" fill={ink} />
    </svg>
  );
}
