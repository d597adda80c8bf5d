/**
 * The second factor at sign-in. However a player signs in, an account with a second factor opens no session without a code from
 * its app or a recovery code. second-factor-settings.ts turns it on and off.
 */
import { and, eq, gt, inArray, isNotNull, lt } from 'drizzle-orm';
import { APP_UNDO_HOURS } from '../../../src/lib/contract/limits.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { rateLimits, secondFactors, users } from '../../db/schema.ts';
import type { Mail } from '../../mail/mail.ts';
import { networksOf } from '../../platform/client-address.ts';
import { type DomainError, fieldError, type Suspect } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { countFrom, countRequest } from '../../platform/rate-limit.ts';
import { earlier, HOUR } from '../../platform/time.ts';
import { createToken } from '../../platform/tokens.ts';
import { appStep } from './authenticator.ts';
import { endRecovery, removeLostFactor, stoppedMailTo } from './factor-recovery.ts';
import { takenOffMail } from './factor-recovery-mails.ts';
import { findRecoveryCode, spendRecoveryCode } from './recovery-codes.ts';
import { recoveryUsedMail } from './second-factor-mails.ts';

/** The parts of the app that this needs. */
export interface FactorParts {
  readonly vault: Vault;
  readonly rateLimit: boolean;
}

/** The purpose under which an account's app secret is encrypted. */
export const playerTotpPurpose = (userId: number) => `player-totp:${userId}`;

/** Whose code is tried: a player's, by user id, or an operator's. */
type Owner = number | `operator-${number}`;
/** How many codes may be tried per hour. The password was right by then, so it is a thief or a slip. */
const TRIES = 10;
/** The limit for all networks together. Of a million codes at most three are valid at a time. */
const ALL_TRIES = 50;
const triesOf = (owner: Owner) => `second-factor:${owner}`;
const KNOWN = 'known';

/**
 * Counts a try by network. Sessions and devices that the account knows (`from` null) are counted separately: a thief with the
 * password tries from elsewhere and can't lock the owner out. Errors: too_many_requests.
 */
export async function countTry(
  db: Database,
  parts: Pick<FactorParts, 'rateLimit'>,
  { userId, from, now }: { userId: Owner; from: string | null; now: Date },
): Promise<void> {
  if (!parts.rateLimit) return;
  const key = triesOf(userId);
  await countFrom(db.drizzle, { key, network: from ?? KNOWN, max: TRIES, within: HOUR, now });
  if (from !== null) await countRequest(db.drizzle, `${key}:all`, ALL_TRIES, HOUR, now);
}

/** Resets the count after a right code, which wasn't a guess. */
export async function forgetTries(db: Database, userId: Owner, from: string | null): Promise<void> {
  const keys = networksOf(from ?? KNOWN).map(({ network }) => `${triesOf(userId)}:${network}`);
  await db.drizzle.delete(rateLimits).where(inArray(rateLimits.key, keys));
}

/** What a given code is. It counts only after a transaction has taken it. */
type Proof =
  | { readonly by: 'nothing' }
  | { readonly by: 'wrong' }
  | { readonly by: 'app'; readonly sealed: string; readonly step: number }
  | { readonly by: 'recovery'; readonly hash: string }
  /** A passkey whose authenticator verified its user. It counts as both factors. */
  | { readonly by: 'passkey' };

export const NO_PROOF: Proof = { by: 'nothing' };
export const PASSKEY_PROOF: Proof = { by: 'passkey' };

/** Matches the second factor of an account that asks for one, but not one that is still being set up. */
export const isOn = (userId: number) =>
  and(eq(secondFactors.userId, userId), isNotNull(secondFactors.onSince));

export const asksForCode = async (db: Executor, userId: number): Promise<boolean> =>
  (await db.$count(secondFactors, isOn(userId))) > 0;

/** Returns whether an account has a password but no second factor. An account with only a provider relies on the provider's. */
export async function lacksFactor(db: Executor, userId: number): Promise<boolean> {
  const hasPassword = and(eq(users.id, userId), isNotNull(users.passwordHash));
  return (await db.$count(users, hasPassword)) > 0 && !(await asksForCode(db, userId));
}

interface Given {
  readonly userId: number;
  readonly code: string | undefined;
  /** The network of the request; null for a session or device that the account knows. */
  readonly from: string | null;
  readonly now: Date;
}

/**
 * Checks a code. It runs before the transaction, because a recovery code takes a hash. Call it only after everything else was
 * right, or anyone could use up the tries and lock the owner out. Errors: too_many_requests, `code` if app codes can't be
 * checked.
 */
export async function readProof(db: Database, parts: FactorParts, given: Given): Promise<Proof> {
  const { userId, code, from, now } = given;
  if (code === undefined) return NO_PROOF;
  const [factor] = await db.drizzle.select().from(secondFactors).where(isOn(userId));
  if (!factor) return NO_PROOF;
  await countTry(db, parts, { userId, from, now });
  if (/^\d+$/.test(code)) {
    const sealed = factor.totpSecret;
    if (!parts.vault.hasKeyOf(sealed))
      throw fieldError('code', 'We can’t check two-factor codes right now. Use a recovery code.');
    const step = appStep(parts.vault, { purpose: playerTotpPurpose(userId), sealed }, code, now);
    return step === null ? { by: 'wrong' } : { by: 'app', sealed, step };
  }
  const hash = await findRecoveryCode(db, userId, code);
  return hash === null ? { by: 'wrong' } : { by: 'recovery', hash };
}

