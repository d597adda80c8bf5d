/** Letters and figures that aren't mistaken for each other: 32 of them, so that each byte picks one without bias. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 16;

/** A seed of 16 random signs, 80 bits: "k7wq2m9xbd4ce3rn". */
export function randomSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join('');
}
