import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from '../../../server/config.ts';
import { lockFolder } from '../../../server/db/folder-lock.ts';

const source = new URL('../../../server/db/folder-lock.ts', import.meta.url).href;
/** No process of Linux has it: the highest id there is 4,194,304. */
const NOBODY = 999_999_999;
let dir = '';
let file = '';

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(dir, 'db.lock');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const lock = () => lockFolder(file, '/data/db');

/** Another process that takes the lock at a given moment, holds it until its input ends, and says whether it got it. */
function rival(at: number) {
  const script = `
    import { lockFolder } from ${JSON.stringify(source)};
    while (Date.now() < ${at});
    try { lockFolder(${JSON.stringify(file)}, '/data/db'); console.log('mine'); } catch (error) { console.log(error.message); }
    process.stdin.resume();
    process.stdin.on('end', () => process.exit(0));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = new Promise<string>((resolve) =>
    child.stdout.once('data', (text) => resolve(String(text).trim())),
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    said,
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}

describe('the lock', () => {
  test('names its process, and is gone when given back', () => {
    const release = lock();
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    release();
    expect(readdirSync(dir)).toEqual([]);
    lock()();
  });

  test('refuses a second opener in one sentence that names the first', () => {
    const release = lock();
    expect(lock).toThrow(ConfigError);
    expect(lock).toThrow(new RegExp(`^The data folder /data/db is in use by process ${process.pid}:.*\\.$`));
    release();
  });

  test('of a process that is gone is taken over', () => {
    writeFileSync(file, `${NOBODY} 1`);
    const release = lock();
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    release();
    expect(readdirSync(dir)).toEqual([]);
  });

  test.skipIf(!existsSync('/proc/self/stat'))(
    'of a process whose id another one has now is taken over',
    () => {
      writeFileSync(file, `${process.pid} 1`);
      lock()();
    },
  );

  test.each(['', 'nonsense', '0 0', '-1 0'])('that says "%s" names nobody and is taken over', (text) => {
    writeFileSync(file, text);
    lock()();
  });

  test('that cannot be written is a failure, not a lock', () => {
    expect(() => lockFolder(join(dir, 'none', 'db.lock'), '/data/db')).toThrow(/ENOENT/);
  });
});

test('of many that find a stale lock at once, one gets it', async () => {
  for (let round = 0; round < 3; round++) {
    writeFileSync(file, `${NOBODY} 1`);
    const at = Date.now() + 1500;
    const rivals = Array.from({ length: 4 }, () => rival(at));
    const said = await Promise.all(rivals.map((one) => one.said));
    await Promise.all(rivals.map((one) => one.end()));
    expect(
      said.filter((text) => text === 'mine'),
      said.join('\n'),
    ).toHaveLength(1);
    for (const text of said) expect(text).toMatch(/^mine$|in use by process|at this very moment/);
  }
}, 30_000);
