/**
 * Whether the database's integer columns can hold this number as an id. A higher one names nothing, and a statement that was
 * given it would fail rather than find nothing.
 */
export function canBeId(id: number): boolean {
  return Number.isInteger(id) && id >= 1 && id <= 2_147_483_647;
}
