import type { Case } from '../../../lib/contract/draws/cases.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';

interface Odds {
  readonly name: string;
  readonly points: number;
  /** From 0 to 1. */
  readonly chance: number;
  /** Its pay minus the price. Below zero for a loss. */
  readonly gain: number;
}

/** Returns each item's odds and gain, lowest pay first. */
export function oddsOf({ items, points: price }: Pick<Case, 'items' | 'points'>): Odds[] {
  const sum = items.reduce((all, { weight }) => all + weight, 0);
  return items
    .map(({ name, points, weight }) => ({
      name,
      points,
      chance: sum > 0 ? weight / sum : 0,
      gain: points - price,
    }))
    .sort((a, b) => a.points - b.points);
}

/** 0.055 → "5.5%", 0.00012 → "0.012%" */
export function percentWords(chance: number): string {
  if (chance <= 0 || chance >= 0.001) return `${formatNumber(chance * 100, 2)}%`;
  return chance.toLocaleString('en-US', { style: 'percent', maximumSignificantDigits: 2 });
}

/** 0.3 → "1 in 3.3", 0.005 → "1 in 200". Empty if the chance is zero. */
export function oneIn(chance: number): string {
  if (chance <= 0) return '';
  const times = 1 / chance;
  const digits = times < 20 ? 1 : 0;
  return `1 in ${formatNumber(times, digits)}`;
}

/** Formats an average number of points, which may have a fraction: 236.8 → "236.8" */
export function formatMean(points: number): string {
  return formatNumber(points, 1);
}

/** Returns how many of every 100 points spent come back on average: 236.8 of 250 → "94.7" */
export function backOf100({ expected, points }: Pick<Case, 'expected' | 'points'>): string {
  return formatNumber((100 * expected) / points, 1);
}

/** Returns a sentence on the average gain or loss. It depends on the server's numbers. */
export function honestWords(one: Pick<Case, 'expected' | 'points'>): string {
  const back = backOf100(one);
  return one.expected < one.points
    ? `On average it pays less than it costs: you get back ${back} of every 100 points.`
    : `On average it pays at least what it costs: you get back ${back} of every 100 points.`;
}

/** Returns about how many of a hundred openings pay at least their price. */
export function winsOf100(odds: readonly Odds[]): number {
  return Math.round(100 * odds.reduce((sum, { chance, gain }) => (gain >= 0 ? sum + chance : sum), 0));
}
