import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConfigError } from '../../../../server/config/config.ts';
import { lockFolder } from '../../../../server/db/folder-lock.ts';

/** What other processes do before each file operation of the lock's code. */
const others = vi.hoisted(() => ({ act: () => {} }));
vi.mock('node:fs', async (load) => {
  const own = await load<typeof import('node:fs')>();
  const after =
    <Given extends unknown[], Answer>(call: (...given: Given) => Answer) =>
    (...given: Given) => {
      others.act();
      return call(...given);
    };
  return {
    ...own,
    linkSync: after(own.linkSync),
    readFileSync: after(own.readFileSync),
    rmSync: after(own.rmSync),
  };
});
/** The real file functions, for other processes. */
const fs = await vi.importActual<typeof import('node:fs')>('node:fs');

const source = new URL('../../../../server/db/folder-lock.ts', import.meta.url).href;
/** No process of Linux has it: the highest id there is 4,194,304. */
const NOBODY = 999_999_999;
let dir = '';
let file = '';

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(dir, 'db.lock');
});
afterEach(() => {
  others.act = () => {};
  rmSync(dir, { recursive: true, force: true });
});

const lock = () => lockFolder(file, '/data/db');

/** Another process that takes the lock at a given moment, holds it until its input ends, and reports whether it got it. */
function rival() {
  const script = `
    import { lockFolder } from ${JSON.stringify(source)};
    console.log('ready');
    const at = await new Promise((given) => process.stdin.once('data', given));
    while (Date.now() < Number(at));
    try { lockFolder(${JSON.stringify(file)}, '/data/db'); console.log('mine'); } catch (error) { console.log(error.message); }
    process.stdin.resume();
    process.stdin.on('end', () => process.exit(0));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const line = () =>
    new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    ready: line(),
    takesAt(moment: number): Promise<string> {
      const said = line();
      child.stdin.write(String(moment));
      return said;
    },
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}

describe('the lock', () => {
  test('names its process, and disappears when released', () => {
    const release = lock();
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    release();
    expect(readdirSync(dir)).toEqual([]);
    lock()();
  });

  test('rejects a second process in one sentence that names the first', () => {
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
    'of a process whose id another process now has is taken over',
    () => {
      writeFileSync(file, `${process.pid} 1`);
      lock()();
    },
  );

  test.each(['', 'nonsense', '0 0', '-1 0'])('that says "%s" names no process and is taken over', (text) => {
    writeFileSync(file, text);
    lock()();
  });

  test('that can’t be written is a failure, not a lock', () => {
    expect(() => lockFolder(join(dir, 'none', 'db.lock'), '/data/db')).toThrow(/ENOENT/);
  });
});

describe('if another process takes the lock at the same moment, one of them gets it:', () => {
  /** More steps than there are. */
  const STEPS = 20;

  /** Another process takes the lock if it is free. */
  function takes(text: string): boolean {
    try {
      fs.writeFileSync(file, text, { flag: 'wx' });
      return true;
    } catch {
      return false;
    }
  }

  /** Tries to take a lock with the content `text`, while `act` does what other processes do before each step. */
  function tries(text: string, act: (step: number) => void): boolean {
    fs.writeFileSync(file, text);
    let step = 0;
    others.act = () => act(++step);
    try {
      lock();
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      return false;
    } finally {
      others.act = () => {};
      expect(step).toBeLessThanOrEqual(STEPS);
    }
  }

  /** The content of a lock whose holder is alive. */
  function ofOneWhoLives(): string {
    const release = lock();
    const text = readFileSync(file, 'utf8');
    release();
    return text;
  }

  test('a lock whose holder releases it in the meantime', () => {
    const living = ofOneWhoLives();
    for (let back = 1; back <= STEPS; back++)
      for (let take = back; take <= STEPS; take++) {
        let theirs = false;
        const mine = tries(living, (step) => {
          if (step === back) fs.rmSync(file);
          if (step === take) theirs = takes(living);
        });
        const when = `given back before step ${back}, taken before step ${take}`;
        expect(mine && theirs, when).toBe(false);
        if (mine || theirs) expect(existsSync(file), when).toBe(true);
      }
  });

  test('a lock whose holder is gone', () => {
    const living = ofOneWhoLives();
    for (let take = 1; take <= STEPS; take++) {
      let theirs = false;
      const mine = tries(`${NOBODY} 1`, (step) => {
        if (step === take) theirs = takes(living);
      });
      expect([mine, theirs], `taken before step ${take}`).toContain(false);
      expect(existsSync(file)).toBe(true);
    }
  });
});

test('one of many processes that find a stale lock concurrently gets it', async () => {
  for (let round = 0; round < 3; round++) {
    writeFileSync(file, `${NOBODY} 1`);
    const rivals = Array.from({ length: 4 }, rival);
    await Promise.all(rivals.map(({ ready }) => ready));
    // Soon, but late enough that all of them have heard of it.
    const at = Date.now() + 100;
    const said = await Promise.all(rivals.map((one) => one.takesAt(at)));
    await Promise.all(rivals.map((one) => one.end()));
    expect(
      said.filter((text) => text === 'mine'),
      said.join('\n'),
    ).toHaveLength(1);
    for (const text of said) expect(text).toMatch(/^mine$|in use by process|at this very moment/);
  }
});
