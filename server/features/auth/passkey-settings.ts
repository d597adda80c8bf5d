/** The passkeys in an account's settings. Adding or removing one needs proof of ownership. */
import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { NewPasskey, Passkeys, StartedCreation } from '../../../src/lib/contract/auth/passkeys.ts';
import { authProviderNames, authProviders } from '../../../src/lib/contract/auth/sign-in.ts';
import { APP_UNDO_HOURS, MAX_PASSKEYS } from '../../../src/lib/contract/limits.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { identities, passkeys, users } from '../../db/schema.ts';
import type { Mail } from '../../mail/mail.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { earlier, HOUR } from '../../platform/time.ts';
import { holdSession } from '../../platform/tokens.ts';
import { proveOwner } from './owner-proof.ts';
import { passkeyMail } from './passkey-mails.ts';
import { finishCreation, keepPasskey, type PasskeySite, startCreation } from './passkeys.ts';
import { hasPasswordlessSignIn, type Offered, type SignInMethod } from './passwordless-sign-in.ts';
import {
  asksForCode,
  codeError,
  type FactorParts,
  forgetTries,
  readProof,
  takeProof,
} from './second-factor.ts';

/** The caller, and the proof that they own the account. */
interface Asked {
  readonly userId: number;
  readonly token: string;
  readonly password: string | undefined;
  readonly code: string | undefined;
  readonly now: Date;
}

export async function passkeysOf(db: Executor, userId: number, offered: boolean): Promise<Passkeys> {
  const linked = await db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(desc(identities.createdAt), identities.provider);
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt), desc(passkeys.id));
  return {
    passkeys: rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    logins: linked.map(({ provider, createdAt, lastUsedAt }) => ({
      provider,
      name: authProviders[provider],
      linked_at: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
    })),
    offered,
    asks_code: await asksForCode(db, userId),
  };
}

/** Errors: `password`, `code`, too_many_requests. */
async function prove(db: Database, parts: FactorParts, given: Asked): Promise<void> {
  const { userId, code, now } = given;
  await proveOwner(db, given);
  const proof = await readProof(db, parts, { userId, code, from: null, now });
  const taken = await db.drizzle.transaction((tx) => takeProof(tx, userId, proof));
  if (taken === 'asked' || taken === 'wrong') throw codeError(taken, { event: 'proof_refused', userId });
  if (proof.by !== 'nothing') await forgetTries(db, userId, null);
}

async function rejectMore(db: Executor, userId: number): Promise<void> {
  if ((await db.$count(passkeys, eq(passkeys.userId, userId))) < MAX_PASSKEYS) return;
  throw new DomainError('limit_reached', {
    message: `You already have ${MAX_PASSKEYS} passkeys. Remove one first.`,
  });
}

/**
 * Starts to add a passkey. Errors: `password`, `code`, limit_reached, email_unconfirmed. The address must be confirmed: someone
 * who signed up with another person's address could otherwise still log in after its owner has taken the account over.
 */
export async function startPasskey(
  db: Database,
  parts: FactorParts,
  at: PasskeySite,
  given: Asked,
): Promise<StartedCreation> {
  const { userId, now } = given;
  await prove(db, parts, given);
  const [user] = await db.drizzle
    .select({ email: users.email, confirmedAt: users.emailConfirmedAt, name: users.name })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) throw new DomainError('not_found');
  if (user.email !== null && user.confirmedAt === null)
    throw new DomainError('email_unconfirmed', {
      message: 'Confirm your email address first. We email you about any change to these settings.',
    });
  await rejectMore(db.drizzle, userId);
  const known = await db.drizzle
    .select({ id: passkeys.credentialId, handle: passkeys.handle })
    .from(passkeys)
    .where(eq(passkeys.userId, userId));
  const owner = { id: userId, name: user.email ?? user.name, handle: known[0]?.handle };
  return startCreation(db.drizzle, at, { owner, known: known.map(({ id }) => id), now });
}

/** Returns the mail to the owner; null without a confirmed address. */
export async function mailTo(
  db: Executor,
  given: { userId: number; what: 'added' | 'removed' | 'linked' | 'unlinked'; name: string; now: Date },
): Promise<Mail | null> {
  const [user] = await db
    .select({ email: users.email, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, given.userId));
  if (!user?.email || !user.confirmedAt) return null;
  return passkeyMail(user.email, given);
}

