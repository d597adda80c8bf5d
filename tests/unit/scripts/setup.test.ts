import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from './temp.ts';

const SCRIPTS = join(import.meta.dirname, '../../../scripts');
const LOCK = JSON.stringify({
  packages: {
    '': { name: 'x' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0', optional: true },
  },
});
const INSTALLED = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } });
const OLDER = JSON.stringify({ packages: { 'node_modules/a': { version: '0.9.0' } } });

/** An npm that records how it was called, and what it "installs". */
const NPM = `#!/bin/sh\necho "npm $*" >> calls\nmkdir -p node_modules\ncp package-lock.json node_modules/.package-lock.json\n`;
const NPM_OFFLINE = '#!/bin/sh\necho "npm error code EAI_AGAIN" >&2\nexit 1\n';
const NPM_BROKEN = '#!/bin/sh\necho "npm error code EBADPLATFORM" >&2\nexit 1\n';

const CHROMIUM = '#!/bin/sh\necho "Chromium 150"\n';
const UNABLE = '#!/bin/sh\necho "error while loading shared libraries" >&2\nexit 127\n';
const playwright = (install: string) => ({
  'node_modules/playwright-core/index.mjs': `
    import { existsSync } from 'node:fs';
    const spawnfile = process.cwd() + '/downloaded';
    export const chromium = {
      async launchServer() {
        if (!existsSync(spawnfile)) throw new Error("Executable doesn't exist at " + spawnfile);
        return { process: () => ({ spawnfile }), close() {} };
      },
    };`,
  'node_modules/playwright-core/cli.js': install,
});
const DOWNLOAD_FAILS = 'process.exit(1);';
const DOWNLOAD_WORKS = `require('node:fs').writeFileSync('downloaded', ${JSON.stringify(CHROMIUM)}, { mode: 0o755 });`;

/** A project of these files, with a PATH that holds `bin/` and the shell's own commands. */
function project(files: Record<string, string>) {
  const folder = folderWith({ 'package-lock.json': LOCK, 'package.json': '{}', 'bin/npm': NPM, ...files });
  cpSync(SCRIPTS, join(folder, 'scripts'), { recursive: true, filter: (path) => !path.endsWith('.ts') });
  for (const command of ['sh', 'mkdir', 'cp', 'echo'])
    cpSync(`/bin/${command}`, join(folder, 'bin', command));
  const run = (words: readonly string[]) => {
    const env = { PATH: join(folder, 'bin') };
    const done = spawnSync(process.execPath, words, { cwd: folder, env, encoding: 'utf8' });
    return { code: done.status, out: done.stdout.trim(), error: done.stderr.trim() };
  };
  return {
    setUp: (...args: string[]) => run(['scripts/setup.mjs', ...args]),
    setUpOnNode(version: string) {
      const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
      return run(['--import', `data:text/javascript,${pretend}`, 'scripts/setup.mjs']);
    },
    read: (path: string) => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : ''),
    browser: () =>
      JSON.parse(readFileSync(join(folder, 'node_modules/.cache/playtally/chromium.json'), 'utf8'))
        .executablePath,
    folder,
  };
}

describe('installing packages', () => {
  test('installs when there are none, and says nothing the second time', () => {
    const { setUp, read } = project({});
    expect(setUp()).toMatchObject({ code: 0, error: '' });
    expect(setUp()).toEqual({ code: 0, out: '', error: '' });
    expect(read('calls').trim().split('\n')).toEqual([expect.stringContaining('npm ci')]);
  });

  test('says on a Node that is too old that another one is used', () => {
    const { setUp, setUpOnNode } = project({});
    setUp();
    expect(setUpOnNode('22.11.0').out).toBe(
      'This machine has Node 22.11.0, and Playtally needs 22.12: it uses the Node 24 that came with its packages.',
    );
    expect(setUpOnNode('22.12.0').out).toBe('');
  });

  test('installs again when the lock file asks for another version', () => {
    const { setUp, read } = project({ 'node_modules/.package-lock.json': OLDER });
    expect(setUp().code).toBe(0);
    expect(read('calls')).toContain('npm ci');
  });

  test('doesn’t touch an installation that only lacks optional parts', () => {
    const { setUp, read } = project({ 'node_modules/.package-lock.json': INSTALLED });
    expect(setUp()).toEqual({ code: 0, out: '', error: '' });
    expect(read('calls')).toBe('');
  });

  test('says in one sentence that there is no network', () => {
    const { code, error } = project({ 'bin/npm': NPM_OFFLINE }).setUp();
    expect(code).toBe(1);
    expect(error.split('\n')).toEqual([expect.stringContaining('npm cannot reach its registry')]);
  });

  test('shows what npm said when it fails otherwise', () => {
    const { code, error } = project({ 'bin/npm': NPM_BROKEN }).setUp();
    expect(code).toBe(1);
    expect(error).toContain('EBADPLATFORM');
  });
});

