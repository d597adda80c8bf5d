/**
 * `npm run bench:build`: how long the site takes to build with 27, 2,700 and 10,000 reward pages, beside a bare Astro project
 * with the same Markdown. Prints pages per second, the most memory each took, and the ratio of the times; both are built in turn, in
 * scratch folders, from nothing, and pictures for sharing are left out (CARDS=off). The site is the whole one, its app areas and
 * share pages included, which is most of its time with 27 pages: so what each page more takes stands beside it. The bare project has
 * neither layout nor styles. `node tests/bench/build.ts 27 2700` does some sizes only.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyProject, linkPackages } from '../support/copy-project.ts';

const ROOT = join(import.meta.dirname, '../..');
const SCRATCH = join(ROOT, '.cache/bench-build');
const SIZES = [27, 2_700, 10_000];
/** The most that the site may take, in times of the bare project. */
const LIMIT = 1.15;
/** Builds of each, in turn; the quicker one counts, since whatever else the machine does only adds time. */
const ROUNDS = 2;

interface Build {
  readonly seconds: number;
  /** Bytes; null where the system doesn't tell. */
  readonly memory: number | null;
}

/** The paragraphs and headings of the real pages: what is generated reads like them and has no two pages alike. */
const blocks = readdirSync(join(ROOT, 'src/content/rewards')).flatMap((file) =>
  (readFileSync(join(ROOT, 'src/content/rewards', file), 'utf8').split(/^---$/m)[2] ?? '').split(/\n{2,}/),
);

/** A page like those of the real site, of some 800 words. */
function markdown(at: number, count: number): string {
  const body: string[] = [];
  let words = 0;
  for (let step = 0; words < 800; step++) {
    const block = blocks[(at * 131 + step * 17) % blocks.length] ?? '';
    words += block.split(/\s+/).length;
    if (words < 1_150) body.push(block);
  }
  const related = [1, 2, 3, 4].map((step) => `  - ${slugOf((at + step * 7) % count)}`);
  return [
    '---',
    `title: Earn reward number ${at} by playing`,
    `heading: Earn reward number ${at}`,
    `description: How points from games become reward number ${at}, what to know before you order it, and which quests pay.`,
    'reward: 84',
    'related:',
    ...related,
    'reviewed: 2026-11-21',
    '---',
    '',
    body.join('\n\n'),
    '',
  ].join('\n');
}
const slugOf = (at: number) => `earn-free-reward-${at}`;

function writePages(folder: string, count: number): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (let at = 0; at < count; at++) writeFileSync(join(folder, `${slugOf(at)}.md`), markdown(at, count));
}

/** The least that Astro asks for: a collection, one page, no layout, no integration. */
function writeBare(folder: string): void {
  const files: Record<string, string> = {
    'package.json': '{ "type": "module" }',
    'astro.config.mjs': "export default { site: 'https://bare.example', build: { format: 'file' } };",
    'src/content.config.ts': `import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
export const collections = {
  rewards: defineCollection({
    loader: glob({ base: './src/content/rewards', pattern: '*.md' }),
    schema: z.object({ title: z.string(), description: z.string() }),
  }),
};`,
    'src/pages/rewards/[slug].astro': `---
import { getCollection, render } from 'astro:content';
export async function getStaticPaths() {
  return (await getCollection('rewards')).map((page) => ({ params: { slug: page.id }, props: { page } }));
}
const { page } = Astro.props;
const { Content } = await render(page);
---
<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>{page.data.title}</title><meta name="description" content={page.data.description} /></head>
  <body><h1>{page.data.title}</h1><Content /></body>
</html>`,
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Builds a project from nothing: no cache of an earlier build, no built folder. */
function build(folder: string): Promise<Build> {
  for (const left of ['dist', '.astro', 'node_modules/.astro', 'node_modules/.vite', '.cache'])
    rmSync(join(folder, left), { recursive: true, force: true });
  const started = performance.now();
  const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', CARDS: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  let memory: number | null = null;
  const watch = setInterval(() => {
    memory = Math.max(memory ?? 0, mostMemory(child.pid)) || null;
  }, 100);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      clearInterval(watch);
      if (code !== 0) fail(new Error(`${folder} could not be built:\n${output.join('').slice(-4_000)}`));
      else done({ seconds: (performance.now() - started) / 1000, memory });
    });
  });
}

/** The most memory that a process has had so far, in bytes; 0 where the system doesn't tell. */
function mostMemory(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

interface Measured {
  readonly count: number;
  readonly site: Build;
  readonly peer: Build;
}

/** '2.9 ms / 2.0 ms = 1.45×': what the pages took that `to` has more than `from`. */
function eachMore(from: Measured, to: Measured): string {
  const ms = (by: 'site' | 'peer') => ((to[by].seconds - from[by].seconds) * 1000) / (to.count - from.count);
  return `${ms('site').toFixed(1)} ms / ${ms('peer').toFixed(1)} ms = ${(ms('site') / ms('peer')).toFixed(2)}×`;
}

const quickest = (builds: readonly Build[]): Build =>
  builds.reduce((best, one) => (one.seconds < best.seconds ? one : best));
const mb = ({ memory }: Build) => (memory === null ? '–' : `${Math.round(memory / 1024 / 1024)} MB`);

const wanted = process.argv.slice(2).map(Number);
const project = join(SCRATCH, 'site');
const bare = join(SCRATCH, 'bare');
rmSync(SCRATCH, { recursive: true, force: true });
copyProject(project);
writeBare(bare);
linkPackages(bare);

const rows: Record<string, Record<string, string>> = {};
let isOver = false;
let last: Measured | undefined;
for (const count of wanted.length > 0 ? wanted : SIZES) {
  writePages(join(project, 'src/content/rewards'), count);
  rmSync(join(bare, 'src/content'), { recursive: true, force: true });
  mkdirSync(join(bare, 'src/content'));
  symlinkSync(join(project, 'src/content/rewards'), join(bare, 'src/content/rewards'));
  const ours: Build[] = [];
  const theirs: Build[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await build(bare));
    ours.push(await build(project));
  }
  const [site, peer] = [quickest(ours), quickest(theirs)];
  const ratio = site.seconds / peer.seconds;
  isOver ||= ratio > LIMIT;
  rows[`${count} pages`] = {
    'site, pages/s': (count / site.seconds).toFixed(0),
    'bare, pages/s': (count / peer.seconds).toFixed(0),
    'site, memory': mb(site),
    'bare, memory': mb(peer),
    'time, site / bare': `${ratio.toFixed(2)}×`,
    'each page more': last ? eachMore(last, { count, site, peer }) : '–',
  };
  last = { count, site, peer };
  console.log(`${count} pages: ${site.seconds.toFixed(1)} s beside ${peer.seconds.toFixed(1)} s`);
}
console.table(rows);
console.log(`At most ${LIMIT}× is wanted${isOver ? ', and not reached everywhere' : ''}.`);
rmSync(SCRATCH, { recursive: true, force: true });
