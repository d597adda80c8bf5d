/**
 * A player's second factor in the settings. Setting it up takes the password and a first code; changing it takes both again. None
 * of this ends a session.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { AppSecret } from '../../../src/lib/contract/auth/credentials.ts';
import type { SecondFactor } from '../../../src/lib/contract/auth/second-factor.ts';
import { APP_SET_UP_MINUTES } from '../../../src/lib/contract/limits.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { secondFactors, users } from '../../db/schema.ts';
import type { Mail } from '../../mail/mail.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { MINUTE } from '../../platform/time.ts';
import { holdSession } from '../../platform/tokens.ts';
import { appStep, firstCodeRefused, newAppSecret } from './authenticator.ts';
import { listDevices } from './devices.ts';
import { endRecovery, waitOf } from './factor-recovery.ts';
import { checkPassword } from './owner-proof.ts';
import { keepRecoveryCodes, newRecoveryCodes, recoveryCodesLeft } from './recovery-codes.ts';
import {
  codeError,
  countTry,
  type FactorParts,
  forgetTries,
  isOn,
  playerTotpPurpose,
  readProof,
  takeProof,
} from './second-factor.ts';
import { type Change, changeMail } from './second-factor-mails.ts';

/** The caller and their session. */
interface Caller {
  readonly userId: number;
  readonly token: string;
  readonly idleDays: number;
  /** Whether this site requires it of every player. */
  readonly required: boolean;
  readonly now: Date;
}

type Owner = Pick<typeof users.$inferSelect, 'email'> & {
  readonly hash: string | null;
  readonly confirmedAt: Date | null;
};

interface Changed {
  readonly factor: SecondFactor;
  readonly mail: Mail | null;
}

/** A link for a password goes by mail, so an account without an address needs that first. */
function needsOf({ hash, email, confirmedAt }: Owner): SecondFactor['needs'] {
  if (hash === null && email !== null) return 'password';
  return confirmedAt === null ? 'confirmed_email' : null;
}

export async function secondFactorOf(db: Database, caller: Caller): Promise<SecondFactor> {
  const { userId } = caller;
  const [row] = await db.drizzle
    .select({
      hash: users.passwordHash,
      email: users.email,
      confirmedAt: users.emailConfirmedAt,
      onSince: secondFactors.onSince,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) throw new DomainError('not_found');
  const devices = await listDevices(db.drizzle, caller);
  const wait = await waitOf(db.drizzle, userId, caller.now);
  return {
    on_since: row.onSince?.toISOString() ?? null,
    recovery_codes_left: await recoveryCodesLeft(db.drizzle, userId),
    needs: needsOf(row),
    required: caller.required,
    other_devices: devices.filter(({ current }) => !current).length,
    lost: wait && { since: wait.startedAt.toISOString(), due_at: wait.dueAt.toISOString() },
  };
}

/** Errors: `password`, also for an account without one. */
const provePassword = (db: Database, userId: number, password: string) =>
  checkPassword(db, { userId, password, field: 'password', wrong: wrongPassword(userId) });

const wrongPassword = (userId: number) =>
  fieldError('password', 'That’s not your password.', { event: 'proof_refused', userId });

/** Locks the account and checks that the password hasn't changed since it was compared. */
async function lockAccount(tx: Transaction, userId: number, hash: string): Promise<void> {
  const [same] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.passwordHash, hash)))
    .for('update');
  if (!same) throw wrongPassword(userId);
}

const onAlready = () =>
  new DomainError('nothing_to_do', { message: 'It’s already on. To use another app, turn it off first.' });

/**
 * First step: creates the app's secret. It has no effect until a code has confirmed it, and starting again makes a new one. The
 * address must be confirmed: it might belong to someone else, whom this would lock out. Errors: `password`, email_unconfirmed,
 * nothing_to_do (if it is already on).
 */
export async function setUpApp(
  db: Database,
  parts: FactorParts,
  given: { userId: number; password: string; now: Date },
): Promise<AppSecret> {
  const { userId, password, now } = given;
  const { hash, confirmedEmail: email } = await provePassword(db, userId, password);
  if (email === null)
    throw new DomainError('email_unconfirmed', {
      message: 'Confirm your email address first. We email you about any change to these settings.',
    });
  const { sealed, shown } = newAppSecret(parts.vault, playerTotpPurpose(userId), email);
  await db.drizzle.transaction(async (tx) => {
    await lockAccount(tx, userId, hash);
    if ((await tx.$count(secondFactors, isOn(userId))) > 0) throw onAlready();
    const begun = { totpSecret: sealed, totpStep: 0, startedAt: now };
    await tx
      .insert(secondFactors)
      .values({ userId, ...begun })
      .onConflictDoUpdate({ target: secondFactors.userId, set: begun });
  });
  return shown;
}

