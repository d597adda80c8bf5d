/**
 * A player's second factor where somebody comes in: whichever way that is, an account that has one opens no session without a code of
 * its app or a recovery code. How it is turned on and off is in second-factor-settings.ts.
 */
import { and, eq, gt, isNotNull, lt } from 'drizzle-orm';
import { APP_UNDO_HOURS } from '../../../src/lib/contract/limits.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { rateLimits, secondFactors, users } from '../../db/schema.ts';
import type { Mail } from '../../mail/mail.ts';
import { type DomainError, fieldError, type Suspect } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { countRequest } from '../../platform/rate-limit.ts';
import { createToken } from '../../platform/tokens.ts';
import { appStep } from './authenticator.ts';
import { endLoss, stoppedMailTo, takeOffLost } from './factor-recovery.ts';
import { takenOffMail } from './factor-recovery-mails.ts';
import { findRecoveryCode, spendRecoveryCode } from './recovery-codes.ts';
import { recoveryUsedMail } from './second-factor-mails.ts';

/** What of the app it takes to ask for a second factor. */
export interface FactorParts {
  readonly vault: Vault;
  readonly rateLimit: boolean;
  readonly siteUrl: string;
}

/** What the secret of an account's app is sealed for. */
export const playerTotpPurpose = (userId: number) => `player-totp:${userId}`;

/** Whose code is tried: a player's, by their number, or an operator's. */
type Owner = number | `operator-${number}`;
/** So many codes may be tried at an account in an hour. All else was right by then, so it is a thief or a slip. */
const TRIES = 10;
const HOUR = 3600;
/** From all networks together: of a million codes at most three are right at a time. */
const ALL_TRIES = 50;
const triesKey = (owner: Owner, from: string | null) => `second-factor:${owner}:${from ?? 'known'}`;

/**
 * By the network, or apart from all of them for a session or a device that the account knows (`from` null): a thief who has the
 * password tries from elsewhere, and doesn't keep the owner out. Errors: too_many_requests.
 */
export async function countTry(
  db: Database,
  parts: Pick<FactorParts, 'rateLimit'>,
  { userId, from, now }: { userId: Owner; from: string | null; now: Date },
): Promise<void> {
  if (!parts.rateLimit) return;
  await countRequest(db.drizzle, triesKey(userId, from), TRIES, HOUR, now);
  if (from !== null) await countRequest(db.drizzle, triesKey(userId, 'all'), ALL_TRIES, HOUR, now);
}

/** A right code is no try at guessing. */
export async function forgetTries(db: Database, userId: Owner, from: string | null): Promise<void> {
  await db.drizzle.delete(rateLimits).where(eq(rateLimits.key, triesKey(userId, from)));
}

/** What a given code is. It counts only once a transaction has taken it. */
type Proof =
  | { readonly by: 'nothing' }
  | { readonly by: 'wrong' }
  | { readonly by: 'app'; readonly sealed: string; readonly step: number }
  | { readonly by: 'recovery'; readonly hash: string }
  /** A passkey, whose authenticator has verified its user: both factors at once. */
  | { readonly by: 'passkey' };

export const NO_PROOF: Proof = { by: 'nothing' };
export const PASSKEY_PROOF: Proof = { by: 'passkey' };

/** The second factor of an account that asks for one: not one that is only being set up. */
export const isOn = (userId: number) =>
  and(eq(secondFactors.userId, userId), isNotNull(secondFactors.onSince));

export const asksForCode = async (db: Executor, userId: number): Promise<boolean> =>
  (await db.$count(secondFactors, isOn(userId))) > 0;

/** Whether an account has a password and no second factor: what only a provider enters has the provider's. */
export async function lacksFactor(db: Executor, userId: number): Promise<boolean> {
  const hasPassword = and(eq(users.id, userId), isNotNull(users.passwordHash));
  return (await db.$count(users, hasPassword)) > 0 && !(await asksForCode(db, userId));
}

interface Given {
  readonly userId: number;
  readonly code: string | undefined;
  /** The network that it comes from; null: a session or a device that the account knows. */
  readonly from: string | null;
  readonly now: Date;
}

/**
 * Looks at a code, before the transaction, since a recovery code takes a hash. To be called once all else was right, or the count of
 * tries would let anybody keep an owner out. Errors: too_many_requests.
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
      throw fieldError('code', 'We can’t check codes from your app right now. Use a recovery code.');
    const step = appStep(parts.vault, { purpose: playerTotpPurpose(userId), sealed }, code, now);
    return step === null ? { by: 'wrong' } : { by: 'app', sealed, step };
  }
  const hash = await findRecoveryCode(db, userId, code);
  return hash === null ? { by: 'wrong' } : { by: 'recovery', hash };
}

/** off: the account asks for none, or a passkey replaces it. asked: it does, and none was given. wrong: it was none, or had been used. */
type Taken = 'off' | 'taken' | 'asked' | 'wrong';

