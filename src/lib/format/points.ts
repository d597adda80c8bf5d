import { POINTS_PER_DOLLAR } from '../site.ts';
import { formatNumber } from './numbers.ts';

/** 8400 → "8,400" */
export function formatPoints(points: number): string {
  return formatNumber(points);
}

/** 1 → "1 point", 2180 → "2,180 points" */
export function pointsInWords(points: number): string {
  return `${formatPoints(points)} point${points === 1 ? '' : 's'}`;
}

/** A change of a balance, always with its sign: 40 → "+40", -150 → "−150" (a real minus sign, as wide as the plus), 0 → "0". */
export function formatChange(points: number): string {
  if (points === 0) return '0';
  return points < 0 ? `−${formatPoints(-points)}` : `+${formatPoints(points)}`;
}

/** Cents → "$8.40" */
export function formatMoney(cents: number): string {
  const all = Math.round(Math.abs(cents));
  const rest = String(all % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}$${formatNumber(Math.floor(all / 100))}.${rest}`;
}

/** The worth of points in dollars: 8400 → "$8.40" */
export function pointsInMoney(points: number): string {
  return formatMoney((points * 100) / POINTS_PER_DOLLAR);
}
