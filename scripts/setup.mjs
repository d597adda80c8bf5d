// Runs before `npm start`, `npm run dev` and `npm test` (with --browser). Plain JavaScript without dependencies, because
// it runs before anything is installed, on whatever Node the machine has; a run with nothing to do takes milliseconds.
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  console.error(
    `Playtally needs Node ${OLDEST_NODE} or newer, and this is ${process.versions.node}. Install a newer one from https://nodejs.org and run the command again.`,
  );
  process.exit(1);
}

const root = fileURLToPath(new URL('..', import.meta.url));

try {
  const { installPackages } = await import('./setup/packages.mjs');
  await installPackages(root);
  if (process.argv.includes('--browser')) {
    const { findBrowser } = await import('./setup/browser.mjs');
    await findBrowser(root);
  }
} catch (error) {
  if (!(error instanceof Error) || error.name !== 'SetupError') throw error;
  console.error(error.message);
  process.exit(1);
}
