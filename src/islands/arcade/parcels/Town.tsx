import { memo, useState } from 'react';
import { courierOf, type Happening, loadOf, type ParcelsState } from '../../../lib/arcade/parcels.ts';
import { SIZE } from '../../../lib/arcade/parcels-town.ts';
import { body, box, eyes, frame, knob, opening, outline, shade, tape } from './pixels.ts';

/** A cell is eight pixels wide. */
const CELL = 8;
export const BOX = `0 0 ${SIZE * CELL} ${SIZE * CELL}`;
/** The eyes before the first turn. */
const LOOKS_UP = 0;
const MOST_RAMP = 10;

const at = (cell: number) => `translate(${(cell % SIZE) * CELL} ${Math.floor(cell / SIZE) * CELL})`;

/** Houses as rectangles of cells: those that touch are one house. */
function housesOf(houses: readonly boolean[]) {
  const built = (x: number, y: number) => x < SIZE && houses[y * SIZE + x] === true;
  return houses.flatMap((house, cell) => {
    const [x, y] = [cell % SIZE, Math.floor(cell / SIZE)];
    const begins = house && !(x > 0 && built(x - 1, y)) && !(y > 0 && built(x, y - 1));
    if (!begins) return [];
    return { cell, width: built(x + 1, y) ? 2 : 1, height: y + 1 < SIZE && built(x, y + 1) ? 2 : 1 };
  });
}

/** The paving: a stone for each cell. */
const streets = Array.from(
  { length: SIZE * SIZE },
  (_, cell) => `M${(cell % SIZE) * CELL + 0.5} ${Math.floor(cell / SIZE) * CELL + 0.5}h7v7h-7z`,
).join('');

/** A house with a roof and windows, some of which are lit. */
function House({ cell, width, height }: { cell: number; width: number; height: number }) {
  const [wide, high] = [width * CELL - 2, height * CELL - 2];
  const windows = Array.from({ length: width * height }, (_, index) => ({
    x: 3 + (index % width) * CELL,
    y: 4 + Math.floor(index / width) * CELL,
    lit: (cell * 7 + index * 5) % 3 === 0,
  }));
  return (
    <g className="house" data-kind={cell % 3} transform={at(cell)}>
      <path className="wall" d={`M1 1h${wide}v${high}h-${wide}z`} />
      <path className="roof" d={`M1 0h${wide}v1h1v2h-${wide + 2}v-2h1z`} />
      {windows.map(({ x, y, lit }) => (
        <path key={`${x} ${y}`} className={lit ? 'window lit' : 'window'} d={`M${x} ${y}h2v2h-2z`} />
      ))}
    </g>
  );
}

/** What never changes within a round. */
const Houses = memo(function Houses({ houses }: { readonly houses: readonly boolean[] }) {
  return (
    <>
      <path className="street" d={streets} />
      {housesOf(houses).map((house) => (
        <House key={house.cell} {...house} />
      ))}
    </>
  );
});

/** A parcel in the colour of what it is worth: the first of a load, the second … */
export function Parcel({ place, transform }: { readonly place: number; readonly transform?: string }) {
  return (
    <g className="parcel" data-ramp={Math.min(place, MOST_RAMP)} transform={transform}>
      <path className="box" d={box} />
      <path className="tape" d={tape} />
      <path className="under" d={shade} />
    </g>
  );
}

export function Courier({ heading, transform }: { readonly heading: number; readonly transform?: string }) {
  return (
    <g className="courier" transform={transform}>
      <path className="outline" d={outline} />
      <path className="body" d={body} />
      <path className="eyes" d={eyes[heading] ?? eyes[LOOKS_UP]} />
    </g>
  );
}

export function Door({ open, transform }: { readonly open: boolean; readonly transform?: string }) {
  return (
    <g className="door" data-open={open} transform={transform}>
      <path className="frame" d={frame} />
      <path className="opening" d={opening} />
      {!open && <path className="knob" d={knob} />}
    </g>
  );
}

/** The town to look at; who can't see it is told in words. */
export function Town({ game }: { readonly game: ParcelsState }) {
  const load = loadOf(game);
  return (
    <>
      <Houses houses={game.houses} />
      <Door open={load > 0} transform={at(game.door)} />
      {game.parcels.map((cell) => (
        <Parcel key={cell} place={load + 1} transform={at(cell)} />
      ))}
      {game.row.slice(1).map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a parcel's place in the row is what it is
        <Parcel key={index} place={index + 1} transform={at(cell)} />
      ))}
      <Courier heading={game.heading ?? LOOKS_UP} transform={at(courierOf(game))} />
      <Word game={game} />
    </>
  );
}

/** A word where something was handed over or lost; it rises and fades while the courier drives on. */
function Word({ game: { happening, steps, row } }: { readonly game: ParcelsState }) {
  const [shown, setShown] = useState({ happening, steps: 0, cell: 0 });
  const worth = happening.kind === 'delivered' || happening.kind === 'spilled';
  if (worth && shown.happening !== happening) setShown({ happening, steps, cell: row[0] ?? 0 });
  if (shown.steps === 0) return null;
  // Away from the edges, where it would be cut off.
  const x = Math.min(Math.max((shown.cell % SIZE) * CELL + CELL / 2, 14), SIZE * CELL - 14);
  const y = Math.max(Math.floor(shown.cell / SIZE) * CELL - 2, 10);
  return (
    <text key={shown.steps} className="word" x={x} y={y}>
      {wordOf(shown.happening)}
    </text>
  );
}

function wordOf(happening: Happening): string {
  if (happening.kind === 'delivered') return `+${happening.gained}`;
  return happening.kind === 'spilled' ? `lost ${happening.load}` : '';
}
