/**
 * `npm run bench:site`: Lighthouse (mobile, default throttling) on pages of the built site and, alternating, on their twins: the
 * same text, font and pictures written by hand in one file with its own CSS and without scripts (see ./twin). Both come from the
 * same server with the same headers and compression. It prints the medians, and exits with 0 if every score is 100 and the paints
 * are within the limits below. Then it compares the app areas' pages with React only (see ./app). The largest paints of a page of
 * each kind go into the table of docs/developers/pages.md. `node tests/bench/site.ts 1` runs one round only, `node
 * tests/bench/site.ts 5 app` only the app areas.
 */
import { fork } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import * as v from 'valibot';
import { browserPath } from '../../scripts/browser.ts';
import { buildIfStale } from '../../scripts/build.ts';
import { readSite } from '../../scripts/checks/built-site.ts';
import { pageKinds, writeTable } from '../../scripts/checks/page-kinds.ts';
import { siteEnv } from '../../server/config/config.ts';
import { anyPort } from '../support/ports.ts';
import { compareApp } from './app/app.ts';
import { writeTwins } from './twin/twins.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, '.cache/bench-site');
const ROUNDS = Number(process.argv[2] ?? 5);
const IS_APP_ONLY = process.argv[3] === 'app';
const CHROME = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const TYPES = ['document', 'font', 'image', 'stylesheet', 'script'] as const;
/** The most that a page's first and largest paint may take, as multiples of its peer's. */
const LIMITS = { fcp: 1.05, lcp: 1.03 };
/** The most milliseconds for the largest paint of any public page. */
const MOST_LCP = 1_000;

/** A page, and the one it is compared with. */
interface Pair {
  readonly name: string;
  readonly page: string;
  readonly peer: string;
}

interface Run {
  /** Of 100, in the order of CATEGORIES. */
  readonly scores: readonly number[];
  /** Milliseconds, except cls. */
  readonly times: Readonly<Record<'fcp' | 'lcp' | 'tbt' | 'cls', number>>;
  /** Bytes over the wire, in the order of TYPES; then all. */
  readonly bytes: readonly number[];
  /** The titles of the audits that cost points. */
  readonly failed: readonly string[];
}

const requestSchema = v.object({ resourceType: v.optional(v.string(), ''), transferSize: v.number() });
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** How often a visit is repeated if Lighthouse recorded no start, so that nothing can be measured. */
const AGAIN = 3;

async function visit(url: string, again = AGAIN): Promise<Run> {
  const result = await visitOnce(url);
  if (result !== 'NO_NAVSTART') return result;
  if (again === 0) throw new Error(`Lighthouse recorded no visit of ${url}.`);
  console.log(`Once more, since Lighthouse missed the beginning: ${url}`);
  return visit(url, again - 1);
}

