import { randomBytes } from 'node:crypto';
import { hashOf } from '../../src/lib/arcade/draw.ts';

/** Returns a new seed for a draw, 32 random bytes in hex, and its hash, which is published before the draw. */
export async function createSeed(): Promise<{ seed: string; seedHash: string }> {
  const seed = randomBytes(32).toString('hex');
  return { seed, seedHash: await hashOf(seed) };
}
