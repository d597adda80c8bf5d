/**
 * Passwords as argon2id in PHC form, by Node's own implementation. It runs on libuv's threads, four at a time: more logins than
 * that wait their turn there and don't stop other requests.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);
/** OWASP's smaller recommendation: 19 MiB, two passes, about 35 ms on a small server. */
const MEMORY = 19_456;
const PASSES = 2;
const LENGTH = 32;

async function hash(password: string, salt: Buffer, memory: number, passes: number): Promise<Buffer> {
  return derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    parallelism: 1,
    tagLength: LENGTH,
    memory,
    passes,
  });
}

/** `$argon2id$v=19$m=19456,t=2,p=1$salt$hash` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const made = await hash(password, salt, MEMORY, PASSES);
  return `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=1$${salt.toString('base64url')}$${made.toString('base64url')}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w-]+)\$([\w-]+)$/;
/** Of no password at all: compared with when there is no account, so that the time taken doesn't tell which addresses have one. */
const nobody = `$argon2id$v=19$m=${MEMORY},t=${PASSES},p=1$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(LENGTH).toString('base64url')}`;

/** Whether the password is right; `stored` null (no such account) takes as long and is always false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const [, memory, passes, salt = '', known = ''] = phc.exec(stored ?? nobody) ?? [];
  const made = await hash(password, Buffer.from(salt, 'base64url'), Number(memory), Number(passes));
  const expected = Buffer.from(known, 'base64url');
  return made.length === expected.length && timingSafeEqual(made, expected) && stored !== null;
}
