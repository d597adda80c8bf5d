import { spriteOf } from '../../lib/format/sprite.ts';

interface Props {
  /** What it is made from; the same id gives the same creature. */
  id: string;
  /** Pixels. */
  size?: number;
  /** Of a player: from the second level on there is a frame around it. */
  level?: number | null;
}

/** A game's, user's or case's pixel creature. Decoration: its name is beside it. */
export function Sprite({ id, size = 64, level }: Props) {
  const { path, ground, ink } = spriteOf(id);
  return (
    <svg
      className="sprite"
      data-level={level}
      viewBox="-1 -1 10 10"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <rect x="-1" y="-1" width="10" height="10" rx="1.8" fill={ground} />
      <path d={path} fill={ink} />
    </svg>
  );
}
