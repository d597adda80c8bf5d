/**
 * `npm run bench:scale`: what grows with the number of users? One PostgreSQL holds a small database (1,000 users, 23,200 ledger
 * entries) and a large one (1,000,000 users and 20,003,200 entries, or another number with `-- --users <n>`), with 20 entries for
 * each user and a few long histories. Filling the large one took 8 minutes on two busy cores, and needs 7 GB and temporarily as
 * much again. Each call goes through the app in memory, alternating between both, so that other load affects both. The goal: no
 * p99 of the large one is above twice that of the small one. `--data <folder>` keeps the databases there for the next run,
 * `--calls` is the number of calls of each kind, and `--check` also checks the invariants of the large one, which takes as long
 * as filling it. `--only buy` only makes the calls with this in their name.
 */
import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openPostgres } from '../../server/db/database.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { type Call, calls, stockUp, subjectOf, timeCall } from './scale/calls.ts';
import { brokenInvariants, makeDatabase, pagesRead, sizeOf, urlOf, warm } from './scale/databases.ts';

const SMALL = 1000;
const WANTED = 2;
/** Calls before measuring, so that one-time preparation and planning are done. */
const WARM_UP = 100;
/** Differences below this many milliseconds are noise from other load and count as equal. */
const SAME = 1;

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '1000' },
    data: { type: 'string' },
    check: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const large = Number(values.users);
const times = Number(values.calls);
if (!Number.isInteger(large) || large <= SMALL || !Number.isInteger(times) || times < 100)
  throw new Error(`--users must be a whole number above ${SMALL}, --calls one of 100 or more`);

/** Settings for a server with a few gigabytes. All others are PostgreSQL's defaults, with fsync on. */
const settings = {
  shared_buffers: '2GB',
  max_wal_size: '6GB',
  checkpoint_timeout: '30min',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

const part = (sorted: readonly number[], of: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN;
const figures = (of: readonly number[]) => {
  const sorted = of.toSorted((a, b) => a - b);
  return { p50: part(sorted, 0.5), p99: part(sorted, 0.99) };
};
const ms = (value: number) => value.toFixed(2).padStart(7);

/** Alternates both, each first equally often. Pages: how many the database read for a call, which doesn't depend on noise. */
async function compare(call: Call, postgres: Postgres): Promise<boolean> {
  const before = await Promise.all([SMALL, large].map((users) => pagesRead(postgres, users)));
  const subjects = await Promise.all(
    [SMALL, large].map(async (users) => subjectOf(await openPostgres(urlOf(postgres, users)), users)),
  );
  const took = subjects.map((): number[] => []);
  for (let at = -WARM_UP; at < times; at++)
    for (const which of at % 2 === 0 ? [0, 1] : [1, 0]) {
      const subject = subjects[which];
      if (subject === undefined) continue;
      const one = await timeCall(subject, call, at + WARM_UP);
      if (at >= 0) took[which]?.push(one);
    }
  // A connection's reads are only complete in the statistics once it is closed.
  await Promise.all(subjects.map(({ db }) => db.close()));
  const after = await Promise.all(subjects.map(({ users }) => pagesRead(postgres, users)));
  const pages = after.map((now, which) => (now - (before[which] ?? 0)) / (times + WARM_UP));
  const [few, many] = [figures(took[0] ?? []), figures(took[1] ?? [])];
  const ratio = many.p99 / few.p99;
  const enough = ratio <= WANTED || many.p99 - few.p99 < SAME;
  console.log(
    `  ${call.name.padEnd(26)} ${ms(few.p50)} ${ms(few.p99)}   ${ms(many.p50)} ${ms(many.p99)}   ${ratio.toFixed(2).padStart(5)}   ${pages.map((of) => of.toFixed(0).padStart(5)).join(' ')}${enough ? '' : '   SLOWER'}`,
  );
  return enough;
}

const postgres = await startPostgres(settings, values.data && resolve(values.data));
if (!postgres) {
  console.log("PostgreSQL's binaries aren't on this machine, so there is nothing to measure");
} else {
  try {
    const began = performance.now();
    for (const users of [SMALL, large]) await makeDatabase(postgres, users);
    console.log(`Filled, or found, in ${Math.round((performance.now() - began) / 1000)} s`);
    const wanted = calls.filter(({ name }) => name.includes(values.only));
    for (const users of [SMALL, large]) {
      const db = await openPostgres(urlOf(postgres, users));
      if (wanted.some(({ body }) => body)) await stockUp(db, times + WARM_UP);
      await warm(db);
      console.log(`${users.toLocaleString('en-US')} users, ${await sizeOf(db)}`);
      await db.close();
    }
    console.log(
      `${cpus().length} cores, ${times.toLocaleString('en-US')} calls each, one at a time, in milliseconds\n`,
    );
    console.log(`  ${''.padEnd(26)}  small: p50 p99    large: p50 p99    p99 ×   pages: small large`);
    const results: boolean[] = [];
    for (const call of wanted) results.push(await compare(call, postgres));
    const checked = values.check ? [SMALL, large] : [SMALL];
    const broken: string[] = [];
    for (const users of checked) broken.push(...(await brokenInvariants(urlOf(postgres, users))));
    console.log(
      broken.length === 0 ? '\n  the invariants hold' : `\n  BROKEN INVARIANTS: ${broken.join('; ')}`,
    );
    if (!values.check) console.log('  (of the small one; --check looks at the large one too)');
    const all = results.every(Boolean);
    console.log(all ? `  no p99 above ${WANTED} times` : `  MISSES the ${WANTED} times wanted`);
    process.exitCode = all && broken.length === 0 ? 0 : 1;
  } finally {
    await postgres.stop();
  }
}
