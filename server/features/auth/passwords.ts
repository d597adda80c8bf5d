/**
 * Passwords as argon2id in PHC form, by Node's own implementation. It runs on libuv's threads, four at a time: more logins than
 * that wait their turn there and don't stop other requests.
 */
import { argon2, createHmac, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '../../db/database.ts';
import { sharedSecret } from '../../platform/secrets.ts';

const derive = promisify(argon2);
/**
 * OWASP's smaller recommendation: 19 MiB in KiB, two passes, about 35 ms on a small server. Only tests that aren't about hashes lower
 * them.
 */
export const passwordCosts = { memory: 19_456, passes: 2 };
const LENGTH = 32;
const SALT_LENGTH = 16;

/** What a password was hashed by, as the prefix of the hash: `$argon2id$v=19$m=19456,t=2,p=1$salt$` */
const prefixOf = (salt: Uint8Array) =>
  `$argon2id$v=19$m=${passwordCosts.memory},t=${passwordCosts.passes},p=1$${Buffer.from(salt).toString('base64url')}$`;

const phc = /^(\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w-]+)\$)([\w-]+)$/;

async function hash(password: string, salt: Uint8Array, memory: number, passes: number): Promise<Buffer> {
  return derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    parallelism: 1,
    tagLength: LENGTH,
    memory,
    passes,
  });
}

const secrets = new WeakMap<Database, Promise<Buffer>>();

/**
 * The salt of an address: the same for all accounts that gave it, so that one hash shows which of them a password opens, and a login
 * takes as long whether there is none, one or a hundred. Made with a secret, or it could be known before the hashes are.
 */
export async function saltOf(db: Database, email: string): Promise<Buffer> {
  const known = secrets.get(db) ?? sharedSecret(db.drizzle, 'passwords');
  secrets.set(db, known);
  const secret = await known.catch((error) => {
    secrets.delete(db);
    throw error;
  });
  return createHmac('sha256', secret).update(email).digest().subarray(0, SALT_LENGTH);
}

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` */
export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const { memory, passes } = passwordCosts;
  return prefixOf(salt) + (await hash(password, salt, memory, passes)).toString('base64url');
}

/** Whether a hash is what would be made today: with this salt, by these costs. */
export const isCurrent = (hash: string, salt: Uint8Array) => hash.startsWith(prefixOf(salt));

/**
 * The first of these accounts that a password opens. With `salt` one hash is made even when there are none; those that were stored
 * with another salt or by other costs take one each.
 */
export async function findByPassword<T extends { readonly hash: string | null }>(
  accounts: readonly T[],
  password: string,
  salt: Uint8Array,
): Promise<T | undefined> {
  const read = accounts.map((account) => ({ account, parts: phc.exec(account.hash ?? '') }));
  const prefixes = new Set([prefixOf(salt), ...read.flatMap(({ parts }) => parts?.[1] ?? [])]);
  const made = new Map<string, Buffer>();
  for (const prefix of prefixes) {
    const [, , memory, passes, by = ''] = phc.exec(`${prefix}x`) ?? [];
    made.set(prefix, await hash(password, Buffer.from(by, 'base64url'), Number(memory), Number(passes)));
  }
  const right = read.filter(({ parts }) => {
    const [, prefix = '', , , , known = ''] = parts ?? [];
    const ours = made.get(prefix);
    const stored = Buffer.from(known, 'base64url');
    return ours !== undefined && ours.length === stored.length && timingSafeEqual(ours, stored);
  });
  return right[0]?.account;
}
