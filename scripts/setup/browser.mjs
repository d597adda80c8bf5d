import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, SetupError } from './run.mjs';

/** Where the found browser is remembered, from the project's folder. */
const MEMORY = ['node_modules', '.cache', 'playtally', 'browser.json'];

/** A download that says nothing for this long (ms) is taken for a network that swallows packets. */
const SILENCE = 20_000;

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds or fetches a Chromium for the end-to-end tests and remembers its path: Playwright's own download where that
 * works, else the system's, else Debian's package.
 * @param {string} root
 */
export async function findBrowser(root) {
  const memory = join(root, ...MEMORY);
  const known = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')).executablePath : '';
  if (existsSync(known)) return;
  const executablePath = (await playwrights(root)) ?? (await systems()) ?? (await debians());
  if (!executablePath) {
    throw new SetupError(
      'The tests need a Chromium, and none could be found or downloaded: install Chromium or Google Chrome (on Debian and Ubuntu, as root: apt-get install chromium) and run the command again.',
    );
  }
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, `${JSON.stringify({ executablePath })}\n`);
}

/** @param {string} root */
async function playwrights(root) {
  const core = join(root, 'node_modules', 'playwright-core');
  const { chromium } = await import(pathToFileURL(join(core, 'index.mjs')).href);
  const path = chromium.executablePath();
  if (await starts(path)) return path;
  if (!existsSync(path)) {
    console.log('Looking for a Chromium for the tests');
    const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' };
    const args = [join(core, 'cli.js'), 'install', 'chromium', '--no-shell'];
    await run(process.execPath, args, { cwd: root, env, silence: SILENCE });
    if (await starts(path)) return path;
  }
  // Downloaded, yet it doesn't start: the system's libraries are missing, and root may install them.
  if (existsSync(path) && mayUseApt()) {
    await run(process.execPath, [join(core, 'cli.js'), 'install-deps', 'chromium'], { cwd: root });
    if (await starts(path)) return path;
  }
  return undefined;
}

async function systems() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = [...COMMANDS.flatMap((name) => folders.map((folder) => join(folder, name))), ...APPS];
  for (const path of paths) if (await starts(path)) return path;
  return undefined;
}

async function debians() {
  if (!mayUseApt()) return undefined;
  console.log("Installing Debian's chromium for the tests");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  return systems();
}

function mayUseApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && onPath('apt-get');
}

/** @param {string} command */
function onPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, command)));
}

/** Asking for the version loads the browser's libraries, so it fails where one is missing. On Windows it would open a window.
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
