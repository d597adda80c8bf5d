/**
 * An email address is confirmed by a mailed link, before the first redemption. To confirm it, someone must read the mail and also
 * prove that they made the account.
 */
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import {
  type ConfirmationLook,
  confirmationRefused,
  type LinkedReward,
} from '../../../src/lib/contract/auth/confirmation.ts';
import { CONFIRMATION_HOURS } from '../../../src/lib/contract/limits.ts';
import type { Database, Executor } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { emailConfirmations, rewards, secondFactors, users } from '../../db/schema.ts';
import type { Mail } from '../../mail/mail.ts';
import { fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { onlyOf } from '../../platform/ids.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { hashOf, randomToken } from '../../platform/random-token.ts';
import { HOUR, later } from '../../platform/time.ts';
import { holdSession } from '../../platform/tokens.ts';
import { noteSignalIn } from '../fraud/signals.ts';
import { accountSummaries } from './account-summary.ts';
import { closeUnproven } from './close-account.ts';
import { confirmationMail, takenMail } from './confirmation-mails.ts';
import { revokeOthers } from './devices.ts';
import { isMailboxTaken, lockMailbox } from './mailbox-owner.ts';
import { proveFresh } from './owner-proof.ts';
import type { Offered } from './passwordless-sign-in.ts';
import { findByPassword, hashPassword, saltOf } from './passwords.ts';

/**
 * Returns the mail with a confirmation link for this account; null if the address is confirmed or there is none. Older links stay
 * valid until they expire: mails can arrive out of order, and each link proves the same. If another account has confirmed the
 * mailbox by now, the mail says so instead and has a link that closes this account. The requester doesn't learn of that. `before`
 * becomes the mail's first paragraph. `reward`: the reward whose page requested it; an unknown one is ignored.
 */
export async function startConfirmation(
  db: Database,
  given: { userId: number; before?: string; reward?: number | undefined; now: Date },
): Promise<Mail | null> {
  const { userId, before, reward, now } = given;
  const token = randomToken();
  return db.drizzle.transaction(async (tx) => {
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.emailConfirmedAt), isNull(users.erasedAt)))
      .for('share');
    const [account] = await accountSummaries(tx, { userId });
    if (!user?.email || !account) return null;
    const { email } = user;
    await tx
      .delete(emailConfirmations)
      .where(and(eq(emailConfirmations.userId, userId), lt(emailConfirmations.expiresAt, now)));
    const [known] =
      reward === undefined
        ? []
        : await tx.select({ id: rewards.id }).from(rewards).where(onlyOf(rewards.id, reward));
    await tx.insert(emailConfirmations).values({
      hash: hashOf(token),
      userId,
      email,
      rewardId: known?.id ?? null,
      expiresAt: later(now, CONFIRMATION_HOURS * HOUR),
    });
    const mail = { email, token, account, before };
    return (await isMailboxTaken(tx, { email, userId })) ? takenMail(mail) : confirmationMail(mail);
  });
}

/**
 * Returns the link's account and the reward to lead back to, if the link is valid and the account still has that address. The
 * mail's address names no place to go, so a forged link can't either. Errors: `token`, with one text for all reasons.
 */
async function linkOf(tx: Executor, token: string, now: Date) {
  const refused = fieldError('token', confirmationRefused);
  const [link] = await tx
    .select({
      userId: emailConfirmations.userId,
      email: emailConfirmations.email,
      reward: { id: rewards.id, name: rewards.name },
    })
    .from(emailConfirmations)
    .innerJoin(users, and(eq(users.id, emailConfirmations.userId), eq(users.email, emailConfirmations.email)))
    .leftJoin(
      rewards,
      and(
        eq(rewards.active, true),
        eq(rewards.id, sql`coalesce(${emailConfirmations.rewardId}, ${users.myreward})`),
      ),
    )
    .where(and(eq(emailConfirmations.hash, hashOf(token)), gt(emailConfirmations.expiresAt, now)));
  if (!link) throw refused;
  return link;
}

/** Returns the account of a mailed link, for the page that the link opens. Errors: `token`. */
export async function lookAtLink(
  db: Executor,
  given: { token: string; callerId: number | null; now: Date },
): Promise<ConfirmationLook> {
  const { userId, email, reward } = await linkOf(db, given.token, given.now);
  const [account] = await accountSummaries(db, { userId });
  if (!account) throw fieldError('token', confirmationRefused);
  const state = account.confirmed
    ? 'confirmed'
    : (await isMailboxTaken(db, { email, userId }))
      ? 'taken'
      : 'open';
  return {
    email,
    state,
    reward: state === 'confirmed' ? reward : null,
    account: {
      name: account.name,
      created_at: account.createdAt.toISOString(),
      device: account.device,
      proof: given.callerId === userId ? 'session' : account.hasPassword ? 'password' : 'sign-in',
    },
  };
}

/** The person who opens a link, with a session or a password. */
interface Opener {
  readonly callerId: number | null;
  /** The token of that session. */
  readonly session: string;
  readonly password: string | undefined;
}

/**
 * Checks that the mail's reader is also the person who made the account. A stranger may have made it with this address and could
 * go on logging in with the password they chose. Errors: `password`, and `token` for an account without a password.
 */
