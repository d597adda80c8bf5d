/** The creatures of Hatch: small symmetric pixel pictures that can be solved from their counts by logic, without guessing. */
import { below, createRandom } from './random.ts';

export interface Picture {
  /** Rows and columns: 5 to 8, or 10. */
  readonly size: number;
  /** Whether a pixel belongs to the creature, row by row from the top left. */
  readonly cells: readonly boolean[];
  /** The lengths of the runs of pixels in each row and column, in order. [0] if there are none. */
  readonly rows: readonly (readonly number[])[];
  readonly columns: readonly (readonly number[])[];
  /** The hue of its colours, 0 to 359. */
  readonly hue: number;
}

/** The picture sizes of a round, in order. */
export const sizes: readonly number[] = [5, 5, 6, 6, 7, 7, 8, 8, 8, 8];
/** The picture sizes of the weekly giants. */
export const giants: readonly number[] = [10, 10, 10];

/** The runs in a line: [true, true, false, true] → [2, 1] */
export function runsOf(line: readonly boolean[]): readonly number[] {
  const runs: number[] = [];
  let run = 0;
  for (const on of [...line, false]) {
    if (on) run += 1;
    else if (run > 0) {
      runs.push(run);
      run = 0;
    }
  }
  return runs.length > 0 ? runs : [0];
}

const half = (size: number) => Math.ceil(size / 2);

function mirrored(left: readonly boolean[], size: number): readonly boolean[] {
  return Array.from({ length: size }, (_, x) => left[Math.min(x, size - 1 - x)] ?? false);
}

/** Draws a creature's left half, row by row. The noise gets a face, so that it looks like a creature and not like a blot. */
function sketch(random: () => number, size: number): boolean[][] {
  const width = half(size);
  const chance = (hundredths: number) => below(random, 100) < hundredths;
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: width }, (_, x) => chance(y === 0 || y === size - 1 || x === 0 ? 38 : 64)),
  );
  const eyeRow = (size > 6 ? 2 : 1) + below(random, 2);
  const eye = width - 2;
  const set = (x: number, y: number, on: boolean) => {
    const row = rows[y];
    if (row) row[x] = on;
  };
  for (const y of [eyeRow - 1, eyeRow, eyeRow + 1]) for (let x = eye - 1; x < width; x++) set(x, y, true);
  set(eye, eyeRow, false);
  return rows;
}

function pictureFrom(left: readonly (readonly boolean[])[], size: number, hue: number): Picture {
  const lines = left.map((row) => mirrored(row, size));
  const columns = Array.from({ length: size }, (_, x) => runsOf(lines.map((line) => line[x] ?? false)));
  return { size, cells: lines.flat(), rows: lines.map(runsOf), columns, hue };
}

/** What is known about a line, as bit masks: pixels that are on, and pixels that are off. */
interface Known {
  readonly on: number;
  readonly off: number;
}

/** Returns the pixels that are the same in all `options` that fit what is known. */
function agree(options: readonly number[], { on, off }: Known, all: number): Known {
  let [always, never] = [all, all];
  for (const option of options) {
    if ((option & on) !== on || (option & off) !== 0) continue;
    always &= option;
    never &= ~option;
  }
  return { on: always, off: never & all };
}

/** All possible lines, as bit masks, by their runs. '2 1': a run of two, then a single pixel. */
type Lines = ReadonlyMap<string, readonly number[]>;

function linesOf(length: number, whole: (bits: readonly boolean[]) => readonly boolean[]): Lines {
  const masks = Array.from({ length: 1 << length }, (_, mask) => mask);
  return Map.groupBy(masks, (mask) =>
    runsOf(whole(Array.from({ length }, (_, at) => (mask & (1 << at)) !== 0))).join(),
  );
}

/** The lines for the left halves of rows and for columns, by picture size. Computed once, because there are few sizes. */
const linesBySize = new Map(
  [...new Set([...sizes, ...giants])].map((size) => [
    size,
    { rows: linesOf(half(size), (bits) => mirrored(bits, size)), columns: linesOf(size, (bits) => bits) },
  ]),
);

/**
 * Whether a picture can be solved without guessing, line by line, from each line's runs and the known pixels of the crossing
 * lines.
 */
export function isSolvable({ size, rows, columns }: Omit<Picture, 'cells' | 'hue'>): boolean {
  const width = half(size);
  const lines = linesBySize.get(size);
  const rowOptions = rows.map((runs) => lines?.rows.get(runs.join()) ?? []);
  const columnOptions = columns.slice(0, width).map((runs) => lines?.columns.get(runs.join()) ?? []);
  const [allOfRow, allOfColumn] = [(1 << width) - 1, (1 << size) - 1];
  const known = rows.map((): Known => ({ on: 0, off: 0 }));
  for (let found = true; found; ) {
    const before = known.map(({ on, off }) => `${on} ${off}`).join();
    rowOptions.forEach((options, y) => {
      known[y] = agree(options, known[y] ?? { on: 0, off: 0 }, allOfRow);
    });
    columnOptions.forEach((options, x) => {
      const bits = (part: keyof Known) =>
        known.reduce((sum, row, y) => sum | (((row[part] >> x) & 1) << y), 0);
      const { on, off } = agree(options, { on: bits('on'), off: bits('off') }, allOfColumn);
      known.forEach((row, y) => {
        known[y] = {
          on: row.on | (((on >> y) & 1) << x),
          off: row.off | (((off >> y) & 1) << x),
        };
      });
    });
    found = known.map(({ on, off }) => `${on} ${off}`).join() !== before;
  }
  return known.every(({ on, off }) => (on | off) === allOfRow);
}

const TRIES = 200;
/** Hues from green through blue to red. Amber is reserved for points. */
const HUES = { from: 100, count: 270 };

/** Returns the picture with this index (from 0) in a round with these sizes. */
export function pictureOf(seed: number, index: number, of: readonly number[] = sizes): Picture {
  const size = of[index] ?? 8;
  const random = createRandom((seed ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0);
  const hue = (HUES.from + below(random, HUES.count)) % 360;
  for (let tries = 0; tries < TRIES; tries++) {
    const picture = pictureFrom(sketch(random, size), size, hue);
    const pixels = picture.cells.filter(Boolean).length / (size * size);
    const whole = [...picture.rows, ...picture.columns].every(([first]) => first !== 0);
    if (whole && pixels > 0.42 && pixels < 0.8 && isSolvable(picture)) return picture;
  }
  // All pixels on can always be solved. In practice, one of the tries above succeeds.
  return pictureFrom(new Array(size).fill(new Array(half(size)).fill(true)), size, hue);
}
