/**
 * Where rewards go: a game account, an email address, a wallet, a street. Sealed for its owner and its field, so that nobody reads it in
 * the database, and who moves one to another account there opens nothing. SQL copies sealed texts into orders and never sees what they are.
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { SAVED_DETAILS_DAYS } from '../../../src/lib/contract/limits.ts';
import type { rewardSchema } from '../../../src/lib/contract/rewards.ts';
import type { SavedDetail } from '../../../src/lib/contract/settings.ts';
import type { Executor } from '../../db/database.ts';
import { deliveryDetails, orders } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import type { Texts } from '../catalogue/rewards.ts';

type Reward = v.InferOutput<typeof rewardSchema>;

const purposeOf = (userId: number, field: string) => `delivery:${userId}:${field}`;

/** Saves what a reward's delivery needs, after checking it against the reward's own pattern. Errors: the field. */
export async function saveDeliveryDetail(
  db: Executor,
  vault: Vault,
  given: { userId: number; delivery: Reward['delivery']; value: string; now: Date },
): Promise<void> {
  const { userId, delivery, value, now } = given;
  if (delivery.kind === 'code')
    throw fieldError('value', 'This reward is a code, so it needs no delivery details.');
  const { field } = delivery;
  if (delivery.pattern && !new RegExp(`^(?:${delivery.pattern})$`, 'u').test(value))
    throw fieldError('value', `That doesn’t look right: ${delivery.hint}`);
  await db
    .insert(deliveryDetails)
    .values({ userId, field, value: vault.seal(purposeOf(userId, field), value), savedAt: now })
    .onConflictDoUpdate({
      target: [deliveryDetails.userId, deliveryDetails.field],
      set: { value: sql`excluded.value`, savedAt: now },
    });
}

/** What somebody saved, by its field, as they read it. */
export async function detailsOf(db: Executor, vault: Vault, userId: number): Promise<Record<string, string>> {
  const rows = await db.select().from(deliveryDetails).where(eq(deliveryDetails.userId, userId));
  return Object.fromEntries(
    mapRows(rows, ({ field, value }) => [field, vault.open(purposeOf(userId, field), value)]),
  );
}

/**
 * How many are sealed by keys that aren't there. Asked at the start: an account is shown without what can't be opened, and it is better
 * to hear of a lost key before anybody misses something.
 */
export async function countUnreadable(db: Executor, vault: Vault): Promise<number> {
  const rows = await db
    .select({ sample: sql<string>`min(${deliveryDetails.value})`, count: sql<number>`count(*)::integer` })
    .from(deliveryDetails)
    .groupBy(sql`split_part(${deliveryDetails.value}, '.', 2)`);
  return rows.reduce((sum, { sample, count }) => sum + (vault.hasKeyOf(sample) ? 0 : count), 0);
}

/** When an order last went there, or it was saved: from then on it counts how long it is kept (retention.ts). */
const lastUse = sql<string>`greatest(${deliveryDetails.savedAt},
  (SELECT max(${orders.createdAt}) FROM ${orders} WHERE ${orders.userId} = ${deliveryDetails.userId} AND ${orders.detailsField} = ${deliveryDetails.field}))`;

/** The same for its owner's settings: under which name, and until when it is kept. */
export async function savedDetails(
  db: Executor,
  { vault, texts }: { vault: Vault; texts: Texts },
  userId: number,
): Promise<SavedDetail[]> {
  const rows = await db
    .select({ field: deliveryDetails.field, value: deliveryDetails.value, used: lastUse })
    .from(deliveryDetails)
    .where(eq(deliveryDetails.userId, userId))
    .orderBy(asc(deliveryDetails.field));
  return mapRows(rows, ({ field, value, used }) => ({
    field,
    label: labelOf(texts, field),
    value: vault.open(purposeOf(userId, field), value),
    kept_until: new Date(new Date(used).getTime() + SAVED_DETAILS_DAYS * 86_400_000).toISOString(),
  }));
}

/** As the rewards' forms ask for it; of rewards that are gone the bare field is left. */
function labelOf(texts: Texts, field: string): string {
  for (const { page } of texts.values())
    if (page.delivery && page.delivery.kind !== 'code' && page.delivery.field === field)
      return page.delivery.label;
  return field.replaceAll('_', ' ');
}

/** Forgets one of them; orders that are under way keep their copy. Errors: not_found. */
export async function forgetDetail(db: Executor, userId: number, field: string): Promise<void> {
  const gone = await db
    .delete(deliveryDetails)
    .where(and(eq(deliveryDetails.userId, userId), eq(deliveryDetails.field, field)))
    .returning({ field: deliveryDetails.field });
  if (gone.length === 0) throw new DomainError('not_found');
}

type Copy = Pick<typeof orders.$inferSelect, 'userId' | 'details' | 'detailsField'>;

/** Where an order goes, as its owner and its sender read it; null for a code, and once it is forgotten. */
export function orderDetails(vault: Vault, { userId, details, detailsField }: Copy): string | null {
  if (details === null || detailsField === null) return null;
  return vault.open(purposeOf(userId, detailsField), details);
}
