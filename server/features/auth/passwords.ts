/**
 * Passwords as argon2id hashes in PHC format, made by Node itself. Hashing runs on libuv's four threads. Further logins wait
 * there and don't block other requests.
 */
import { argon2, createHmac, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '../../db/database.ts';
import { knownSecret } from '../../platform/secrets.ts';

const derive = promisify(argon2);
/**
 * OWASP's smaller recommendation: 19 MiB (in KiB), two passes, about 35 ms on a small server. Only tests that aren't about
 * hashing lower it.
 */
export const passwordCosts = { memory: 19_456, passes: 2 };
const LENGTH = 32;
const SALT_LENGTH = 16;

/** The part of a hash that says how it was made: `$argon2id$v=19$m=19456,t=2,p=1$salt$` */
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

/**
 * Returns the salt of an address. All accounts with that address share it. So one hash shows which of them a password opens, and
 * a login takes the same time for no account, one or a hundred. It is made with a secret, or attackers could compute it before
 * they have the hashes.
 */
export async function saltOf(db: Database, email: string): Promise<Buffer> {
  const secret = await knownSecret(db, 'passwords');
  return createHmac('sha256', secret).update(email).digest().subarray(0, SALT_LENGTH);
}

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` */
export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const { memory, passes } = passwordCosts;
  return prefixOf(salt) + (await hash(password, salt, memory, passes)).toString('base64url');
}

/** Returns whether a hash has the current costs and this salt. */
export const isCurrent = (hash: string, salt: Uint8Array) => hash.startsWith(prefixOf(salt));

/**
 * Returns the first of these accounts that a password opens. With `salt`, one hash is made even if there are no accounts. Each
 * account stored with another salt or other costs needs one more.
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
