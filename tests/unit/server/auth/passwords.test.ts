import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { findByPassword, hashPassword, isCurrent } from '../../../../server/features/auth/passwords.ts';
import { hashesOf } from '../../../support/hashes.ts';

const salt = Buffer.alloc(16, 3);
const other = Buffer.alloc(16, 4);

/** Whether a password opens the account with this hash. */
const opens = async (hash: string | null, password: string, by = salt) =>
  (await findByPassword([{ hash }], password, by)) !== undefined;

test('the right password passes and every other fails', async () => {
  const stored = await hashPassword('correct horse 7', salt);
  expect(await opens(stored, 'correct horse 7')).toBe(true);
  for (const wrong of ['correct horse 8', 'Correct horse 7', 'correct horse 7 ', '', 'correct horse 7\0'])
    expect(await opens(stored, wrong), wrong).toBe(false);
});

test('a stored hash names its costs, doesn’t contain the password, and differs with the salt', async () => {
  const one = await hashPassword('correct horse 7', salt);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(one.split('$').at(-1)).not.toBe((await hashPassword('correct horse 7', other)).split('$').at(-1));
  expect(isCurrent(one, salt)).toBe(true);
  expect(isCurrent(one, other)).toBe(false);
});

test('a hash with other costs or another salt is still verified', async () => {
  const tag = argon2Sync('argon2id', {
    message: 'correct horse 7',
    nonce: other,
    parallelism: 1,
    tagLength: 32,
    memory: 8192,
    passes: 1,
  });
  const stored = `$argon2id$v=19$m=8192,t=1,p=1$${other.toString('base64url')}$${tag.toString('base64url')}`;
  expect(await opens(stored, 'correct horse 7')).toBe(true);
  expect(await opens(stored, 'correct horse 8')).toBe(false);
  expect(isCurrent(stored, salt)).toBe(false);
});

test('the first of several accounts that the password opens is found', async () => {
  const hashes = await Promise.all(
    ['a horse', 'correct horse 7', 'correct horse 7'].map((text) => hashPassword(text, salt)),
  );
  const accounts = [
    { id: 0, hash: null },
    { id: 1, hash: 'no hash' },
    ...hashes.map((hash, at) => ({ id: at + 2, hash })),
  ];
  expect((await findByPassword(accounts, 'correct horse 7', salt))?.id).toBe(3);
  expect(await findByPassword(accounts, 'no horse', salt)).toBeUndefined();
});

test('checking takes one hash without an account, with one, and with a hundred', async () => {
  const stored = await hashPassword('correct horse 7', salt);
  for (const count of [0, 1, 100]) {
    const accounts = Array.from({ length: count }, () => ({ hash: stored }));
    expect(await hashesOf(() => findByPassword(accounts, 'another one 8', salt)), `${count}`).toBe(1);
  }
});

test('letters that look the same are the same, however they were typed', async () => {
  const stored = await hashPassword('caf\u00e9 ole 123', salt);
  expect(await opens(stored, 'cafe\u0301 ole 123')).toBe(true);
});
