/** Signing up and signing in (spec sections 4 and 7). */
import { randomInt } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Executor } from '../../db/database.ts';
import { balances, users } from '../../db/schema.ts';
import { fieldError } from '../../platform/domain-error.ts';
import { countJoin, type JoinPlace } from '../fraud/join-pace.ts';
import { recordReferral } from '../referrals/referrals.ts';
import { findByPassword, hashPassword, isCurrent, saltOf } from './passwords.ts';
import {
  asksForCode,
  type FactorParts,
  NO_PROOF,
  openSession,
  readProof,
  type SignedIn,
  signedInBy,
} from './second-factor.ts';
import { rejectWeak } from './weak-passwords.ts';

/** Returns a first display name: "player-48213". It is public, so it doesn't come from the owner's address. */
export function firstName(): string {
  return `player-${randomInt(10_000, 100_000)}`;
}

interface NewUser {
  /** Null if none is known. */
  email: string | null;
  passwordHash: string | null;
  name?: string;
  invitedBy?: number | null;
  /** Whether the address is known to be theirs. */
  confirmed?: boolean;
  sample?: boolean;
  now: Date;
}

/**
 * Creates a user with empty accounts. Returns null if `confirmed` is set and another account has already confirmed the address.
 */
export async function createUser(tx: Executor, given: NewUser): Promise<number | null> {
  const [row] = await tx
    .insert(users)
    .values({
      email: given.email,
      passwordHash: given.passwordHash,
      name: given.name ?? firstName(),
      invitedBy: given.invitedBy ?? null,
      emailConfirmedAt: given.confirmed ? given.now : null,
      sample: given.sample ?? false,
      createdAt: given.now,
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  if (!row) return null;
  await tx.insert(balances).values({ userId: row.id });
  if (given.invitedBy)
    await recordReferral(tx, { inviterId: given.invitedBy, friendId: row.id, now: given.now });
  return row.id;
}

/**
 * Returns the owner of an invite link. An unknown or malformed link, or one of a suspended account, counts as none: it shouldn't
 * stop anyone from signing up.
 */
export async function inviterOf(db: Executor, reflink: string | null | undefined): Promise<number | null> {
  if (!reflink || !/^\d{1,9}$/.test(reflink)) return null;
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, Number(reflink)), isNull(users.suspendedAt), isNull(users.erasedAt)));
  return row?.id ?? null;
}

interface Credentials {
  email: string;
  password: string;
  /** The browser's name, for the list of devices. */
  device: string;
  now: Date;
}

/**
 * Creates an account and signs in, whether or not another account has this address: a different answer would reveal that.
 * Confirming the address shows who owns it. There is one exception. Someone who gives both the address and the password of an
 * existing account is signed in to that account, or is asked to log in if it needs a code as well. This reveals nothing they
 * couldn't find out by logging in. `countMail` is called once the password is accepted; it may refuse.
 */
export async function register(
  db: Database,
  given: Credentials & { reflink?: string | null | undefined; place: JoinPlace; countMail(): Promise<void> },
): Promise<SignedIn> {
  const { email, password, device, place, now } = given;
  rejectWeak(password, email);
  await given.countMail();
  const passwordHash = await hashPassword(password, await saltOf(db, email));
  const invitedBy = await inviterOf(db.drizzle, given.reflink);
  const made = await db.drizzle.transaction(async (tx) => {
    // Requests for one address run one after another, so a form that is sent twice makes one account.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
    // Locked, as in a login, so that a reset that ends all sessions doesn't miss this one.
    const [same] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), eq(users.passwordHash, passwordHash)))
      .orderBy(...ownerFirst)
      .limit(1)
      .for('no key update');
    if (!same) await countJoin(tx, place, now);
    const id = same?.id ?? (await createUser(tx, { email, passwordHash, invitedBy, now }));
    if (id === null) throw new Error('an unconfirmed address was refused');
    if (same && (await asksForCode(tx, id)))
      throw fieldError(
        'email',
        'You already have an account with this address. It uses two-factor authentication, so log in instead.',
      );
    return { id, opened: await openSession(tx, { userId: id, device, proof: NO_PROOF, now }) };
  });
  return signedInBy(db, { userId: made.id, proof: NO_PROOF, opened: made.opened, from: null, now });
}

/** Orders the accounts of an address: first the one that confirmed it, then those with a password, then the oldest. */
export const ownerFirst = [
  sql`${users.emailConfirmedAt} IS NULL`,
  sql`${users.passwordHash} IS NULL`,
  users.id,
];

const notThatPassword = (userId: number | undefined) =>
  fieldError('email', 'Wrong email address or password.', {
    event: 'sign_in_refused',
    userId,
  });

/** Returns the account with this address and password. The error is the same, after the same time, whichever of them is wrong. */
export async function accountBy(
  db: Database,
  { email, password }: Pick<Credentials, 'email' | 'password'>,
): Promise<{ id: number; hash: string; salt: Buffer }> {
  const accounts = await db.drizzle
    .select({ id: users.id, hash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
    .orderBy(...ownerFirst);
  const salt = await saltOf(db, email);
  const found = await findByPassword(accounts, password, salt);
  if (!found?.hash) throw notThatPassword(accounts[0]?.id);
  return { id: found.id, hash: found.hash, salt };
}

/**
 * Signs in. Errors: those of `accountBy`, and the field `code`. Only someone with the right address and password learns that the
 * account also asks for a code.
 */
export async function login(
  db: Database,
  parts: FactorParts,
  given: Credentials & { code: string | undefined; from: string | null },
): Promise<SignedIn> {
  const { email, password, code, from, device, now } = given;
  const { id, hash, salt } = await accountBy(db, { email, password });
  // The hash was made with other costs, or while the account had another address. It is renewed, so that later logins don't need
  // a separate hash for it.
  const renewed = isCurrent(hash, salt) ? null : await hashPassword(password, salt);
  const proof = await readProof(db, parts, { userId: id, code, from, now });
  const opened = await db.drizzle.transaction(async (tx) => {
    // Checks that the password is still the same. A reset during the comparison has ended all sessions, and must not miss this
    // one.
    const [same] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), eq(users.passwordHash, hash)))
      .for('no key update');
    if (!same) return null;
    if (renewed !== null) await tx.update(users).set({ passwordHash: renewed }).where(eq(users.id, id));
    return openSession(tx, { userId: id, device, proof, now });
  });
  if (opened === null) throw notThatPassword(id);
  return signedInBy(db, { userId: id, opened, proof, from, now });
}
