/**
 * Imports partners and offers from their files into the database. As with the catalogue, changes overwrite rows, and rows without
 * a file are retired, never deleted.
 */
import { notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { offers, partners } from '../../db/schema.ts';
import type { OfferFiles } from './files.ts';

/**
 * Imports the files. `demo` is the URL of the demo partner's offers, with {offer} and {click}. If it is null, the demo partner
 * and its offers are left out.
 */
export async function importOffers(db: Database, files: OfferFiles, demo: string | null): Promise<void> {
  const given = files.partners.filter((partner) => !partner.demo || demo !== null);
  const partnerRows = given.map(({ id, name, url, holds, demo: isDemo }) => ({
    id,
    name,
    url: url ?? demo ?? '',
    holds,
    demo: isDemo,
    listed: true,
    active: true,
  }));
  const offerRows = files.offers
    .filter(({ partner }) => given.some(({ id }) => id === partner))
    .map(({ requirements, ...offer }) => ({
      ...offer,
      newUsersOnly: requirements.new_users_only,
      spendCents: requirements.spend_cents,
      deadlineDays: requirements.deadline_days,
      devices: requirements.devices,
      countries: requirements.countries,
      active: true,
    }));
  await db.drizzle.transaction(async (tx) => {
    if (partnerRows.length > 0)
      await tx
        .insert(partners)
        .values(partnerRows)
        .onConflictDoUpdate({
          target: partners.id,
          // A partner that an operator turned off stays off.
          set: {
            ...excluded(['name', 'url', 'holds', 'demo', 'listed']),
            active: sql`${partners.disabledAt} IS NULL`,
          },
        });
    if (offerRows.length > 0)
      await tx
        .insert(offers)
        .values(offerRows)
        .onConflictDoUpdate({
          target: offers.id,
          set: excluded([
            'partner',
            'slug',
            'name',
            'kind',
            'summary',
            'description',
            'points',
            'goal',
            'milestones',
            'newUsersOnly',
            'spendCents',
            'deadlineDays',
            'devices',
            'countries',
            'active',
          ]),
        });
    await tx
      .update(offers)
      .set({ active: false })
      .where(notInArray(offers.id, [0, ...offerRows.map(({ id }) => id)]));
    await tx
      .update(partners)
      .set({ active: false, listed: false })
      .where(notInArray(partners.id, ['', ...partnerRows.map(({ id }) => id)]));
  });
}

/** Returns `SET column = excluded.column` for columns by their names in the schema. */
function excluded(names: readonly string[]): Record<string, SQL> {
  const column = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(names.map((name) => [name, sql.raw(`excluded."${column(name)}"`)]));
}
