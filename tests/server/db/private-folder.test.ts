import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getConfig } from '../../../server/config/config.ts';
import { openDatabase } from '../../../server/db/open-database.ts';

test('only the owner can read the embedded database’s files: 0600 in folders of 0700, also those made later', async () => {
  const home = mkdtempSync(join(tmpdir(), 'private-'));
  const umask = process.umask(0);
  onTestFinished(() => {
    process.umask(umask);
    rmSync(home, { recursive: true, force: true });
  });
  const dataDir = join(home, 'data');
  const opened = await openDatabase(getConfig({ DATA_DIR: dataDir }), () => {});
  await opened.db.drizzle.execute('CREATE TABLE later AS SELECT generate_series(1, 10000) AS number');
  await opened.close();
  const open = ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })].filter((path) => {
    const found = statSync(join(dataDir, path));
    return (found.mode & 0o777) !== (found.isDirectory() ? 0o700 : 0o600);
  });
  expect(open).toEqual([]);
});
