/**
 * Recovery codes: each lets its owner in once if the app is lost. They are hashed like passwords, because they are short enough
 * to write down.
 */
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '../../../src/lib/contract/limits.ts';
import type { Database, Executor } from '../../db/database.ts';
import { recoveryCodes } from '../../db/schema.ts';
import { findByPassword, hashPassword, saltOf } from './passwords.ts';
import { base32 } from './totp.ts';

/** One salt per account, so one hash shows which code was given. */
const saltFor = (db: Database, userId: number) => saltOf(db, `recovery:${userId}`);

/** 50 random bits: "K7QX2AB4DF" */
const newCode = () => base32(randomBytes(7)).slice(0, RECOVERY_CODE_LENGTH);

interface NewCodes {
  /** In two groups, as shown to the player once: "K7QX2-AB4DF". */
  readonly shown: string[];
  readonly hashes: readonly string[];
}

/** Creates new codes. Hashing takes a while, so call it before the transaction that stores them. */
export async function newRecoveryCodes(db: Database, userId: number): Promise<NewCodes> {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  const salt = await saltFor(db, userId);
  const hashes = await Promise.all([...codes].map((code) => hashPassword(code, salt)));
  return { shown: [...codes].map((code) => code.replace(/^.{5}/, '$&-')), hashes };
}

/** Stores new codes in place of the old ones. */
export async function keepRecoveryCodes(
  tx: Executor,
  userId: number,
  { hashes }: NewCodes,
  now: Date,
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash, createdAt: now })));
}

/** Returns the hash of the given code; null if it is none of the account's. */
export async function findRecoveryCode(db: Database, userId: number, code: string): Promise<string | null> {
  const left = await db.drizzle
    .select({ hash: recoveryCodes.hash })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return (await findByPassword(left, code, await saltFor(db, userId)))?.hash ?? null;
}

/** Uses up a code. Returns false if it was used before. If two requests send it at the same moment, the second waits here. */
export async function spendRecoveryCode(tx: Executor, userId: number, hash: string): Promise<boolean> {
  const spent = await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash)))
    .returning({ hash: recoveryCodes.hash });
  return spent.length > 0;
}

export const recoveryCodesLeft = (db: Executor, userId: number) =>
  db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
