/** An e-mail address is confirmed by a mailed link, before the first redemption: whoever reads its mail is its owner. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { confirmationRefused } from '../../src/lib/contract/confirmation.ts';
import { CONFIRMATION_HOURS } from '../../src/lib/contract/limits.ts';
import { routes } from '../../src/lib/routes.ts';
import { site } from '../../src/lib/site.ts';
import type { Database, Executor } from '../db/database.ts';
import { emailConfirmations, users } from '../db/schema.ts';
import type { Mail } from '../mail/mail.ts';
import { findByPassword, hashPassword, saltOf } from './passwords.ts';
import { fieldRefusal } from './refusal.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * The mail with a link for this account; null when its address is confirmed, or it has none. Older links stay good until they are too
 * old: mails overtake each other, and any of them proves the same. Where the address is another account's by now, its owner is told
 * that instead: who asks doesn't learn of it.
 */
export async function startConfirmation(
  db: Database,
  given: { userId: number; siteUrl: string; now: Date },
): Promise<Mail | null> {
  const { userId, siteUrl, now } = given;
  const token = randomBytes(32).toString('base64url');
  return db.drizzle.transaction(async (tx) => {
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt), isNull(users.erasedAt)))
      .for('share');
    if (!user?.email) return null;
    const { email } = user;
    if (await isTaken(tx, email)) return takenMail(email, siteUrl);
    await tx
      .delete(emailConfirmations)
      .where(and(eq(emailConfirmations.userId, userId), lt(emailConfirmations.expiresAt, now)));
    await tx.insert(emailConfirmations).values({
      hash: hashOf(token),
      userId,
      email,
      expiresAt: new Date(now.getTime() + CONFIRMATION_HOURS * 3_600_000),
    });
    return confirmationMail(email, token, siteUrl);
  });
}

/** Whether an account has confirmed this address. */
async function isTaken(tx: Executor, email: string): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.email, email), isNotNull(users.emailConfirmedAt)))) > 0;
}

/** Nothing in these is the asker's own words: anybody may ask, and they come in our name. */
function confirmationMail(email: string, token: string, siteUrl: string): Mail {
  return {
    to: email,
    subject: `Confirm your e-mail address for ${site.name}`,
    text: `Somebody made a ${site.name} account with ${email}.

If that was you, confirm the address here:

${siteUrl}${routes.confirmEmail.pattern.replace('{token?}', token)}?email=${encodeURIComponent(email)}

The link holds for ${CONFIRMATION_HOURS} hours. You can play and earn without it; before you redeem for the first time, we need to know that mail reaches you.

If it wasn't you, ignore this mail: without the link nothing can be redeemed with your address.

${site.name}
${siteUrl}`,
  };
}

function takenMail(email: string, siteUrl: string): Mail {
  return {
    to: email,
    subject: `You have a ${site.name} account already`,
    text: `Somebody made another ${site.name} account with ${email}, or asked to confirm it there. This address is confirmed for an account that you have already, and one person has one account.

If that was you, log in to the one you have:

${siteUrl}${routes.login.pattern}

Forgot its password? Choose a new one:

${siteUrl}${routes.forgotPassword.pattern}

If it wasn't you, ignore this mail: nothing has changed for you.

${site.name}
${siteUrl}`,
  };
}

/**
 * Confirms the address that a link was sent to, and answers it with its account. The same link again answers the same: people press
 * twice, and go back. Refusal: `token`, with one text for all reasons.
 */
export async function confirmEmail(
  db: Database,
  token: string,
  now: Date,
): Promise<{ userId: number; email: string }> {
  return db.drizzle.transaction(async (tx) => {
    const [link] = await tx
      .select({ userId: emailConfirmations.userId, email: emailConfirmations.email })
      .from(emailConfirmations)
      .where(and(eq(emailConfirmations.hash, hashOf(token)), gt(emailConfirmations.expiresAt, now)));
    if (!link) throw fieldRefusal('token', confirmationRefused);
    // Of two accounts that confirm one address at once, the second finds it taken.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${link.email}, 0))`);
    const [user] = await tx
      .select({ email: users.email, confirmedAt: users.emailConfirmedAt })
      .from(users)
      .where(eq(users.id, link.userId))
      .for('update');
    if (user?.email !== link.email) throw fieldRefusal('token', confirmationRefused);
    if (user.confirmedAt) return link;
    if (await isTaken(tx, link.email))
      throw fieldRefusal(
        'token',
        'This address is confirmed for another account of yours. One person has one account: please log in to that one.',
      );
    await tx.update(users).set({ emailConfirmedAt: now }).where(eq(users.id, link.userId));
    return link;
  });
}

/**
 * Gives an account an address, or another one, as long as none is confirmed: of a typing slip, or where a provider told none. By the
 * password, where there is one: it opens the account under that address from now on, and is hashed with its salt at once. Left as it
 * was it would take a hash of its own at each login there: by the time that takes anybody could tell that there is such an account,
 * and by a hundred of them hold up whose address it is. Refusals: `email`, `password`.
 */
export async function changeEmail(
  db: Database,
  given: { userId: number; email: string; password: string | undefined },
): Promise<void> {
  const { userId, email, password = '' } = given;
  const isOpen = and(eq(users.id, userId), isNull(users.emailConfirmedAt), isNull(users.erasedAt));
  const [row] = await db.drizzle
    .select({ hash: users.passwordHash, email: users.email })
    .from(users)
    .where(isOpen);
  if (!row)
    throw fieldRefusal(
      'email',
      'Your address is confirmed and stays with the account. If you lose access to it, please write to support.',
    );
  const wrong = fieldRefusal('password', "That isn't your password.", { event: 'proof_refused', userId });
  if (row.hash && !(await findByPassword([row], password, await saltOf(db, row.email ?? '')))) throw wrong;
  const passwordHash = row.hash && (await hashPassword(password, await saltOf(db, email)));
  // Still that password, and still unconfirmed: a link or a reset may have come between.
  const changed = await db.drizzle
    .update(users)
    .set({ email, passwordHash })
    .where(and(isOpen, row.hash === null ? isNull(users.passwordHash) : eq(users.passwordHash, row.hash)))
    .returning({ id: users.id });
  if (changed.length === 0) throw wrong;
}
