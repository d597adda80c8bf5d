/** What partners sign with. Two may be valid at a time, so that a partner can change over without a report lost. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { Executor, Transaction } from '../../db/database.ts';
import { partnerSecrets, partners } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';

const purpose = (partner: string) => `partner:${partner}`;

/**
 * Makes a new secret (64 hex digits, shown this once) beside the newest before it; an older one ends now. Errors: not_found.
 */
export async function addPartnerSecret(
  tx: Transaction,
  vault: Vault,
  partner: string,
  now: Date,
): Promise<string> {
  const secret = randomBytes(32).toString('hex');
  await putPartnerSecret(tx, vault, { partner, secret, now });
  return secret;
}

/** The same with a secret that both sides know already. */
export async function putPartnerSecret(
  tx: Transaction,
  vault: Vault,
  { partner, secret, now }: { partner: string; secret: string; now: Date },
): Promise<void> {
  // Concurrent rotations take turns here.
  const [known] = await tx
    .select({ id: partners.id })
    .from(partners)
    .where(eq(partners.id, partner))
    .for('update');
  if (!known) throw new DomainError('not_found');
  const [newest] = await secretsOf(tx, partner);
  const number = (newest?.number ?? 0) + 1;
  const row = { number, secret: vault.seal(purpose(partner), secret), createdAt: now };
  await tx
    .insert(partnerSecrets)
    .values({ partner, place: number % 2, ...row })
    .onConflictDoUpdate({ target: [partnerSecrets.partner, partnerSecrets.place], set: row });
}

/** Ends all but the newest secret, once the partner has changed over. */
export async function endOldSecret(tx: Transaction, partner: string): Promise<void> {
  const [, old] = await secretsOf(tx, partner);
  if (old)
    await tx
      .delete(partnerSecrets)
      .where(and(eq(partnerSecrets.partner, partner), eq(partnerSecrets.place, old.place)));
}

/** Ends all secrets of a partner: from now on it is refused. */
export async function endSecrets(tx: Transaction, partner: string): Promise<void> {
  await tx.delete(partnerSecrets).where(eq(partnerSecrets.partner, partner));
}

/** The newest first. */
function secretsOf(db: Executor, partner: string) {
  return db
    .select()
    .from(partnerSecrets)
    .where(eq(partnerSecrets.partner, partner))
    .orderBy(desc(partnerSecrets.number));
}

/** A stand-in where a partner has no secret or doesn't exist, so that both take as long as a wrong signature. */
const nobodys = randomBytes(32);

/**
 * Whether `signature` (hex) is HMAC-SHA256 of `signed` by one of the partner's secrets. False where none is configured.
 */
export async function isSignedBy(
  db: Executor,
  vault: Vault,
  { partner, signed, signature }: { partner: string; signed: Uint8Array; signature: string },
): Promise<boolean> {
  const rows = await db
    .select({ secret: partnerSecrets.secret })
    .from(partnerSecrets)
    .innerJoin(partners, eq(partners.id, partnerSecrets.partner))
    .where(and(eq(partnerSecrets.partner, partner), eq(partners.listed, true)));
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(signature) ? signature : '', 'hex');
  // Both are always computed, and compared in constant time: timing doesn't reveal which one was nearer.
  const matches = [rows[0], rows[1]].map((row) => {
    const key = row && vault.open(purpose(partner), row.secret);
    const right = createHmac('sha256', key ?? nobodys)
      .update(signed)
      .digest();
    const same = timingSafeEqual(given.length === right.length ? given : Buffer.alloc(right.length), right);
    return key !== undefined && given.length === right.length && same;
  });
  return matches.includes(true);
}
