import { createHash } from 'node:crypto';
import { createVault } from '../../server/platform/encryption.ts';

const KEY = Buffer.alloc(32, 7);

/** What the tests' databases are sealed by, the template included. */
export const testVault = createVault([KEY]);
/** The same, as DATA_KEYS has it. */
export const testKey = KEY.toString('base64');

/** Keys that look like random ones, which is what production asks for: the same for the same number. */
export const randomKey = (number: number) =>
  createHash('sha256').update(`a key for tests, ${number}`).digest();
