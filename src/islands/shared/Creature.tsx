/** A creature of Hatch: its pixels row by row, and its hue. */
export interface Look {
  readonly size: number;
  readonly cells: readonly boolean[];
  readonly hue: number;
}

interface Props {
  readonly picture: Look;
  readonly className?: string;
}

/** Returns its pixels as SVG path data in the box 0 0 size size. */
function pixelsOf({ cells, size }: Look): string {
  return cells.map((on, cell) => (on ? `M${cell % size} ${Math.floor(cell / size)}h1v1h-1z` : '')).join('');
}

/** A hatched creature in its colours, which all sprites on the site share. */
export function Creature({ picture, className }: Props) {
  const { size, hue } = picture;
  const box = size + 2;
  return (
    <svg className={className} viewBox={`-1 -1 ${box} ${box}`} aria-hidden="true">
      <rect x="-1" y="-1" width={box} height={box} rx={box * 0.18} fill={`oklch(0.42 0.11 ${hue})`} />
      <path className="pixels" d={pixelsOf(picture)} fill={`oklch(0.93 0.11 ${(hue + 40) % 360})`} />
    </svg>
  );
}

/** The outline of a creature that hasn't been found yet. */
export function Silhouette({ picture }: Pick<Props, 'picture'>) {
  const box = picture.size + 2;
  return (
    <svg className="silhouette" viewBox={`-1 -1 ${box} ${box}`} aria-hidden="true">
      <path d={pixelsOf(picture)} />
      <text x={picture.size / 2} y={picture.size * 0.66} fontSize={picture.size * 0.5}>
        ?
      </text>
    </svg>
  );
}
