/**
 * Numbers for people to read. Written by hand, because the first `Intl` formatter on a page blocks a phone for a tenth of a
 * second, and every page of the app shows a number.
 */

/** 12345 → "12,345". `digits` is the most decimals: (94.65, 1) → "94.7", (3, 1) → "3". */
export function formatNumber(value: number, digits = 0): string {
  const scale = 10 ** digits;
  const rounded = (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale;
  const [whole = '', decimals] = String(rounded).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}