async function proveMaker(db: Database, userId: number, { callerId, password }: Opener): Promise<void> {
  if (callerId === userId) return;
  const [user] = await db.drizzle
    .select({ hash: users.passwordHash, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (!user?.hash) throw fieldError('token', signInFirst);
  if (!password) throw fieldError('password', 'Enter this account’s password to confirm it here.');
  if (!(await findByPassword([user], password, await saltOf(db, user.email ?? ''))))
    throw fieldError('password', 'That’s not this account’s password.', {
      event: 'proof_refused',
      userId,
    });
}

/**
 * Confirms the address that a link was sent to, and ends the account's other sessions. The caller needs a session of the account
 * or its password. Using the link again gives the same answer, because people press twice and go back. Errors: `token`,
 * `password`.
 */
export async function confirmEmail(
  db: Database,
  vault: Pick<Vault, 'digest'>,
  given: Opener & { token: string; now: Date; idleDays: number },
): Promise<{ userId: number; email: string; reward: LinkedReward; ended: number }> {
  const { token, callerId, session, now, idleDays } = given;
  const known = await linkOf(db.drizzle, token, now);
  await proveMaker(db, known.userId, given);
  return db.drizzle.transaction(async (tx) => {
    await lockMailbox(tx, known.email);
    // In the same transaction: otherwise an order could be placed after the one and before the other.
    const value = mailboxOf(known.email);
    await noteSignalIn(tx, vault, { userId: known.userId, kind: 'mailbox', value, now });
    const [user] = await tx
      .select({ email: users.email, confirmedAt: users.emailConfirmedAt })
      .from(users)
      .where(eq(users.id, known.userId))
      .for('update');
    if (user?.email !== known.email) throw fieldError('token', confirmationRefused);
    if (user.confirmedAt) return { ...known, ended: 0 };
    if (await isMailboxTaken(tx, known)) throw fieldError('token', addressTaken);
    await tx.update(users).set({ emailConfirmedAt: now }).where(eq(users.id, known.userId));
    // The redemption blockers have changed.
    announce(tx, { kind: 'balance', userId: known.userId });
    const own = callerId === known.userId ? session : null;
    const ended = await revokeOthers(tx, { userId: known.userId, token: own, now, idleDays });
    return { ...known, ended };
  });
}

const addressTaken =
  'You’ve already confirmed this address for another account. Each person can have one account, so please log in to that one.';
const signInFirst =
  'This account has no password. Log in the way you usually do in this browser, then open the link again.';

/** "This wasn't me": closes the link's account, unless it has confirmed the address. Errors: `token`, nothing_to_do. */
export async function refuseByLink(
  db: Database,
  offered: Offered,
  given: { token: string; now: Date },
): Promise<{ userId: number }> {
  const { token, now } = given;
  const { userId, email } = await linkOf(db.drizzle, token, now);
  await closeUnproven(db, offered, { userId, email, now });
  return { userId };
}

/**
 * Changes an account's address while none is confirmed: to correct a typo, or to add one if a provider sent none. An account with
 * a password must give it. The password is hashed again right away with the salt of the new address. Otherwise each login with
 * that address would need an extra hash: the time would reveal that such an account exists, and a hundred of them would slow down
 * the address's owner. `countMail` is called once the change is allowed; it may refuse. Errors: `email`, `password`,
 * unauthenticated (the session has ended), and those of `countMail`.
 */
export async function changeEmail(
  db: Database,
  given: {
    userId: number;
    token: string;
    email: string;
    password: string | undefined;
    now: Date;
    countMail(): Promise<void>;
  },
): Promise<void> {
  const { userId, token, email, password = '', now } = given;
  const isOpen = and(eq(users.id, userId), isNull(users.emailConfirmedAt), isNull(users.erasedAt));
  const [row] = await db.drizzle
    .select({ hash: users.passwordHash, email: users.email })
    .from(users)
    .where(isOpen);
  if (!row)
    throw fieldError(
      'email',
      'You can’t change a confirmed address, and our team can’t either. Add a passkey, so that you can log in without it.',
    );
  // The mailbox went to an older account (mailbox_lost_at). Someone with only the password could use a new address to get past
  // the app.
  const isOn = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.onSince));
  if ((await db.drizzle.$count(secondFactors, isOn)) > 0)
    throw fieldError(
      'email',
      'Turn off two-factor authentication before you change your address. You can turn it back on after.',
    );
  const wrong = fieldError('password', 'That’s not your password.', { event: 'proof_refused', userId });
  if (row.hash !== null && !password) throw fieldError('password', 'Please enter your password.');
  if (row.hash === null) await proveFresh(db, { userId, token, field: 'email', now });
  if (row.hash && !(await findByPassword([row], password, await saltOf(db, row.email ?? '')))) throw wrong;
  await given.countMail();
  const passwordHash = row.hash && (await hashPassword(password, await saltOf(db, email)));
  await db.drizzle.transaction(async (tx) => {
    await holdSession(tx, given);
    // The password must be the same and the address still unconfirmed: a link or a reset may have been used in the meantime.
    const changed = await tx
      .update(users)
      .set({ email, passwordHash })
      .where(and(isOpen, row.hash === null ? isNull(users.passwordHash) : eq(users.passwordHash, row.hash)))
      .returning({ id: users.id });
    if (changed.length === 0) throw wrong;
  });
}
