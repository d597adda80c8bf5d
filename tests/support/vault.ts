import { createVault } from '../../server/domain/vault.ts';

const KEY = Buffer.alloc(32, 7);

/** What the tests' databases are sealed by, the template included. */
export const testVault = createVault([KEY]);
/** The same, as DATA_KEYS has it. */
export const testKey = KEY.toString('base64');
