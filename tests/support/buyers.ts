/** Many players who redeem at the same time, for benchmarks and for tests in which a server dies. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/db/database.ts';
import { seed } from '../../server/db/seed.ts';
import { readCatalogue } from '../../server/features/catalogue/files.ts';
import { addCodes } from '../../server/features/redemption/code-stock.ts';
import type { Vault } from '../../server/platform/encryption.ts';
import { createToken } from '../../server/platform/tokens.ts';
import { addAccount } from './accounts.ts';
import { give } from './points.ts';

export interface Buyer {
  readonly id: number;
  readonly token: string;
}

/** Migrates and seeds an empty database, and adds players with a billion points each and enough codes. */
export async function addBuyers(
  db: Database,
  vault: Vault,
  given: { readonly buyers: number; readonly codes: number; readonly amountId: number },
): Promise<Buyer[]> {
  const now = new Date();
  await db.migrate();
  await seed(db, readCatalogue(), { demo: true, vault, now });
  const buyers: Buyer[] = [];
  for (let at = 0; at < given.buyers; at++) {
    const id = await addAccount(db.drizzle, `buyer-${at}@test.example`, now);
    await give({ db, now }, id, 1_000_000_000);
    buyers.push({ id, token: await createToken(db.drizzle, id, 'a test', now) });
  }
  for (let at = 0; at < given.codes; at += 2000)
    await db.drizzle.transaction((tx) =>
      addCodes(tx, vault, {
        amountId: given.amountId,
        codes: Array.from({ length: Math.min(2000, given.codes - at) }, (_, n) => ({
          code: `CODE-${at + n}`,
        })),
        now,
      }),
    );
  await db.drizzle.execute(sql`ANALYZE`);
  return buyers;
}
