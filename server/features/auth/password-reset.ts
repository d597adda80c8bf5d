/** Sets a new password by a mailed link. The reader of an address's mail can choose the password. */
import { and, eq, gt, isNull } from 'drizzle-orm';
import { resetLinkRefused } from '../../../src/lib/contract/auth/sign-in.ts';
import { PASSWORD_RESET_MINUTES } from '../../../src/lib/contract/limits.ts';
import { exactTime } from '../../../src/lib/format/dates.ts';
import { fillRoute, routes } from '../../../src/lib/routing/routes.ts';
import { site } from '../../../src/lib/site.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { passwordResets, users } from '../../db/schema.ts';
import type { Mail } from '../../mail/mail.ts';
import { fieldError } from '../../platform/domain-error.ts';
import { hashOf, randomToken } from '../../platform/random-token.ts';
import { later, MINUTE } from '../../platform/time.ts';
import { revokeAllTokens } from '../../platform/tokens.ts';
import { ownerFirst } from './accounts.ts';
import { startConfirmation } from './email-confirmation.ts';
import { isMailboxTaken, lockMailbox } from './mailbox-owner.ts';
import { passkeyMail } from './passkey-mails.ts';
import { removeFresh } from './passkey-settings.ts';
import { hashPassword, saltOf } from './passwords.ts';
import {
  type FactorParts,
  openSession,
  readProof,
  type SignedIn,
  signedInBy,
  undoFresh,
} from './second-factor.ts';
import { changeMail } from './second-factor-mails.ts';
import { rejectWeak } from './weak-passwords.ts';

/**
 * The hash under which the database stores a link. It includes the mailed address, because the account may change its address
 * before the link is opened.
 */
export const linkHash = (token: string, email: string) => hashOf(`${token} ${email}`);

/**
 * Returns the mail with a reset link for the account of this address, and voids the account's older links; null if there is no
 * account. An account with only a provider and an unconfirmed address must confirm the address first. Otherwise the person who
 * made it could go on logging in after the mail's reader has taken it for their own.
 */
export async function startPasswordReset(
  db: Database,
  given: { email: string; now: Date },
): Promise<Mail | null> {
  const { email, now } = given;
  const token = randomToken();
  const made = await db.drizzle.transaction(async (tx) => {
    // Locked: of two requests, the second finds the link of the first and voids it.
    const [user] = await tx
      .select({ id: users.id, hash: users.passwordHash, confirmedAt: users.emailConfirmedAt })
      .from(users)
      .where(eq(users.email, email))
      .orderBy(...ownerFirst)
      .limit(1)
      .for('update');
    if (!user) return null;
    if (!user.hash && !user.confirmedAt) return { unproven: user.id };
    await tx.delete(passwordResets).where(eq(passwordResets.userId, user.id));
    await tx.insert(passwordResets).values({
      hash: linkHash(token, email),
      userId: user.id,
      createdAt: now,
      expiresAt: later(now, PASSWORD_RESET_MINUTES * MINUTE),
    });
    return { unproven: null };
  });
  if (made === null) return null;
  if (made.unproven === null) return resetMail({ email, token, now });
  return startConfirmation(db, { userId: made.unproven, before: CONFIRM_FIRST, now });
}

const CONFIRM_FIRST =
  'You (or someone using your address) asked for a new password. Your account logs in with another service, such as Google, and you haven’t confirmed its address yet. Confirm the address first, then ask again.';

interface MailGiven {
  email: string;
  token: string;
  now: Date;
}

/**
 * The mail contains nothing that the requester sent, such as a browser name: anyone can request it, and it is sent in our name.
 */
