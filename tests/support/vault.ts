import { createVault } from '../../server/domain/vault.ts';

/** What the tests' databases are sealed by, the template included. */
export const testVault = createVault([Buffer.alloc(32, 7)]);
