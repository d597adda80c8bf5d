import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../../server/domain/passwords.ts';

test('the right password is told from every other', async () => {
  const stored = await hashPassword('correct horse 7');
  expect(await verifyPassword(stored, 'correct horse 7')).toBe(true);
  for (const wrong of ['correct horse 8', 'Correct horse 7', 'correct horse 7 ', '', 'correct horse 7\0'])
    expect(await verifyPassword(stored, wrong), wrong).toBe(false);
});

test('what is stored names its costs and holds neither the password nor a salt of another', async () => {
  const [one, two] = [await hashPassword('correct horse 7'), await hashPassword('correct horse 7')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w-]{22}\$[\w-]{43}$/);
  expect(one).not.toBe(two);
});

test('one that was stored by other costs is still verified by those', async () => {
  const { argon2Sync } = await import('node:crypto');
  const nonce = Buffer.alloc(16, 3);
  const tag = argon2Sync('argon2id', {
    message: 'correct horse 7',
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 8192,
    passes: 1,
  });
  const stored = `$argon2id$v=19$m=8192,t=1,p=1$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
  expect(await verifyPassword(stored, 'correct horse 7')).toBe(true);
  expect(await verifyPassword(stored, 'correct horse 8')).toBe(false);
});

test('without an account there is no right one, and finding out takes as long', async () => {
  const stored = await hashPassword('correct horse 7');
  async function timed(of: string | null): Promise<number> {
    const begun = performance.now();
    expect(await verifyPassword(of, 'another one 8')).toBe(false);
    return performance.now() - begun;
  }
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // In turn, and the quickest of each: a busy machine only ever makes it slower, and for both alike.
  for (let at = 0; at < 8; at++) {
    known = Math.min(known, await timed(stored));
    unknown = Math.min(unknown, await timed(null));
  }
  expect(unknown).toBeGreaterThan(known * 0.5);
  expect(unknown).toBeLessThan(known * 2);
});

test('letters that look the same are the same, however they were typed', async () => {
  const stored = await hashPassword('caf\u00e9 ole 123');
  expect(await verifyPassword(stored, 'cafe\u0301 ole 123')).toBe(true);
});
