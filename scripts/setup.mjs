// Runs before `npm start`, `npm run dev` and `npm test` (with --browser). It is plain JavaScript without dependencies, because it
// runs before anything is installed, on whatever Node the machine has. If there is nothing to do, it takes milliseconds.
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
/** As `engines` in package.json. */
const NEEDED_NODE = '22.12';
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < OLDEST_NODE) {
  console.error(
    `Playtally needs Node ${OLDEST_NODE} or newer, but this is ${process.versions.node}. Install a newer one from https://nodejs.org and run the command again.`,
  );
  process.exit(1);
}

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  const { installPackages } = await import('./setup/packages.mjs');
  await installPackages(root);
  const [neededMajor = 0, neededMinor = 0] = NEEDED_NODE.split('.').map(Number);
  if (major < neededMajor || (major === neededMajor && minor < neededMinor))
    console.log(
      `This machine has Node ${process.versions.node}, and Playtally needs ${NEEDED_NODE}: it uses the Node 24 that came with its packages.`,
    );
  if (process.argv.includes('--browser')) {
    const { findBrowser } = await import('./setup/browser.mjs');
    await findBrowser(root);
  }
} catch (error) {
  if (!(error instanceof Error) || error.name !== 'SetupError') throw error;
  console.error(error.message);
  process.exit(1);
}