/** Adds the passkey. Errors: `passkey`, limit_reached, forbidden, unauthenticated (the session has ended). */
export async function addPasskey(
  db: Database,
  at: PasskeySite,
  given: { userId: number; token: string; attempt: string; passkey: NewPasskey; device: string; now: Date },
): Promise<Mail | null> {
  const { userId, device, now } = given;
  const { taken, made } = await finishCreation(db, at, { ...given, purpose: 'add' });
  if (taken.userId !== userId) throw new DomainError('forbidden');
  const name = await db.drizzle.transaction(async (tx) => {
    await holdSession(tx, given);
    await rejectMore(tx, userId);
    return keepPasskey(tx, made, { userId, device, usedAt: null, now });
  });
  return mailTo(db.drizzle, { userId, what: 'added', name, now });
}

const isTheirs = (userId: number, id: number) => and(eq(passkeys.userId, userId), eq(passkeys.id, id));

/** Errors: not_found. */
export async function renamePasskey(db: Executor, userId: number, id: number, name: string): Promise<void> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(isTheirs(userId, id))
    .returning({ id: passkeys.id });
  if (renamed.length === 0) throw new DomainError('not_found');
}

/**
 * Removes a passkey. Errors: `password`, `code`, not_found, nothing_to_do if it is the only way to log in, and unauthenticated
 * (the session has ended).
 */
export async function removePasskey(
  db: Database,
  parts: FactorParts & Offered,
  given: Asked & { readonly id: number },
): Promise<Mail | null> {
  const { userId, id } = given;
  return remove(db, parts, given, { passkey: id }, async (tx) => {
    const [gone] = await tx.delete(passkeys).where(isTheirs(userId, id)).returning({ name: passkeys.name });
    return gone && (() => mailTo(db.drizzle, { ...given, what: 'removed', name: gone.name }));
  });
}

/** Removes the logins with a provider. Errors as for `removePasskey`. */
export async function removeLogin(
  db: Database,
  parts: FactorParts & Offered,
  given: Asked & { readonly provider: string },
): Promise<Mail | null> {
  const { userId } = given;
  const provider = authProviderNames.find((name) => name === given.provider);
  if (!provider) throw new DomainError('not_found');
  return remove(db, parts, given, { provider }, async (tx) => {
    const gone = await tx
      .delete(identities)
      .where(and(eq(identities.userId, userId), eq(identities.provider, provider)))
      .returning({ subject: identities.subject });
    return (
      gone.length > 0 &&
      (() => mailTo(db.drizzle, { ...given, what: 'unlinked', name: authProviders[provider] }))
    );
  });
}

/** Removes a way to log in, unless it is the only one. */
async function remove(
  db: Database,
  parts: FactorParts & Offered,
  given: Asked,
  method: SignInMethod,
  work: (tx: Transaction) => Promise<false | undefined | (() => Promise<Mail | null>)>,
): Promise<Mail | null> {
  await prove(db, parts, given);
  const mail = await db.drizzle.transaction(async (tx) => {
    await holdSession(tx, given);
    if (!(await hasOtherSignIn(tx, parts, given.userId, method)))
      throw new DomainError('nothing_to_do', {
        message: 'This is your only way to log in. Add a passkey or confirm an email address first.',
      });
    const gone = await work(tx);
    if (!gone) throw new DomainError('not_found');
    return gone;
  });
  return mail();
}

/** Returns whether the account has another way to sign in: by password, confirmed address, provider or passkey. */
async function hasOtherSignIn(
  tx: Executor,
  offered: Offered,
  userId: number,
  but: SignInMethod,
): Promise<boolean> {
  const [user] = await tx
    .select({ hash: users.passwordHash, confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  if (user?.hash || user?.confirmedAt) return true;
  return hasPasswordlessSignIn(tx, offered, userId, but);
}

/**
 * Removes passkeys that were added a short while ago, after someone proved that the account's mail is theirs. As with a second
 * factor, a thief with the password could otherwise keep access. The passkey that the account was created with stays. Returns how
 * many were removed.
 */
export async function removeFresh(tx: Transaction, userId: number, now: Date): Promise<number> {
  const since = earlier(now, APP_UNDO_HOURS * HOUR);
  const added: SQL = sql`${passkeys.createdAt} > (SELECT created_at FROM users WHERE id = ${userId})`;
  const gone = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), gt(passkeys.createdAt, since), added))
    .returning({ id: passkeys.id });
  return gone.length;
}
