import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { strayFolders } from '../../../../scripts/checks/feature-folders.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const places = [
  ...['server/features', 'server/db/schema', 'src/islands', 'src/lib/contract'],
  ...['tests/islands', 'tests/server', 'tests/unit', 'tests/unit/server'],
];

/** A project with the same folders, and empty files in them. */
let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'feature-folders-'));
  for (const place of places) {
    mkdirSync(join(root, place), { recursive: true });
    for (const entry of readdirSync(join(ROOT, place), { withFileTypes: true })) {
      const path = join(root, place, entry.name);
      if (entry.isDirectory()) mkdirSync(path, { recursive: true });
      else writeFileSync(path, '');
    }
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('every folder has the name of a feature, or a reason', () => {
  expect(strayFolders(ROOT)).toEqual([]);
  expect(strayFolders(root)).toEqual([]);
});

test.each([
  ['server/features/draws', 'server/features/contests'],
  ['src/islands/redemption', 'src/islands/reward'],
  ['src/lib/contract/redemption', 'src/lib/contract/orders.ts'],
  ['src/lib/contract/social', 'src/lib/contract/social.ts'],
  ['server/db/schema/account.ts', 'server/db/schema/accounts.ts'],
  ['tests/islands/arcade', 'tests/islands/play'],
  ['tests/server/catalogue', 'tests/server/rewards'],
  ['tests/unit/draws', 'tests/unit/stores'],
  ['tests/unit/server/auth', 'tests/unit/server/sign-in'],
])('%s must not be called %s', (from, to) => {
  renameSync(join(root, from), join(root, to));
  const found = strayFolders(root);
  renameSync(join(root, to), join(root, from));
  expect(found).toEqual([expect.stringMatching(`^${to}\n  one name: No feature`)]);
});

test('an exception that is gone', () => {
  const shell = join(root, 'src/islands/shell');
  rmSync(shell, { recursive: true });
  const found = strayFolders(root);
  mkdirSync(shell);
  expect(found).toEqual([expect.stringMatching('^src/islands/shell\n.*Remove the exception')]);
});
