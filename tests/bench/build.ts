/**
 * `npm run bench:build`: how long 27, 2,700 and 10,000 reward pages take to build, compared with a bare Astro project with the
 * same Markdown. Our project has only the reward pages (./pages/projects.ts), with everything that is done to them: checks,
 * layout, styles, cards' names, JSON-LD, policies, sitemap, host files. Sharing pictures are left out (CARDS=off). Both are built
 * alternately, from scratch, in temporary folders. The median of the pairs counts. The CPU time is printed as well, which is more
 * reliable on a busy machine. The whole site is also built, for comparison. `node tests/bench/build.ts 27 2700` builds only some
 * sizes.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { filesUnder } from '../../scripts/files.ts';
import { copyProject } from '../support/copy-project.ts';
import { writePages } from './pages/markdown.ts';
import { copyRewardPages, writeBare } from './pages/projects.ts';

const ROOT = join(import.meta.dirname, '../..');
const SCRATCH = join(ROOT, '.cache/bench-build');
const SIZES = [27, 2_700, 10_000];
/**
 * The limits as multiples of the bare project's time. With a few pages most of it is the start, which takes longer with
 * integrations.
 */
const limitOf = (count: number) => (count < 1_000 ? 1.5 : 1.2);
/** Seconds that the whole site may take, on two cores. */
const MOST_SECONDS = 30;

const usageSchema = v.object({
  /** Seconds of all processors together. */
  work: v.number(),
  /** The most bytes. */
  memory: v.number(),
});
interface Build extends v.InferOutput<typeof usageSchema> {
  readonly seconds: number;
}
interface Pair {
  readonly site: Build;
  readonly bare: Build;
}

/** The number of pairs of builds: one short build is too noisy. */
const rounds = (count: number) => (count < 100 ? 7 : 3);

/** Builds a project from scratch: without an earlier build's cache or folder. */
async function build(folder: string): Promise<Build> {
  for (const left of ['dist', '.astro', 'node_modules/.astro', 'node_modules/.vite', '.cache'])
    rmSync(join(folder, left), { recursive: true, force: true });
  const usage = join(SCRATCH, 'usage.json');
  const started = performance.now();
  const before = ['--import', join(import.meta.dirname, 'pages/usage.mjs')];
  const child = spawn(process.execPath, [...before, 'node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      CARDS: 'off',
      USAGE_FILE: usage,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const code = await new Promise<number | null>((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${folder} could not be built:\n${output.join('').slice(-4_000)}`);
  return { seconds, ...v.parse(usageSchema, JSON.parse(readFileSync(usage, 'utf8'))) };
}

const middle = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2;
};
/** The median of the pairs' ratios. Both sides of a pair run close together, so other load affects both. */
const ratio = (pairs: readonly Pair[], of: 'seconds' | 'work') =>
  middle(pairs.map(({ site, bare }) => site[of] / bare[of]));
const times = (value: number) => `${value.toFixed(2)}×`;
const megabytes = (builds: readonly Build[]) =>
  `${Math.round(Math.max(...builds.map(({ memory }) => memory)) / 1024 / 1024)} MB`;

const wanted = process.argv.slice(2).map(Number);
const rewards = join(SCRATCH, 'rewards');
const bare = join(SCRATCH, 'bare');
const whole = join(SCRATCH, 'whole');
rmSync(SCRATCH, { recursive: true, force: true });
copyRewardPages(rewards);
writeBare(bare);

const rows: Record<string, Record<string, string>> = {};
let isOver = false;
for (const count of wanted.length > 0 ? wanted : SIZES) {
  for (const project of [rewards, bare]) writePages(join(project, 'src/content/rewards'), count);
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds(count); round++)
    pairs.push({ bare: await build(bare), site: await build(rewards) });
  const ours = pairs.map(({ site }) => site);
  const theirs = pairs.map((pair) => pair.bare);
  const seconds = (builds: readonly Build[]) => middle(builds.map((one) => one.seconds));
  isOver ||= ratio(pairs, 'seconds') > limitOf(count);
  rows[`${count} pages`] = {
    ours: `${seconds(ours).toFixed(1)} s`,
    bare: `${seconds(theirs).toFixed(1)} s`,
    'ours, pages/s': (count / seconds(ours)).toFixed(0),
    'bare, pages/s': (count / seconds(theirs)).toFixed(0),
    'ours, memory': megabytes(ours),
    'bare, memory': megabytes(theirs),
    'time, ours / bare': times(ratio(pairs, 'seconds')),
    'at most': times(limitOf(count)),
    "processors' time": times(ratio(pairs, 'work')),
  };
  console.log(
    `${count} pages: ${pairs.map(({ site, bare }) => `${site.seconds.toFixed(1)} s beside ${bare.seconds.toFixed(1)} s`).join(', ')}`,
  );
}
console.table(rows);

copyProject(whole);
const site = await build(whole);
const pages = (await filesUnder(join(whole, 'dist'))).filter((file) => file.endsWith('.html')).length;
console.log(
  `The whole site, app areas and all, as it is: ${pages} pages in ${site.seconds.toFixed(1)} s (${MOST_SECONDS} s at most), ${megabytes([site])}.`,
);
if (isOver || site.seconds > MOST_SECONDS) {
  console.log('NOT reached.');
  process.exitCode = 1;
}
rmSync(SCRATCH, { recursive: true, force: true });
