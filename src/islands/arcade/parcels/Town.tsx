import { memo, useState } from 'react';
import type { TownMap } from '../../../lib/arcade/parcels-maps.ts';
import {
  courierOf,
  loadOf,
  type ParcelsState,
  type StepEvent,
  tipLeft,
} from '../../../lib/arcade/parcels-state.ts';
import { SIZE } from '../../../lib/arcade/parcels-town.ts';
import { body, box, eyes, frame, knob, opening, outline, shade, tape } from './pixels.ts';

/** A cell is eight pixels wide. */
const CELL = 8;
export const BOX = `0 0 ${SIZE * CELL} ${SIZE * CELL}`;
/** Where the eyes look before the first turn. */
const LOOKS_UP = 0;
const MOST_RAMP = 10;

/** The place of a cell's upper left corner. */
const cornerOf = (cell: number) => `${(cell % SIZE) * CELL} ${Math.floor(cell / SIZE) * CELL}`;
const at = (cell: number) => `translate(${cornerOf(cell)})`;

/** Returns houses as rectangles of cells. Adjacent cells form one house. `built`: whether each cell has a house. */
function housesOf(built: readonly boolean[]) {
  const taken = new Set<number>();
  const isFree = (x: number, y: number) =>
    x < SIZE && built[y * SIZE + x] === true && !taken.has(y * SIZE + x);
  return built.flatMap((_, cell) => {
    const [x, y] = [cell % SIZE, Math.floor(cell / SIZE)];
    if (!isFree(x, y)) return [];
    let [width, height] = [1, 1];
    while (isFree(x + width, y)) width++;
    const row = Array.from({ length: width }, (_, at) => x + at);
    while (y + height < SIZE && row.every((column) => isFree(column, y + height))) height++;
    for (let at = 0; at < height; at++) for (const column of row) taken.add((y + at) * SIZE + column);
    return { cell, width, height };
  });
}

/** The paving, one stone per cell. */
const streets = Array.from({ length: SIZE * SIZE }, (_, cell) => `M${cornerOf(cell)}m.5 .5h7v7h-7z`).join('');

/** A house with a roof and windows. Some windows are lit. */
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

/** The map's arrow characters and their drawings. */
const arrows = [
  ['^', 'm4 2l2 3h-4z'],
  ['>', 'm6 4l-3 2v-4z'],
  ['v', 'm4 6l-2 -3h4z'],
  ['<', 'm2 4l3 -2v4z'],
] as const;

interface GroundProps {
  readonly houses: readonly boolean[];
  readonly map: TownMap | null;
}

/** Everything that stays the same during a round. */
const Ground = memo(function Ground({ houses, map }: GroundProps) {
  const drawn = [...(map?.cells ?? '')];
  const cellsOf = (kind: string) => drawn.flatMap((each, cell) => (each === kind ? [cell] : []));
  const built = houses.map((house, cell) => house && drawn[cell] !== 'T' && drawn[cell] !== '~');
  return (
    <>
      <path className="street" d={streets} />
      <path
        className="water"
        d={cellsOf('~')
          .map((cell) => `M${cornerOf(cell)}h8v8h-8z`)
          .join('')}
      />
      <path
        className="wave"
        d={cellsOf('~')
          .map((cell) => `M${cornerOf(cell)}m${1 + (cell % 3)} ${2 + (cell % 2) * 3}h3v1h-3z`)
          .join('')}
      />
      {housesOf(built).map((house) => (
        <House key={house.cell} {...house} />
      ))}
      {cellsOf('T').map((cell) => (
        <g key={cell} className="tree" transform={at(cell)}>
          <path className="trunk" d="M3 5h2v3h-2z" />
          <path className="leaves" d="M2 0h4v1h1v4h-1v1h-4v-1h-1v-4h1z" />
          <path className="light" d="M3 1h2v1h-2z" />
        </g>
      ))}
      {arrows.map(([sign, arrow]) => (
        <path
          key={sign}
          className="one-way"
          d={cellsOf(sign)
            .map((cell) => `M${cornerOf(cell)}${arrow}`)
            .join('')}
        />
      ))}
    </>
  );
});

/** A parcel, in the colour for its place in the load. */
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

/** The time left for a tip, as a shrinking bar over the door. */
function Tip({ left, transform }: { readonly left: number; readonly transform: string }) {
  if (left === 0) return null;
  return (
    <g className="tip" transform={transform}>
      <path className="bar" d="M-1 -3h10v2h-10z" />
      <rect className="left" x="-1" y="-3" width={10 * left} height="2" />
    </g>
  );
}

/** The visible town. Screen readers get it in words. */
export function Town({ game }: { readonly game: ParcelsState }) {
  const load = loadOf(game);
  return (
    <>
      <Ground houses={game.houses} map={game.map} />
      <Door open={load > 0} transform={at(game.door)} />
      <Tip left={tipLeft(game)} transform={at(game.door)} />
      {game.parcels.map((cell) => (
        <Parcel key={cell} place={load + 1} transform={at(cell)} />
      ))}
      {game.row.slice(1).map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parcels never change order
        <Parcel key={index} place={game.aboard + index + 1} transform={at(cell)} />
      ))}
      <Courier heading={game.heading ?? LOOKS_UP} transform={at(courierOf(game))} />
      {game.aboard > 0 && (
        <text className="aboard" transform={at(courierOf(game))} x="4" y="-1">
          {game.aboard}
        </text>
      )}
    </>
  );
}

/**
 * A word at the place of a delivery or a loss. It rises and fades while the courier drives on. It is a separate picture, so that
 * its movement causes no layout.
 */
export function Word({ game: { event, steps, row } }: { readonly game: ParcelsState }) {
  const [shown, setShown] = useState({ event, word: '', steps, cell: 0 });
  const word = wordOf(event);
  if (word && shown.event !== event) setShown({ event, word, steps, cell: row[0] ?? 0 });
  if (!shown.word) return null;
  // Keep it away from the edges, where it would be cut off.
  const x = Math.min(Math.max((shown.cell % SIZE) * CELL + CELL / 2, 14), SIZE * CELL - 14);
  const y = Math.max(Math.floor(shown.cell / SIZE) * CELL - 2, 10);
  return (
    <svg key={shown.steps} className="town word" viewBox={BOX} aria-hidden="true">
      <text x={x} y={y}>
        {shown.word}
      </text>
    </svg>
  );
}

function wordOf(event: StepEvent): string {
  if (event.kind === 'delivered') return `+${event.gained}${event.tip > 0 ? ' tip' : ''}`;
  return event.kind === 'spilled' ? `lost ${event.load}` : '';
}
