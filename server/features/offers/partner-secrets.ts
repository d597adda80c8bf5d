/** The secrets that partners sign with. Two may be valid at a time, so a partner can switch without losing reports. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, or } from 'drizzle-orm';
import type { Executor, Transaction } from '../../db/database.ts';
import { partnerSecrets, partners } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';

const purpose = (partner: string) => `partner:${partner}`;

/**
 * Makes a new secret (64 hex digits, shown only now). The newest one before it stays valid; an older one ends now. Errors:
 * not_found.
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

/** Stores a secret that both sides already know, in the same way as addPartnerSecret. */
export async function putPartnerSecret(
  tx: Transaction,
  vault: Vault,
  { partner, secret, now }: { partner: string; secret: string; now: Date },
): Promise<void> {
  // Concurrent rotations run one after another.
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

/** Ends the older secret after the partner has switched. */
export async function endOldSecret(tx: Transaction, partner: string): Promise<void> {
  const [, old] = await secretsOf(tx, partner);
  if (old)
    await tx
      .delete(partnerSecrets)
      .where(and(eq(partnerSecrets.partner, partner), eq(partnerSecrets.place, old.place)));
}

/** Ends all secrets of a partner, so its reports are rejected from now on. */
export async function endSecrets(tx: Transaction, partner: string): Promise<void> {
  await tx.delete(partnerSecrets).where(eq(partnerSecrets.partner, partner));
}

/** Selects the secrets, newest first. */
function secretsOf(db: Executor, partner: string) {
  return db
    .select()
    .from(partnerSecrets)
    .where(eq(partnerSecrets.partner, partner))
    .orderBy(desc(partnerSecrets.number));
}

/** Used if a partner has no secret or doesn't exist, so the check takes as long as for a wrong signature. */
const nobodys = randomBytes(32);

/**
 * Returns whether `signature` (hex) is the HMAC-SHA256 of `signed` under one of the partner's secrets. False if there are none.
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
    .where(
      and(
        eq(partnerSecrets.partner, partner),
        // The demo partner's secret is public, so it's valid only where the demo is imported. Any other partner without a file still
        // reports what players have started.
        or(eq(partners.listed, true), eq(partners.demo, false)),
      ),
    );
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(signature) ? signature : '', 'hex');
  // Both are always computed and compared in constant time, so timing doesn't reveal which one was closer.
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
