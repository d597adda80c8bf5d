/**
 * Where rewards go: a game account, an email address, a wallet, a street. Each value is encrypted for its owner and its field, so
 * it can't be read in the database and can't be decrypted if it is moved to another account. SQL copies the encrypted values into
 * orders and never sees the text.
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { rewardSchema } from '../../../src/lib/contract/catalogue/rewards.ts';
import { SAVED_DETAILS_DAYS } from '../../../src/lib/contract/limits.ts';
import type { SavedDetail } from '../../../src/lib/contract/settings/settings.ts';
import type { Executor } from '../../db/database.ts';
import { deliveryDetails, orders } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { DAY, later } from '../../platform/time.ts';
import type { Texts } from '../catalogue/rewards.ts';

type Reward = v.InferOutput<typeof rewardSchema>;

const purposeOf = (userId: number, field: string) => `delivery:${userId}:${field}`;

/** Matches a detail as a whole, by the pattern of a reward's file. */
const formOf = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'u');

/** Saves a detail that a reward's delivery needs, after checking it against the reward's pattern. Errors: the field. */
export async function saveDeliveryDetail(
  db: Executor,
  vault: Vault,
  given: { userId: number; delivery: Reward['delivery']; value: string; now: Date },
): Promise<void> {
  const { userId, delivery, value, now } = given;
  if (delivery.kind === 'code')
    throw fieldError('value', 'This reward is a code, so it needs no delivery details.');
  const { field } = delivery;
  if (delivery.pattern && !formOf(delivery.pattern).test(value))
    throw fieldError('value', `That doesn’t look right. ${delivery.hint}`);
  await db
    .insert(deliveryDetails)
    .values({ userId, field, value: vault.seal(purposeOf(userId, field), value), savedAt: now })
    .onConflictDoUpdate({
      target: [deliveryDetails.userId, deliveryDetails.field],
      set: { value: sql`excluded.value`, savedAt: now },
    });
}

/** Returns the details that a user saved, by field and decrypted. */
export async function detailsOf(db: Executor, vault: Vault, userId: number): Promise<Record<string, string>> {
  const rows = await db.select().from(deliveryDetails).where(eq(deliveryDetails.userId, userId));
  return Object.fromEntries(
    mapRows(rows, ({ field, value }) => [field, vault.open(purposeOf(userId, field), value)]),
  );
}

/**
 * Counts the details whose keys are missing. It is checked at start: accounts are shown without details that can't be decrypted,
 * and the operator should learn of a lost key before players miss something.
 */
export async function countUnreadable(db: Executor, vault: Vault): Promise<number> {
  const rows = await db
    .select({ sample: sql<string>`min(${deliveryDetails.value})`, count: sql<number>`count(*)::integer` })
    .from(deliveryDetails)
    .groupBy(sql`split_part(${deliveryDetails.value}, '.', 2)`);
  return rows.reduce((sum, { sample, count }) => sum + (vault.hasKeyOf(sample) ? 0 : count), 0);
}

/** When an order last went there or the detail was saved. The time for which it is kept starts then (retention.ts). */
const lastUse = sql<string>`greatest(${deliveryDetails.savedAt},
  (SELECT max(${orders.createdAt}) FROM ${orders} WHERE ${orders.userId} = ${deliveryDetails.userId} AND ${orders.detailsField} = ${deliveryDetails.field}))`;

/** Returns the saved details for their owner's settings, with a label and the date until which each is kept. */
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
    kept_until: later(new Date(used), SAVED_DETAILS_DAYS * DAY).toISOString(),
  }));
}

/** Returns the label that the reward's form uses. If no reward has the field any more, it returns the field's name. */
function labelOf(texts: Texts, field: string): string {
  for (const { page } of texts.values())
    if (page.delivery && page.delivery.kind !== 'code' && page.delivery.field === field)
      return page.delivery.label;
  return field.replaceAll('_', ' ');
}

/** Deletes a detail. Open orders keep their copy. Errors: not_found. */
export async function forgetDetail(db: Executor, userId: number, field: string): Promise<void> {
  const gone = await db
    .delete(deliveryDetails)
    .where(and(eq(deliveryDetails.userId, userId), eq(deliveryDetails.field, field)))
    .returning({ field: deliveryDetails.field });
  if (gone.length === 0) throw new DomainError('not_found');
}

type Copy = Pick<typeof orders.$inferSelect, 'userId' | 'details' | 'detailsField'>;

/**
 * Returns where an order goes, for its owner and for the operator who sends it; null for a code, or if the detail was deleted.
 */
export function orderDetails(vault: Vault, { userId, details, detailsField }: Copy): string | null {
  if (details === null || detailsField === null) return null;
  return vault.open(purposeOf(userId, detailsField), details);
}

/**
 * Returns what a detail names, the same however it is written, so that second accounts are noticed. Named groups of the reward's
 * pattern say which parts of it count: `(?<account>…)`. A number may begin with zeros, and a name may have an underscore for a space.
 */
export function placeOf(delivery: Reward['delivery'] | undefined, detail: string): string {
  const pattern = delivery && delivery.kind !== 'code' ? delivery.pattern : undefined;
  const groups = pattern === undefined ? undefined : formOf(pattern).exec(detail)?.groups;
  const parts = groups ? Object.values(groups).join(' ') : detail.includes('@') ? mailboxOf(detail) : detail;
  return parts.replaceAll('_', ' ').replace(/^0+(?=\d)/, '');
}