export function resetMail({ email, token, now }: MailGiven): Mail {
  return {
    to: email,
    unsubscribe: null,
    until: later(now, PASSWORD_RESET_MINUTES * MINUTE),
    subject: `Choose a new password for ${site.name}`,
    body: [
      `On ${exactTime(now.toISOString())} you (or someone using your address) asked for a new ${site.name} password for ${email}.`,
      'If that was you, choose one here. If there’s more than one account with this address, you can choose yours and close the others.',
      {
        label: 'Choose a new password',
        href: `${fillRoute(routes.findPassword.pattern, { token })}?email=${encodeURIComponent(email)}`,
      },
      `This link works once and expires in ${PASSWORD_RESET_MINUTES} minutes. A new password logs you out everywhere else.`,
      'If it wasn’t you, you can safely ignore this email. Your password stays the same.',
    ],
  };
}

/** Returns the account of a link that can still be used. */
export async function ownerOfLink(
  db: Executor,
  token: string,
  email: string,
  now: Date,
): Promise<number | null> {
  const [row] = await db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(eq(users.email, email), isUsable(token, email, now)));
  return row?.userId ?? null;
}

const isUsable = (token: string, email: string, now: Date) =>
  and(
    eq(passwordResets.hash, linkHash(token, email)),
    isNull(passwordResets.usedAt),
    gt(passwordResets.expiresAt, now),
  );

/**
 * Confirms the address, because reading its mail proves that it is theirs. Does nothing if another account has confirmed the
 * mailbox. Call it under the mailbox's lock.
 */
async function confirmAddress(tx: Transaction, userId: number, email: string, now: Date): Promise<void> {
  if (await isMailboxTaken(tx, { email, userId })) return;
  const confirmed = await tx
    .update(users)
    .set({ emailConfirmedAt: now })
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.emailConfirmedAt)))
    .returning({ id: users.id });
  // The redemption blockers have changed.
  if (confirmed.length > 0) announce(tx, { kind: 'balance', userId });
}

interface NewPassword {
  token: string;
  email: string;
  password: string;
  /** The account for the new password. It has the link's address. */
  userId: number;
  /** The code of the account's app, if the account asks for one. */
  code: string | undefined;
  /** The browser's name, for the list of devices. */
  device: string;
  /** The network under which tries at a second factor are counted; null for a device that the account knows. */
  from: string | null;
  now: Date;
}

/**
 * Sets the password of one of the accounts with the link's address (reset-accounts.ts), ends all its sessions and starts a new
 * one. If the account asks for a code that isn't given, nothing changes and the link stays valid. Errors: `token`, with one text
 * for all reasons; `code`.
 */
export async function resetPassword(db: Database, parts: FactorParts, given: NewPassword): Promise<SignedIn> {
  const { token, email, userId, password, code, device, from, now } = given;
  rejectWeak(password, email);
  const passwordHash = await hashPassword(password, await saltOf(db, email));
  const proof = await readProof(db, parts, { userId, code, from, now });
  const { opened, undone, removed } = await db.drizzle.transaction(async (tx) => {
    // Locks the mailbox first, then the account, as confirming by a link does, so the two can't deadlock.
    await lockMailbox(tx, email);
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), eq(users.email, email)))
      .returning({ id: users.id });
    // The account was closed or its address changed since the link was checked.
    if (changed.length === 0) throw fieldError('token', resetLinkRefused, { event: 'sign_in_refused' });
    await confirmAddress(tx, userId, email, now);
    // Checked again under the lock: of two requests, the second finds the link used.
    const used = await tx
      .update(passwordResets)
      .set({ usedAt: now })
      .where(isUsable(token, email, now))
      .returning({ userId: passwordResets.userId });
    if (used.length === 0) throw fieldError('token', resetLinkRefused, { event: 'sign_in_refused', userId });
    const undone = await undoFresh(tx, userId, now);
    const removed = await removeFresh(tx, userId, now);
    await revokeAllTokens(tx, userId, now);
    return { opened: await openSession(tx, { userId, device, proof, now }), undone, removed };
  });
  const signedIn = await signedInBy(db, { userId, proof, opened, from, now });
  const mails = undone ? [changeMail(email, 'undone', { otherDevices: 0, now })] : signedIn.mails;
  if (removed === 0) return { ...signedIn, mails };
  return { ...signedIn, mails: [...mails, passkeyMail(email, { what: 'undone', name: '', now })] };
}