/**
 * off: the account asks for no code, or a passkey replaces it. asked: the account asks for a code and none was given. wrong: the
 * code is invalid or was used before.
 */
type Taken = 'off' | 'taken' | 'asked' | 'wrong';

/** Uses up a code under the row's lock. If two requests send the same code, only one gets 'taken'. */
export async function takeProof(tx: Executor, userId: number, proof: Proof): Promise<Taken> {
  const [factor] = await tx.select().from(secondFactors).where(isOn(userId)).for('update');
  // A passkey doesn't prove that the app isn't lost, so it doesn't end a recovery.
  if (!factor || proof.by === 'passkey') return 'off';
  if (proof.by === 'nothing') return 'asked';
  if (proof.by === 'wrong') return 'wrong';
  if (proof.by === 'recovery') return (await spendRecoveryCode(tx, userId, proof.hash)) ? 'taken' : 'wrong';
  const { sealed, step } = proof;
  const taken = await tx
    .update(secondFactors)
    .set({ totpStep: step })
    // It must still be the same app: it may have been turned off and on again since it was read.
    .where(and(isOn(userId), eq(secondFactors.totpSecret, sealed), lt(secondFactors.totpStep, step)))
    .returning({ userId: secondFactors.userId });
  return taken.length > 0 ? 'taken' : 'wrong';
}

export function codeError(taken: 'asked' | 'wrong', suspect: Suspect): DomainError {
  return taken === 'asked'
    ? fieldError('code', 'Enter the six digits your app shows, or a recovery code.')
    : fieldError(
        'code',
        'That code doesn’t work. Each code works once, so enter the newest one from your app or another recovery code.',
        suspect,
      );
}

/**
 * Turns the second factor off if it was turned on a short while ago, for someone who proved that the account's mail is theirs.
 * Otherwise a thief with only the password could turn it on and lock the owner out for good. Returns whether it did.
 */
export async function undoFresh(tx: Transaction, userId: number, now: Date): Promise<boolean> {
  const since = earlier(now, APP_UNDO_HOURS * HOUR);
  const undone = await tx
    .delete(secondFactors)
    .where(and(isOn(userId), gt(secondFactors.onSince, since)))
    .returning({ userId: secondFactors.userId });
  if (undone.length > 0) await endRecovery(tx, userId);
  return undone.length > 0;
}

interface Entering {
  readonly userId: number;
  /** The browser's name, for the list of devices. */
  readonly device: string;
  readonly proof: Proof;
  readonly now: Date;
}

/** How the login ended a recovery: a right code stopped the wait, or the wait was over and the second factor was removed. */
type RecoveryEnd = 'stopped' | 'removed' | null;

/** A new session, and what its transaction did to a running recovery. */
interface Opened {
  readonly token: string;
  readonly recovery: RecoveryEnd;
}

/**
 * Opens a session. It is the only way to one, for someone who has proven everything else. The account may also ask for a code. If
 * the wait of a recovery is over (factor-recovery.ts), a login without a code turns the second factor off. Errors: the field
 * `code`, which rolls the transaction back.
 */
export async function openSession(tx: Transaction, given: Entering): Promise<Opened> {
  const { userId, device, proof, now } = given;
  // All code locks the account first, or this and a change in the settings could deadlock.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const taken = await takeProof(tx, userId, proof);
  const isLost = taken === 'asked' && (await removeLostFactor(tx, userId, now));
  if ((taken === 'asked' && !isLost) || taken === 'wrong')
    throw codeError(taken, { event: 'sign_in_refused', userId });
  const isKept = taken === 'taken' && (await endRecovery(tx, userId));
  const token = await createToken(tx, userId, device, now);
  return { token, recovery: isLost ? 'removed' : isKept ? 'stopped' : null };
}

/** The result of every way to sign in. The route adds the user. */
export interface SignedIn {
  readonly token: string;
  readonly userId: number;
  /** Mails to the owner about this login. */
  readonly mails: readonly Mail[];
  readonly recovery: RecoveryEnd;
}

/** Does what is left after the transaction is committed. */
export async function signedInBy(
  db: Database,
  given: { userId: number; opened: Opened; proof: Proof; from: string | null; now: Date },
): Promise<SignedIn> {
  const { userId, opened, proof, from, now } = given;
  const mails: (Mail | null)[] = [];
  if (proof.by === 'app' || proof.by === 'recovery') await forgetTries(db, userId, from);
  if (proof.by === 'recovery') mails.push(await recoveryUsedMail(db, userId, now));
  if (opened.recovery === 'stopped') mails.push(await stoppedMailTo(db.drizzle, userId, now));
  if (opened.recovery === 'removed') {
    const [user] = await db.drizzle.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (user?.email) mails.push(takenOffMail({ to: user.email, now }));
  }
  return { ...opened, userId, mails: mails.filter((mail) => mail !== null) };
}
