/**
 * Checks the built pages with the W3C's own checker, in the nightly run. It needs Java, and its package is large, so it is fetched
 * for this run only. What it says about CSS is left out: it doesn't know the newer properties that browsers do.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const CHECKER = 'vnu-jar@26.9.27';

const site = process.argv[2] ?? join(import.meta.dirname, '../../dist');
if (spawnSync('java', ['-version']).error) {
  console.error(
    'The W3C’s checker needs Java: install it (on Debian and Ubuntu: apt-get install default-jre-headless).',
  );
  process.exit(1);
}
const options = ['--errors-only', '--skip-non-html', '--filterpattern', '.*CSS:.*'];
const { status, error } = spawnSync('npx', ['--yes', `--package=${CHECKER}`, 'vnu', ...options, site], {
  stdio: 'inherit',
});
if (error) throw error;
if (status === 0) console.log('The W3C’s checker found no errors.');
process.exitCode = status ?? 1;
