/** `npm run dev` applies a changed catalogue file: the API restarts, as for every file that it imports, and the pages load it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { WATCHED, watching } from '../../../scripts/dev-watch.ts';
import { catalogue } from '../../../src/content/catalogue-loader.ts';
import { catalogueRewardSchema } from '../../../src/lib/contract/catalogue/catalogue.ts';
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
  await expect.poll(() => output).toContain('first');
  writeFileSync(join(folder, robux), 'second');
  await expect.poll(() => output).toContain('second');
});

test('a changed catalogue file shows on the static pages, and a wrong one is reported', async () => {
  const file = 'src/content/catalogue/rewards/robux.json';
  const robux = readFileSync(join(ROOT, file), 'utf8');
  const folder = folderWith({ [file]: robux });
  const entries = new Map<string, { data: { name: string } }>();
  const logged: string[] = [];
  const watcher = Object.assign(new EventEmitter(), { add: () => {} });
  const loader = catalogue({ schema: catalogueRewardSchema, folder: 'rewards' });
  // The part of Astro's loader context that this loader uses.
  await Reflect.apply(loader.load, loader, [
    {
      store: {
        clear: () => entries.clear(),
        set: (entry: { id: string; data: { name: string } }) => entries.set(entry.id, entry),
      },
      config: { root: pathToFileURL(`${folder}/`) },
      logger: { error: (line: string) => logged.push(line) },
      watcher,
    },
  ]);
  expect(entries.get('84')?.data.name).toBe('Robux');
  const save = (text: string) => {
    writeFileSync(join(folder, file), text);
    watcher.emit('all', 'change', join(folder, file));
  };
  save(robux.replace('"Robux"', '"Robux for all"'));
  await expect.poll(() => entries.get('84')?.data.name).toBe('Robux for all');
  save(robux.replace('"points": 5000', '"points": 499'));
  await expect
    .poll(() => logged)
    .toEqual([`${file}: the first amount's points is 499; it must be at least 500.`]);
});

test('every file that the API imports restarts it', () => {
  const IMPORT = /^(?:import|export)\b(?! type\b)(?:[^';]*? from)? '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;
  const files = new Set(['server/main.ts']);
  for (const file of files)
    if (file.endsWith('.ts'))
      for (const [, still, later] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT))
        files.add(join(file, '..', still ?? later ?? ''));
  const isWatched = (file: string) => WATCHED.some((path) => file === path || file.startsWith(`${path}/`));
  expect([...files].filter((file) => !isWatched(file))).toEqual([]);
  expect(files.size).toBeGreaterThan(100);
});
