import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database, Executor } from '../db/database.ts';
import { secrets } from '../db/schema.ts';
import type { Vault } from './encryption.ts';

/** Returns the secret with this name: 32 random bytes, made by the first process that asks and the same for all later ones. */
export async function sharedSecret(db: Executor, name: string): Promise<Buffer> {
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32) })
    .onConflictDoNothing();
  const [row] = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name));
  if (!row) throw new Error(`the secret ${name} was not stored`);
  return Buffer.from(row.value);
}

/**
 * Returns whether a vault makes the digests that the database has, of codes for example. With another key, a code that was added
 * before would be accepted again. The first start stores a digest to compare with.
 */
export async function makesKnownDigests(db: Executor, vault: Pick<Vault, 'digest'>): Promise<boolean> {
  const value = vault.digest('key', '');
  await db.insert(secrets).values({ name: 'digests', value }).onConflictDoNothing();
  return (await sharedSecret(db, 'digests')).equals(value);
}

const known = new WeakMap<Database, Map<string, Promise<Buffer>>>();

/** Returns the same secret, which this process reads once. */
export function knownSecret(db: Database, name: string): Promise<Buffer> {
  const ofDatabase = known.get(db) ?? new Map<string, Promise<Buffer>>();
  known.set(db, ofDatabase);
  const secret = ofDatabase.get(name) ?? sharedSecret(db.drizzle, name);
  ofDatabase.set(name, secret);
  // A failed read is tried again by the next caller.
  secret.catch(() => ofDatabase.delete(name));
  return secret;
}
