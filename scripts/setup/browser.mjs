import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, SetupError } from './run.mjs';

/** Where the path of the browser is stored, from the project's folder. */
const MEMORY = ['node_modules', '.cache', 'playtally', 'chromium.json'];

/** A download without output for this long (ms) counts as blocked by the network. */
const SILENCE = 20_000;
/** The same for apt, which prints nothing while it unpacks. */
const APT_SILENCE = 120_000;

/** The limit (ms) for a browser that neither starts nor fails. */
const STARTS_WITHIN = 60_000;

/** Chromium without windows: the same pages for half the work. */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell'];
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds or downloads a Chromium for the end-to-end tests and stores its path. It prefers Playwright's headless shell, if its
 * download works, then the system's or Debian's, then a full Chromium.
 * @param {string} root
 */
export async function findBrowser(root) {
  const memory = join(root, ...MEMORY);
  const known = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')).executablePath : '';
  if (existsSync(known)) return;
  const executablePath =
    (await playwrights(root)) ??
    (await systems(SHELLS)) ??
    (await debians('chromium-headless-shell', SHELLS)) ??
    (await systems(BROWSERS, APPS)) ??
    (await debians('chromium', BROWSERS));
  if (!executablePath) {
    throw new SetupError(
      'The tests need a Chromium, but none was found or downloaded: install Chromium or Google Chrome (on Debian and Ubuntu, as root: apt-get install chromium) and run the command again.',
    );
  }
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, `${JSON.stringify({ executablePath })}\n`);
}

/** @param {string} root */
async function playwrights(root) {
  const core = join(root, 'node_modules', 'playwright-core');
  const { chromium } = await import(pathToFileURL(join(core, 'index.mjs')).href);
  /** Starts it and returns its path. Playwright offers no other way to get the path of its shell. */
  const started = async () => {
    try {
      const server = await chromium.launchServer({ timeout: STARTS_WITHIN });
      const path = server.process().spawnfile;
      await server.close();
      return { path, isThere: true };
    } catch (error) {
      return { path: undefined, isThere: !String(error).includes("Executable doesn't exist") };
    }
  };
  let { path, isThere } = await started();
  if (!isThere) {
    console.log('Looking for a Chromium for the tests');
    const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' };
    const args = [join(core, 'cli.js'), 'install', 'chromium', '--only-shell'];
    await run(process.execPath, args, { cwd: root, env, silence: SILENCE });
    ({ path, isThere } = await started());
  }
  // It is downloaded but doesn't start, so the system's libraries are missing. Root may install them.
  if (!path && isThere && mayUseApt()) {
    await run(process.execPath, [join(core, 'cli.js'), 'install-deps', 'chromium'], { cwd: root });
    ({ path } = await started());
  }
  return path;
}

/**
 * @param {readonly string[]} commands
 * @param {readonly string[]} [further]
 */
async function systems(commands, further = []) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = commands.flatMap((name) => folders.map((folder) => join(folder, name)));
  for (const path of [...paths, ...further]) if (await starts(path)) return path;
  return undefined;
}

/**
 * @param {string} name of the package
 * @param {readonly string[]} commands
 */
async function debians(name, commands) {
  if (!mayUseApt()) return undefined;
  console.log(`Installing Debian's ${name} for the tests`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, silence: APT_SILENCE };
  await run('apt-get', ['update', '-q'], options);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options);
  return systems(commands);
}

function mayUseApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && onPath('apt-get');
}

/** @param {string} command */
function onPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, command)));
}

/**
 * Asking for the version loads the browser's libraries, so it fails if one is missing. On Windows it would open a window.
 * @param {string} path
 */
async function starts(path) {
  if (!isExecutable(path)) return false;
  return process.platform === 'win32' || (await run(path, ['--version'])).ok;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
