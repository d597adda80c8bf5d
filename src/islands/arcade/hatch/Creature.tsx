import type { Picture } from '../../../lib/arcade/hatch-pictures.ts';

/** Its pixels as SVG path data in a box of 0 0 size size. */
export function pixelsOf({ cells, size }: Picture): string {
  return cells.map((on, cell) => (on ? `M${cell % size} ${Math.floor(cell / size)}h1v1h-1z` : '')).join('');
}

/** A creature that has hatched, in its colours: those of every sprite on the site. */
export function Creature({ picture, className }: { readonly picture: Picture; readonly className?: string }) {
  const { size, hue } = picture;
  const box = size + 2;
  return (
    <svg className={className} viewBox={`-1 -1 ${box} ${box}`} aria-hidden="true">
      <rect x="-1" y="-1" width={box} height={box} rx={box * 0.18} fill={`oklch(0.42 0.11 ${hue})`} />
      <path className="pixels" d={pixelsOf(picture)} fill={`oklch(0.93 0.11 ${(hue + 40) % 360})`} />
    </svg>
  );
}