/** Uses a code up, under the row's lock: of two who send the same one at once, one gets 'taken'. */
export async function takeProof(tx: Executor, userId: number, proof: Proof): Promise<Taken> {
  const [factor] = await tx.select().from(secondFactors).where(isOn(userId)).for('update');
  // A passkey says nothing about the app, so it ends no wait after a loss of that.
  if (!factor || proof.by === 'passkey') return 'off';
  if (proof.by === 'nothing') return 'asked';
  if (proof.by === 'wrong') return 'wrong';
  if (proof.by === 'recovery') return (await spendRecoveryCode(tx, userId, proof.hash)) ? 'taken' : 'wrong';
  const { sealed, step } = proof;
  const taken = await tx
    .update(secondFactors)
    .set({ totpStep: step })
    // The same app still: it may have been turned off and on again since it was read.
    .where(and(isOn(userId), eq(secondFactors.totpSecret, sealed), lt(secondFactors.totpStep, step)))
    .returning({ userId: secondFactors.userId });
  return taken.length > 0 ? 'taken' : 'wrong';
}

/** In words, by the field `code`. */
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
 * Turns it off where it was turned on a short while ago, for someone who has shown that the account's mail is theirs; returns whether it did.
 * Or a thief who has the password alone could turn it on, and the owner would never get in again.
 */
export async function undoFresh(tx: Transaction, userId: number, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - APP_UNDO_HOURS * HOUR * 1000);
  const undone = await tx
    .delete(secondFactors)
    .where(and(isOn(userId), gt(secondFactors.onSince, since)))
    .returning({ userId: secondFactors.userId });
  if (undone.length > 0) await endLoss(tx, userId);
  return undone.length > 0;
}

interface Entering {
  readonly userId: number;
  /** The browser's name, for the list of devices. */
  readonly device: string;
  readonly proof: Proof;
  readonly now: Date;
}

/** What became of a reported loss by the log-in: a right code stopped the wait, or the wait was over and the second factor came off. */
export type LossEnd = 'stopped' | 'taken_off' | null;

/** A session that was just opened, and what came of it in its transaction. */
interface Opened {
  readonly token: string;
  readonly loss: LossEnd;
}

/**
 * The one way to a session: for whom all else was proven, and a code where the account asks for one. Once the wait after a loss is over
 * (lost-factor.ts), going without one takes the second factor off. Errors: the field `code`, which takes the transaction back.
 */
export async function openSession(tx: Transaction, given: Entering): Promise<Opened> {
  const { userId, device, proof, now } = given;
  // The account first, as everywhere, or this and a change in the settings could wait for each other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const taken = await takeProof(tx, userId, proof);
  const isLost = taken === 'asked' && (await takeOffLost(tx, userId, now));
  if ((taken === 'asked' && !isLost) || taken === 'wrong')
    throw codeError(taken, { event: 'sign_in_refused', userId });
  const isKept = taken === 'taken' && (await endLoss(tx, userId));
  const token = await createToken(tx, userId, device, now);
  return { token, loss: isLost ? 'taken_off' : isKept ? 'stopped' : null };
}

/** What every way in ends with; the route answers the user along with it. */
export interface SignedIn {
  readonly token: string;
  readonly userId: number;
  /** What to mail its owner about it. */
  readonly mails: readonly Mail[];
  readonly loss: LossEnd;
}

/** What is left to do once the transaction is committed. */
export async function signedInBy(
  db: Database,
  parts: FactorParts,
  given: { userId: number; opened: Opened; proof: Proof; from: string | null; now: Date },
): Promise<SignedIn> {
  const { userId, opened, proof, from, now } = given;
  const { siteUrl } = parts;
  const mails: (Mail | null)[] = [];
  if (proof.by === 'app' || proof.by === 'recovery') await forgetTries(db, userId, from);
  if (proof.by === 'recovery') mails.push(await recoveryUsedMail(db, userId, siteUrl, now));
  if (opened.loss === 'stopped') mails.push(await stoppedMailTo(db.drizzle, userId, siteUrl, now));
  if (opened.loss === 'taken_off') {
    const [user] = await db.drizzle.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (user?.email) mails.push(takenOffMail({ to: user.email, siteUrl, now }));
  }
  return { ...opened, userId, mails: mails.filter((mail) => mail !== null) };
}
