/**
 * Imports partners and offers from their files into the database. As with the catalogue, changes overwrite rows, and rows without
 * a file are retired, never deleted.
 */
import { notInArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/database.ts';
import { overwrite, replaceRows } from '../../db/replace-rows.ts';
import { offers, partners } from '../../db/schema.ts';
import { unusable } from '../../platform/catalogue-files.ts';
import type { OfferFiles } from './files.ts';

/** An offer stays with its partner: nobody else can report on the clicks that players have made on it. */
async function rejectOtherPartner(
  tx: Transaction,
  given: readonly { readonly id: number; readonly slug: string; readonly partner: string }[],
): Promise<void> {
  const known = await tx.select({ id: offers.id, partner: offers.partner }).from(offers);
  for (const { id, slug, partner } of given) {
    const before = known.find((row) => row.id === id)?.partner ?? partner;
    if (before !== partner)
      throw unusable(
        `offers/${slug}.json`,
        `partner: the offer ${id} was imported with the partner "${before}". Give this one a new id, or undo the change.`,
      );
  }
}

/**
 * Gives clicks that were made before terms were kept those of today, before the files change them. The process of an older release
 * may go on making some until it ends.
 */
const keepTerms = sql`UPDATE clicks SET terms = jsonb_build_object(
    'goal', o.goal,
    'requirements', jsonb_build_object('new_users_only', o.new_users_only, 'spend_cents', o.spend_cents,
      'deadline_days', o.deadline_days, 'devices', o.devices, 'countries', o.countries),
    'holds', p.holds)
  FROM offers o, partners p
  WHERE clicks.terms IS NULL AND o.id = clicks.offer_id AND p.id = clicks.partner`;

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
  await db.drizzle.execute(keepTerms);
  await db.drizzle.transaction(async (tx) => {
    if (partnerRows.length > 0)
      await tx
        .insert(partners)
        .values(partnerRows)
        .onConflictDoUpdate({
          target: partners.id,
          // A partner that an operator turned off stays off.
          set: { ...overwrite(partners, partnerRows), active: sql`${partners.disabledAt} IS NULL` },
        });
    await rejectOtherPartner(tx, offerRows);
    await replaceRows(tx, offers, offerRows);
    await tx
      .update(partners)
      .set({ active: false, listed: false })
      .where(notInArray(partners.id, ['', ...partnerRows.map(({ id }) => id)]));
  });
}
