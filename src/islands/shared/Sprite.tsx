import { spriteOf } from '../../lib/format/sprite.ts';

interface Props {
  /** The text it is made from. The same id always gives the same creature. */
  id: string;
  /** Pixels. */
  size?: number;
  /** The player's level. From the second level on, the picture has a frame. */
  level?: number | null;
}

/** The pixel creature of a user or a collection. Decorative, because the name is next to it. */
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
