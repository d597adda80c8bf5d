import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../../../../server/config/config.ts';
import { dataKeys } from '../../../../server/platform/data-key.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('without a setting a key is made once, readable only for its owner, and is the same at every start', () => {
  const dataDir = join(folder, 'new', 'data');
  const [key] = dataKeys({ DATA_KEYS: [], DATA_DIR: dataDir });
  expect(key).toHaveLength(32);
  expect(dataKeys({ DATA_KEYS: [], DATA_DIR: dataDir })).toEqual([key]);
  expect(statSync(join(dataDir, 'data.key')).mode & 0o077).toBe(0);
  expect(dataKeys({ DATA_KEYS: [], DATA_DIR: join(folder, 'other') })).not.toEqual([key]);
});

test('a setting takes precedence over the file, and makes none', () => {
  const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(dataKeys({ DATA_KEYS: keys, DATA_DIR: folder })).toEqual(keys);
  expect(() => readFileSync(join(folder, 'data.key'))).toThrow();
});

test('a file without a key is reported and left unchanged', () => {
  const file = join(folder, 'data.key');
  writeFileSync(file, 'not a key');
  const start = () => dataKeys({ DATA_KEYS: [], DATA_DIR: folder });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(/data\.key has no key/);
  expect(readFileSync(file, 'utf8')).toBe('not a key');
});
