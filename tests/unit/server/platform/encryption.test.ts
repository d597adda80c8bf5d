import { expect, test } from 'vitest';
import { createVault } from '../../../../server/platform/encryption.ts';

const key = (fill: number) => Buffer.alloc(32, fill);
const vault = createVault([key(1)]);

test('decrypts what it encrypted, and encrypts the same text differently each time', () => {
  const sealed = vault.seal('code:7', 'ABCD-ÄÖ✓');
  expect(vault.open('code:7', sealed)).toBe('ABCD-ÄÖ✓');
  expect(vault.seal('code:7', 'ABCD-ÄÖ✓')).not.toBe(sealed);
  expect(sealed).not.toContain('ABCD-ÄÖ');
});

test('decrypts nothing that was encrypted for another purpose, or changed', () => {
  const sealed = vault.seal('code:7', 'ABCD-1234');
  expect(() => vault.open('code:8', sealed)).toThrow();
  const at = sealed.length - 5;
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
  expect(() => vault.open('code:7', changed)).toThrow();
  expect(() => vault.open('code:7', sealed.slice(0, -30))).toThrow();
  expect(() => vault.open('code:7', 'ABCD-1234')).toThrow(/DATA_KEYS/);
  expect(() => vault.open('code:7', '')).toThrow(/DATA_KEYS/);
});

test('after a key rotation the new key encrypts and the old one still decrypts, until it is removed', () => {
  const old = vault.seal('code:7', 'ABCD-1234');
  const both = createVault([key(2), key(1)]);
  expect(both.open('code:7', old)).toBe('ABCD-1234');
  const fresh = both.seal('code:7', 'ABCD-1234');
  expect(() => vault.open('code:7', fresh)).toThrow(/DATA_KEYS/);
  expect(() => createVault([key(2)]).open('code:7', old)).toThrow(/DATA_KEYS/);
  expect(createVault([key(2)]).open('code:7', fresh)).toBe('ABCD-1234');
  expect(both.digest('code', 'x'), 'what came in before is still known').toEqual(vault.digest('code', 'x'));
});

test('a digest depends on its purpose and its key', () => {
  expect(vault.digest('code', 'x')).not.toEqual(vault.digest('mail', 'x'));
  expect(vault.digest('code', 'x')).not.toEqual(createVault([key(3)]).digest('code', 'x'));
});

test('rejects a short key', () => {
  expect(() => createVault([])).toThrow(/32 bytes/);
  expect(() => createVault([key(1), Buffer.alloc(16)])).toThrow(/32 bytes/);
});