describe('finding a browser', () => {
  const installed = { 'node_modules/.package-lock.json': INSTALLED };

  test('takes Playwright’s download if that works, and remembers it', () => {
    const { setUp, browser, folder } = project({
      ...installed,
      ...playwright(DOWNLOAD_WORKS),
      'bin/chromium': CHROMIUM,
    });
    expect(setUp('--browser').code).toBe(0);
    expect(browser()).toBe(join(folder, 'downloaded'));
    expect(setUp('--browser')).toEqual({ code: 0, out: '', error: '' });
  });

  test('takes the system’s browser if the download fails', () => {
    const { setUp, browser, folder } = project({
      ...installed,
      ...playwright(DOWNLOAD_FAILS),
      'bin/google-chrome': CHROMIUM,
    });
    expect(setUp('--browser').code).toBe(0);
    expect(browser()).toBe(join(folder, 'bin/google-chrome'));
  });

  test('prefers a headless shell to a full browser', () => {
    const { setUp, browser, folder } = project({
      ...installed,
      ...playwright(DOWNLOAD_FAILS),
      'bin/chromium': CHROMIUM,
      'bin/chromium-headless-shell': CHROMIUM,
    });
    expect(setUp('--browser').code).toBe(0);
    expect(browser()).toBe(join(folder, 'bin/chromium-headless-shell'));
  });

  test('skips a browser that doesn’t start', () => {
    const files = {
      ...installed,
      ...playwright(DOWNLOAD_FAILS),
      'bin/chromium': UNABLE,
      'bin/google-chrome': CHROMIUM,
    };
    const { setUp, browser, folder } = project(files);
    expect(setUp('--browser').code).toBe(0);
    expect(browser()).toBe(join(folder, 'bin/google-chrome'));
  });

  test('looks again when the remembered browser is gone', () => {
    const { setUp, browser, folder } = project({
      ...installed,
      ...playwright(DOWNLOAD_FAILS),
      'node_modules/.cache/playtally/chromium.json': '{"executablePath":"/nowhere/chromium"}',
      'bin/chromium': CHROMIUM,
    });
    expect(setUp('--browser').code).toBe(0);
    expect(browser()).toBe(join(folder, 'bin/chromium'));
  });

  test.runIf(process.getuid?.() === 0).each(['chromium-headless-shell', 'chromium'])(
    'installs Debian’s %s as root if there is none',
    (name) => {
      const apt = `#!/bin/sh\ncase "$*" in *" ${name}") echo '#!/bin/sh' > bin/${name}; chmod +x bin/${name};; esac\n`;
      const { setUp, browser, folder } = project({
        ...installed,
        ...playwright(DOWNLOAD_FAILS),
        'bin/apt-get': apt,
      });
      cpSync('/bin/chmod', join(folder, 'bin/chmod'));
      expect(setUp('--browser').code).toBe(0);
      expect(browser()).toBe(join(folder, 'bin', name));
    },
  );

  test.runIf(process.platform === 'linux')('says in one sentence what to install if nothing works', () => {
    const { code, error } = project({ ...installed, ...playwright(DOWNLOAD_FAILS) }).setUp('--browser');
    expect(code).toBe(1);
    expect(error.split('\n')).toEqual([expect.stringContaining('install Chromium or Google Chrome')]);
  });
});
