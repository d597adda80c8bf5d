import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIfStale } from '../../../scripts/build.ts';
import { folderWith } from './temp.ts';

/** A builder that writes one page from one source, and records its runs in `runs`. */
const BUILDER = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const out = process.argv[process.argv.indexOf('--outDir') + 1];
appendFileSync('runs', 'x');
mkdirSync(out, { recursive: true });
const source = readFileSync('src/page.txt', 'utf8');
const { PUBLIC_ADDRESSES, PUBLIC_CAPTCHA } = process.env;
writeFileSync(out + '/index.html', [source, PUBLIC_ADDRESSES, 'captcha ' + PUBLIC_CAPTCHA].join(' '));
if (source === 'broken') { console.error('page.txt: broken'); process.exit(1); }
`;

function project() {
  const root = folderWith({
    'node_modules/astro/bin/astro.mjs': BUILDER,
    'src/page.txt': 'one',
    'package-lock.json': '{}',
  });
  const lines: string[] = [];
  const build = (env: NodeJS.ProcessEnv = {}, outDir = 'dist') =>
    buildIfStale({ root, outDir, env: { PATH: process.env.PATH, ...env }, log: (line) => lines.push(line) });
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return {
    root,
    build,
    read,
    lines,
    edit: (text: string) => writeFileSync(join(root, 'src/page.txt'), text),
  };
}

test('builds once, and not again while nothing changes', async () => {
  const { build, read, lines } = project();
  expect(await build()).toBe('built');
  expect(await build()).toBe('fresh');
  expect(read('runs')).toBe('x');
  expect(lines).toEqual(['Building the site']);
});

test('builds again after a source, a setting or the lock file has changed', async () => {
  const { build, edit, read, root } = project();
  await build();
  edit('two');
  expect(await build()).toBe('built');
  expect(read('dist/index.html')).toContain('two');
  expect(await build({ PUBLIC_API_URL: 'http://localhost:9000' })).toBe('built');
  expect(read('dist/index.html')).toContain('http://localhost:9000');
  writeFileSync(join(root, 'package-lock.json'), '{ }');
  expect(await build({ PUBLIC_API_URL: 'http://localhost:9000' })).toBe('built');
});

test('builds with the settings that a server reads', async () => {
  const { build, read } = project();
  await build({ API_PORT: '9200', CAPTCHA: 'off' });
  expect(read('dist/index.html')).toBe('one http://localhost:9200 ws://localhost:6001 playtally captcha off');
  await expect(build({ API_PORT: 'none' })).rejects.toThrow('API_PORT must be');
});

test('a setting that no page contains starts no build', async () => {
  const { build } = project();
  await build();
  expect(await build({ DATABASE_URL: 'postgres://elsewhere' })).toBe('fresh');
});

test('a failed build keeps the old site, says why, and is retried', async () => {
  const { build, edit, read, root } = project();
  await build();
  edit('broken');
  await expect(build()).rejects.toThrow('page.txt: broken');
  expect(read('dist/index.html')).toContain('one');
  expect(existsSync(join(root, '.dist-new'))).toBe(false);
  edit('mended');
  expect(await build()).toBe('built');
  expect(read('dist/index.html')).toContain('mended');
});

test('two callers at the same time build once', async () => {
  const { build, read } = project();
  expect((await Promise.all([build(), build()])).sort()).toEqual(['built', 'fresh']);
  expect(read('runs')).toBe('x');
});

test('each folder has its own site', async () => {
  const { build, read } = project();
  await build({ PUBLIC_API_URL: 'http://a.example' });
  await build({ PUBLIC_API_URL: 'http://b.example' }, '.cache/site');
  expect(read('dist/index.html')).toContain('http://a.example');
  expect(read('.cache/site/index.html')).toContain('http://b.example');
});
