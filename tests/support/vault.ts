import { createHash } from 'node:crypto';
import { createVault } from '../../server/platform/encryption.ts';

const KEY = Buffer.alloc(32, 7);

/** The vault of the tests' databases, including the template. */
export const testVault = createVault([KEY]);
/** The same, in the form of DATA_KEYS. */
export const testKey = KEY.toString('base64');

/** Keys that look random, as production requires, and are the same for the same number. */
export const randomKey = (number: number) =>
  createHash('sha256').update(`a key for tests, ${number}`).digest();