/**
 * Second step: checks a first code and turns it on. Errors: `code`, nothing_to_do (if it is on or wasn't started),
 * too_many_requests, unauthenticated (the session has ended).
 */
export async function confirmApp(
  db: Database,
  parts: FactorParts,
  given: Caller & { code: string },
): Promise<Changed & { codes: string[] }> {
  const { userId, code, now } = given;
  const [begun] = await db.drizzle.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  // Before the try is counted: with a session alone, a thief could use up the tries of the owner's logins.
  if (begun?.onSince) throw onAlready();
  if (!begun || begun.startedAt.getTime() < now.getTime() - APP_SET_UP_MINUTES * MINUTE) throw tooLate();
  await countTry(db, parts, { userId, from: null, now });
  const sealed = begun.totpSecret;
  const step = appStep(parts.vault, { purpose: playerTotpPurpose(userId), sealed }, code, now);
  if (step === null) throw firstCodeRefused();
  const codes = await newRecoveryCodes(db, userId);
  await db.drizzle.transaction(async (tx) => {
    await holdSession(tx, given);
    const on = await tx
      .update(secondFactors)
      .set({ totpStep: step, onSince: now })
      // The secret must be the same and not yet on: of two requests, the second finds it on.
      .where(
        and(
          eq(secondFactors.userId, userId),
          eq(secondFactors.totpSecret, sealed),
          isNull(secondFactors.onSince),
        ),
      )
      .returning({ userId: secondFactors.userId });
    if (on.length === 0) throw tooLate();
    await keepRecoveryCodes(tx, userId, codes, now);
  });
  return { ...(await changed(db, given, 'on')), codes: codes.shown };
}

const tooLate = () =>
  new DomainError('nothing_to_do', {
    message: `This took longer than ${APP_SET_UP_MINUTES} minutes, or you started it somewhere else. Please start again.`,
  });

type Asked = Caller & { readonly password: string; readonly code: string };

const offAlready = () => new DomainError('nothing_to_do', { message: 'It’s already off.' });

/**
 * Checks the password and the code. Returns a function that uses the code up in a transaction. Errors: `password`, `code`,
 * nothing_to_do (if it is off), too_many_requests.
 */
async function ask(db: Database, parts: FactorParts, given: Asked) {
  const { userId, password, code, now } = given;
  const { hash } = await provePassword(db, userId, password);
  const wrong = () => codeError('wrong', { event: 'proof_refused', userId });
  const proof = await readProof(db, parts, { userId, code, from: null, now });
  if (proof.by === 'nothing') throw offAlready();
  if (proof.by === 'wrong') throw wrong();
  return async (tx: Transaction): Promise<void> => {
    await lockAccount(tx, userId, hash);
    const taken = await takeProof(tx, userId, proof);
    if (taken === 'off') throw offAlready();
    if (taken !== 'taken') throw wrong();
    // Someone with a code hasn't lost it.
    await endRecovery(tx, userId);
  };
}

/** Replaces the recovery codes. Errors: see `ask`. */
export async function renewRecoveryCodes(
  db: Database,
  parts: FactorParts,
  given: Asked,
): Promise<Changed & { codes: string[] }> {
  const { userId, now } = given;
  const take = await ask(db, parts, given);
  const codes = await newRecoveryCodes(db, userId);
  await db.drizzle.transaction(async (tx) => {
    await take(tx);
    await keepRecoveryCodes(tx, userId, codes, now);
  });
  return { ...(await changed(db, given, 'renewed')), codes: codes.shown };
}

/** Turns it off: deletes the secret and the recovery codes. Errors: those of `ask`, and second_factor_needed. */
export async function turnOffApp(db: Database, parts: FactorParts, given: Asked): Promise<Changed> {
  if (given.required)
    throw new DomainError('second_factor_needed', {
      message: 'Every player needs two-factor authentication here, so you can’t turn it off.',
    });
  const take = await ask(db, parts, given);
  await db.drizzle.transaction(async (tx) => {
    await take(tx);
    await tx.delete(secondFactors).where(eq(secondFactors.userId, given.userId));
  });
  return changed(db, given, 'off');
}

/** Returns the new state, and the mail to the owner. */
async function changed(db: Database, caller: Caller, what: Change): Promise<Changed> {
  const { userId, now } = caller;
  await forgetTries(db, userId, null);
  const factor = await secondFactorOf(db, caller);
  const [user] = await db.drizzle.select({ email: users.email }).from(users).where(eq(users.id, userId));
  const about = { otherDevices: factor.other_devices, now };
  return { factor, mail: user?.email ? changeMail(user.email, what, about) : null };
}
