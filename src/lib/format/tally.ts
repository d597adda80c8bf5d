/** Progress as tally marks: bundles of five, with the fifth stroke across the other four. */
import { formatNumber } from './numbers.ts';

interface Stroke {
  /** SVG path data in the box -2 0 29 22. */
  readonly path: string;
  readonly done: boolean;
}
interface Tally {
  readonly bundles: readonly (readonly Stroke[])[];
  /** "7 of 10" */
  readonly label: string;
}

/** Above this, strokes can't be read at a glance, and a bar is better. */
export const MOST_STROKES = 40;

/** Drawn as if by hand: each upright leans a little more than the one before. */
const STROKES = [
  'M3 2.5 2.4 19.5',
  'M9 2.5 8.5 19.5',
  'M15 2.5 14.6 19.5',
  'M21 2.5 20.7 19.5',
  'M-1 16.5 26 5',
];

/** Returns strokes for a goal of up to MOST_STROKES. Null above that, or without a goal; show a bar then. */
export function tallyOf(done: number, goal: number): Tally | null {
  if (!Number.isInteger(goal) || goal < 1 || goal > MOST_STROKES) return null;
  const bundles: Stroke[][] = [];
  for (let first = 0; first < goal; first += 5) {
    bundles.push(STROKES.slice(0, goal - first).map((path, at) => ({ path, done: first + at < done })));
  }
  return { bundles, label: tallyLabel(done, goal) };
}

/** "7 of 10". Never shows more than the goal. */
export function tallyLabel(done: number, goal: number): string {
  return `${formatNumber(Math.min(done, goal))} of ${formatNumber(goal)}`;
}
