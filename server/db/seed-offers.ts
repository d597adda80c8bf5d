/**
 * Adds partners and offers from their files. Outside production it also adds the demo partner, with the secret that its page
 * knows.
 */
import { eq } from 'drizzle-orm';
import { readOffers } from '../features/offers/files.ts';
import { importOffers } from '../features/offers/import.ts';
import { putPartnerSecret } from '../features/offers/partner-secrets.ts';
import { countPayouts } from '../features/offers/payouts.ts';
import type { Vault } from '../platform/encryption.ts';
import type { Database } from './database.ts';
import { demoPartner } from './demo-partner.ts';
import { partnerSecrets } from './schema.ts';

/** Adds them. `partnerPort` is the local port of the demo partner's page. */
export async function seedOffers(
  db: Database,
  { demo, vault, partnerPort, now }: { demo: boolean; vault: Vault; partnerPort: number; now: Date },
): Promise<void> {
  const url = `http://localhost:${partnerPort}/offer/{offer}?click={click}`;
  await importOffers(db, readOffers(), demo ? url : null);
  await countPayouts(db, now);
  if (!demo) return;
  const { id: partner, secret } = demoPartner;
  await db.drizzle.transaction(async (tx) => {
    const known = await tx.$count(partnerSecrets, eq(partnerSecrets.partner, partner));
    if (known === 0) await putPartnerSecret(tx, vault, { partner, secret, now });
  });
}
