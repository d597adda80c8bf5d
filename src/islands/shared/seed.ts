/** Letters and digits that can't be confused. There are 32, so each byte picks one without bias. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 16;

/** Returns a random seed of 16 characters, 80 bits: "k7wq2m9xbd4ce3rn". */
export function randomSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join('');
}
