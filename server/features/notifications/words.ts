/** Words that notifications share. */
import { formatPoints } from '../../../src/lib/format/points.ts';

/** (1200) → "1,200 points" */
export const pointsOf = (points: number) => `${formatPoints(points)} ${points === 1 ? 'point' : 'points'}`;

/** ("no stock") → "No stock." */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}
