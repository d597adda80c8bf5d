/** The page that an address asks for: '?page=2' → 2; anything that isn't a whole number from 1 counts as 1. */
export function pageIn(query: string): number {
  const given = new URLSearchParams(query).get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1;
}
