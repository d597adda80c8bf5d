import { POINTS_PER_DOLLAR } from '../site.ts';

const whole = new Intl.NumberFormat('en-US');
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** 8400 → "8,400" */
export function formatPoints(points: number): string {
  return whole.format(points);
}

/** A change of a balance, with its sign always written: 40 → "+40", -150 → "−150" (a true minus, as wide as the plus), 0 → "0". */
export function formatChange(points: number): string {
  if (points === 0) return whole.format(0);
  return points < 0 ? `−${whole.format(-points)}` : `+${whole.format(points)}`;
}

/** Cents → "$8.40" */
export function formatMoney(cents: number): string {
  return dollars.format(cents / 100);
}

/** What points are worth: 8400 → "$8.40" */
export function pointsInMoney(points: number): string {
  return dollars.format(points / POINTS_PER_DOLLAR);
}
