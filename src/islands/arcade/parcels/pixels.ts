/** Converts an eight by eight pixel picture to SVG path data in the box 0 0 8 8: one rectangle per run of '#' in a row. */
function pathOf(picture: string): string {
  return picture
    .trim()
    .split('\n')
    .flatMap((line, y) =>
      [...line.trim().matchAll(/#+/g)].map(
        ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
      ),
    )
    .join('');
}

/** The courier's outline and body. The eyes look in the driving direction. */
export const outline = pathOf(`
  .######.
  ########
  ########
  ########
  ########
  ########
  ########
  .######.
`);
export const body = pathOf(`
  ........
  ..####..
  .######.
  .######.
  .######.
  .######.
  ..####..
  ........
`);
/** The eyes for up, right, down and left. */
export const eyes = [
  'M2 2h1v2h-1zM5 2h1v2h-1z',
  'M3 3h1v2h-1zM5 3h1v2h-1z',
  'M2 4h1v2h-1zM5 4h1v2h-1z',
  'M2 3h1v2h-1zM4 3h1v2h-1z',
] as const;

export const box = 'M1 1h6v6h-6z';
/** The tape across a parcel, and its shadow. */
export const tape = 'M3 1h2v6h-2z';
export const shade = 'M1 6h6v1h-6z';

export const frame = pathOf(`
  ..####..
  .######.
  .######.
  .######.
  .######.
  .######.
  .######.
  ########
`);
export const opening = pathOf(`
  ........
  ...##...
  ..####..
  ..####..
  ..####..
  ..####..
  ..####..
  ........
`);
export const knob = 'M5 4h1v1h-1z';