/** One visit with an empty cache, in a new browser. */
async function visitOnce(url: string): Promise<Run | 'NO_NAVSTART'> {
  const port = await anyPort();
  const chrome = await chromium.launch({
    executablePath: browserPath(ROOT),
    args: [...CHROME, `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
    });
    if (result?.lhr.runtimeError?.code === 'NO_NAVSTART') return 'NO_NAVSTART';
    if (!result || result.lhr.runtimeError)
      throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse gave no result.');
    const { audits, categories } = result.lhr;
    const time = (id: string) => audits[id]?.numericValue ?? Number.NaN;
    const details = audits['network-requests']?.details;
    const requests = v.parse(v.array(requestSchema), details?.type === 'table' ? details.items : []);
    const bytes = (type?: string) =>
      requests
        .filter(({ resourceType }) => type === undefined || resourceType.toLowerCase() === type)
        .reduce((sum, { transferSize }) => sum + transferSize, 0);
    return {
      scores: CATEGORIES.map((id) => Math.round((categories[id]?.score ?? 0) * 100)),
      times: {
        fcp: time('first-contentful-paint'),
        lcp: time('largest-contentful-paint'),
        tbt: time('total-blocking-time'),
        cls: time('cumulative-layout-shift'),
      },
      bytes: [...TYPES.map(bytes), bytes()],
      failed: CATEGORIES.flatMap((id) => categories[id]?.auditRefs ?? [])
        .filter(({ weight }) => weight > 0)
        .flatMap(({ id }) => audits[id] ?? [])
        .filter(({ score }) => score !== null && score < 1)
        .map(({ title }) => title),
    };
  } finally {
    await chrome.close();
  }
}

function summary(runs: readonly Run[]): Run {
  const of = (pick: (run: Run) => number) => median(runs.map(pick));
  return {
    scores: CATEGORIES.map((_, at) => of(({ scores }) => scores[at] ?? 0)),
    times: {
      fcp: of(({ times }) => times.fcp),
      lcp: of(({ times }) => times.lcp),
      tbt: of(({ times }) => times.tbt),
      cls: of(({ times }) => times.cls),
    },
    bytes: [...TYPES, 'all'].map((_, at) => of(({ bytes }) => bytes[at] ?? 0)),
    failed: [...new Set(runs.flatMap(({ failed }) => failed))],
  };
}

/** The largest paint of a page of each public kind, in milliseconds by its path. */
async function paintsOf(origin: string, folder: string): Promise<Map<string, number>> {
  const paints = new Map<string, number>();
  for (const { path, indexable } of pageKinds(await readSite(folder), [])) {
    if (!indexable.includes('yes')) continue;
    const runs: Run[] = [];
    for (let round = 0; round < ROUNDS; round++) runs.push(await visit(origin + path));
    paints.set(path, summary(runs).times.lcp);
  }
  return paints;
}

/** Alternates both, so that other load affects both. */
async function compare({ name, page, peer }: Pair): Promise<boolean> {
  const runs = { page: [] as Run[], peer: [] as Run[] };
  for (const url of [page, peer]) await fetch(url, { headers: { 'accept-encoding': 'br' } });
  for (let round = 0; round < ROUNDS; round++)
    for (const which of round % 2 === 0 ? (['page', 'peer'] as const) : (['peer', 'page'] as const))
      runs[which].push(await visit(which === 'page' ? page : peer));
  const [ours, theirs] = [summary(runs.page), summary(runs.peer)];
  const ratios = { fcp: ours.times.fcp / theirs.times.fcp, lcp: ours.times.lcp / theirs.times.lcp };
  console.log(`\n${name}, medians of ${ROUNDS}, load average ${loadavg()[0]?.toFixed(1)}`);
  console.table({ page: row(ours), peer: row(theirs) });
  console.log(`First paint ${ratios.fcp.toFixed(3)}×, largest paint ${ratios.lcp.toFixed(3)}×`);
  for (const failure of ours.failed) console.log(`  costs points: ${failure}`);
  return (
    ours.scores.every((score) => score === 100) &&
    ratios.fcp <= LIMITS.fcp &&
    ratios.lcp <= LIMITS.lcp &&
    ours.times.lcp <= MOST_LCP
  );
}

const row = ({ scores, times, bytes }: Run) => ({
  ...Object.fromEntries(CATEGORIES.map((id, at) => [id, scores[at]])),
  'FCP ms': Math.round(times.fcp),
  'LCP ms': Math.round(times.lcp),
  'TBT ms': Math.round(times.tbt),
  CLS: Number(times.cls.toFixed(4)),
  ...Object.fromEntries([...TYPES, 'all'].map((type, at) => [`${type} B`, bytes[at]])),
});

/** Returns the folder's address and a function that ends the server. */
async function start(folder: string, port: number): Promise<{ readonly origin: string; stop(): void }> {
  const server = fork(join(import.meta.dirname, 'serve.ts'), [
    folder,
    String(port),
    env.PUBLIC_ADDRESSES ?? '',
  ]);
  await new Promise<void>((ready, fail) => {
    server.once('message', () => ready());
    server.once('exit', () => fail(new Error(`${folder} could not be served.`)));
  });
  return { origin: `http://localhost:${port}`, stop: () => server.kill() };
}

const sitePort = await anyPort();
const apiPorts = { api: await anyPort(), realtime: await anyPort(), other: await anyPort() };
const [siteFolder, twinFolder] = [join(FOLDER, 'site'), join(FOLDER, 'twin')];
// The server writes the addresses into the pages, so the build is kept although the ports change.
const env = siteEnv({
  PUBLIC_API_URL: `http://localhost:${apiPorts.api}`,
  PUBLIC_REALTIME_PORT: String(apiPorts.realtime),
});
await buildIfStale({ outDir: siteFolder });
writeTwins(siteFolder, twinFolder);
const site = await start(siteFolder, sitePort);
const twins = await start(twinFolder, await anyPort());
try {
  const pairs: readonly Pair[] = ['/', '/rewards/earn-free-robux'].map((path) => ({
    name: `${path} beside its twin`,
    page: site.origin + path,
    peer: twins.origin + path,
  }));
  const reached: boolean[] = [];
  for (const pair of IS_APP_ONLY ? [] : pairs) reached.push(await compare(pair));
  if (!IS_APP_ONLY) {
    const paints = await paintsOf(site.origin, siteFolder);
    await writeTable(siteFolder, paints);
    reached.push([...paints.values()].every((lcp) => lcp <= MOST_LCP));
  }
  site.stop();
  twins.stop();
  reached.push(
    await compareApp({
      site: siteFolder,
      siteUrl: site.origin,
      ports: apiPorts,
      rounds: ROUNDS,
      browserPath: browserPath(ROOT),
      serve: (folder) => start(folder, sitePort),
    }),
  );
  const isReached = reached.every(Boolean);
  console.log(
    `\nScores of 100, public pages painted within ${MOST_LCP} ms, and all within the peers' limits: ${isReached ? 'reached' : 'NOT reached'}`,
  );
  process.exitCode = isReached ? 0 : 1;
} finally {
  site.stop();
  twins.stop();
}
