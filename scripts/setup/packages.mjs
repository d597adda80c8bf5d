import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, SetupError } from './run.mjs';

/** From this version on, Node runs our TypeScript files directly. Astro needs it too. */
const NODE_FOR_SCRIPTS = [22, 18];

const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/;

/**
 * Installs the packages if node_modules doesn't match package-lock.json.
 * @param {string} root
 */
export async function installPackages(root) {
  if (!isInstalled(root)) {
    console.log('Installing packages (once, and again when the lock file changes)');
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund'];
    const { ok, output } = await run('npm', args, {
      cwd: root,
      env: { ...process.env, npm_config_loglevel: 'warn' },
    });
    if (!ok && NO_NETWORK.test(output)) {
      throw new SetupError(
        'The packages are not installed yet and npm cannot reach its registry: connect this machine to the internet (or set the proxy that npm should use) and run the command again.',
      );
    }
    if (!ok) throw new SetupError(`The packages couldn't be installed. npm said:\n${reasonIn(output)}`);
    await checkNode(root);
  }
}

/**
 * Returns npm's reason, which it prints first. Advice and usage follow.
 * @param {string} output
 */
function reasonIn(output) {
  const lines = output.trim().split('\n');
  const errors = lines.filter((line) => line.startsWith('npm error'));
  return (errors.length > 0 ? errors : lines).slice(0, 20).join('\n');
}

/**
 * Returns whether the packages are installed. npm writes node_modules/.package-lock.json at the very end. So the file is missing
 * after an interrupted install, and its versions show whether the lock file has changed since.
 * @param {string} root
 */
function isInstalled(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const present = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    const found = present[path];
    // Optional packages for other platforms may be missing, but another version of one may not be there.
    return found
      ? found.version === entry.version
      : Boolean(entry.optional || entry.devOptional || entry.peer);
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean }> | undefined}
 */
function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/**
 * Checks that Node is new enough. The package `node` brings the runtime that npm scripts use. If its install script is turned off
 * on this machine, the machine's own Node is needed.
 * @param {string} root
 */
async function checkNode(root) {
  if ((await versionWorks(join(root, 'node_modules', '.bin', 'node'))) || isNewEnough(process.versions.node))
    return;
  await run('npm', ['rebuild', 'node'], { cwd: root });
  if (await versionWorks(join(root, 'node_modules', '.bin', 'node'))) return;
  throw new SetupError(
    `The package "node", which brings Node 24, couldn't be set up on this machine (install scripts may be turned off): install Node 24 from https://nodejs.org and run the command again.`,
  );
}

/** @param {string} node */
async function versionWorks(node) {
  const { ok, output } = await run(node, ['--version']);
  return ok && isNewEnough(output.trim().slice(1));
}

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > NODE_FOR_SCRIPTS[0] || (major === NODE_FOR_SCRIPTS[0] && minor >= NODE_FOR_SCRIPTS[1]);
}
