const BYTES = 10;

/** Returns a random seed of 20 hex digits, 80 bits: "7f02c9d41be85a630f9e". */
export function randomSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
