/** The running product's own database, opened while the product is stopped. */
import { join } from 'node:path';
import { type Database, openPglite } from '../../server/db/database.ts';
import type { Product } from './product.ts';

/**
 * Stops the product, runs `work` on its database, and starts it again, for what takes longer than a test, such as a day passing.
 */
export async function whileStopped(product: Product, work: (db: Database) => Promise<void>): Promise<void> {
  await product.stop();
  try {
    const db = await openPglite(join(product.dataDir, 'db'));
    await work(db).finally(() => db.close());
  } finally {
    await product.restart();
  }
}
