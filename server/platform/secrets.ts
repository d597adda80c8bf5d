import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database, Executor } from '../db/database.ts';
import { secrets } from '../db/schema.ts';

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
