/** `npm run dev` restarts the API for a changed file of the catalogue, and for all that it imports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { expect, onTestFinished, test } from 'vitest';
import { WATCHED, watching } from '../../../scripts/dev-watch.ts';
import { folderWith } from './temp.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('a changed file of the catalogue', async () => {
  const robux = 'src/content/catalogue/rewards/robux.json';
  const folder = folderWith({
    'server/main.ts': `import { readFileSync } from 'node:fs'; console.log(readFileSync('${robux}', 'utf8')); setInterval(() => {}, 1000);`,
    [robux]: 'first',
    'src/lib/a.ts': '',
    'src/content/site.json': '{}',
  });
  const child: ChildProcess = spawn(process.execPath, watching, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGTERM');
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  await expect.poll(() => output, { timeout: 15_000 }).toContain('first');
  writeFileSync(join(folder, robux), 'second');
  await expect.poll(() => output, { timeout: 15_000 }).toContain('second');
});

test('all that the API imports', async () => {
  const { output } = await cruise(['server/main.ts'], {
    baseDir: ROOT,
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: false,
  });
  if (typeof output === 'string') throw new Error(output);
  const own = output.modules.map(({ source }) => source).filter((file) => !file.includes('node_modules'));
  const left = own.filter(
    (file) =>
      /^(?:server|src|scripts)\//.test(file) &&
      !WATCHED.some((path) => file === path || file.startsWith(`${path}/`)),
  );
  expect(left).toEqual([]);
  expect(own.length).toBeGreaterThan(100);
});
