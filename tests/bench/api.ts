/**
 * `npm run bench:api`: the real server under load, on PGlite and, if its binaries are installed, on PostgreSQL with default
 * settings (fsync on). Each is compared with a peer in the same run. The read of a list is compared with the server's emptiest
 * call; all callers read the same list at the same moment, so they share reads like visitors of one page. The buy of a code is
 * compared with the same purchase as a bare statement without HTTP, one at a time per connection; the API's purchases share
 * commits, so they may be faster. Afterwards the invariants are checked and the orders counted. Then come two and ten times the
 * process's capacity (overload.ts). On PostgreSQL the same load also goes to two processes.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openPglite, openPostgres } from '../../server/db/database.ts';
import { callLimits } from '../../server/db/postgres-pool.ts';
import { findBrokenInvariants } from '../../server/jobs/invariants.ts';
import { createVault, KEY_BYTES } from '../../server/platform/encryption.ts';
import { addBuyers, type Buyer } from '../support/buyers.ts';
import { startPostgres } from '../support/postgres.ts';
import { startServerProcess } from '../support/server-process.ts';
import { type LoadResult, load } from './load.ts';
import { measureOverload } from './overload.ts';

const FOR_MS = Number(process.env.BENCH_SECONDS ?? 8) * 1000;
const USERS = 256;
const CODES = 120_000;
const CONNECTIONS = 64;
const REWARD = { id: 12, amount: 1201 };
/** The key that the measured servers decrypt codes with. */
const DATA_KEY = Buffer.alloc(KEY_BYTES, 7);
const vault = createVault([DATA_KEY]);
/** The share of the bare statement's rate that the API's purchases must reach. */
const LEAST_OF_FLOOR = 0.9;

let nextKey = 0;
const key = () => `bench-${process.pid}-${++nextKey}`;

/** The purchase without HTTP, from this process: the most that the database and its driver allow. */
async function floorOfBuy(db: Database, buyers: Buyer[]): Promise<number> {
  let done = 0;
  const until = performance.now() + FOR_MS / 2;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, lane) => {
      for (let at = lane; performance.now() < until; at += CONNECTIONS) {
        const buyer = buyers[at % buyers.length];
        await db.value('SELECT outcome FROM buy($1, $2, $3, $4, $5)', [
          buyer?.id,
          REWARD.id,
          REWARD.amount,
          key(),
          new Date(),
        ]);
        done++;
      }
    }),
  );
  return done / ((performance.now() - began) / 1000);
}

const headers = 'Host: localhost\r\nConnection: keep-alive\r\n';
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;

function nextBuy(buyers: Buyer[]): () => string {
  const body = JSON.stringify({ amount_id: REWARD.amount });
  let at = 0;
  return () => {
    const { token } = buyers[at++ % buyers.length] ?? { token: '' };
    return `POST /api/user/rewards/${REWARD.id}/buyAmount HTTP/1.1\r\n${headers}Authorization: Bearer ${token}\r\nIdempotency-Key: ${key()}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
}

/** With a password that is always wrong. */
function signIn(): string {
  const body = JSON.stringify({
    email: 'bench@test.example',
    password: 'opens nothing at all',
    captcha: 'none',
  });
  return `POST /api/login-user HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function line(name: string, result: LoadResult, floor: number, floorName: string): string {
  const others = Object.entries(result.others).map(([status, count]) => `, ${count} × ${status}`);
  return `  ${name.padEnd(11)} ${Math.round(result.perSecond).toLocaleString('en-US').padStart(7)} requests/s   p50 ${result.p50.toFixed(1)} ms   p99 ${result.p99.toFixed(1)} ms   ${(result.perSecond / floor).toFixed(2)} × ${floorName} (${Math.round(floor).toLocaleString('en-US')}/s)${others.join('')}`;
}

async function measure(
  kind: 'pglite' | 'postgres',
  open: () => Promise<Database>,
  settings: Record<string, string>,
): Promise<boolean> {
  const db = await open();
  const buyers = await addBuyers(db, vault, { buyers: USERS, codes: CODES, amountId: REWARD.amount });
  const floor = await floorOfBuy(db, buyers);
  await db.close();
  const env = { DATA_KEYS: DATA_KEY.toString('base64'), ...settings };
  const server = await startServerProcess(env);
  const run = (next: () => string, forMs = FOR_MS) =>
    load({ port: server.api, connections: CONNECTIONS, forMs, next });
  const buy = nextBuy(buyers);
  await run(buy, FOR_MS / 4);
  const empty = await run(() => get('/healthz'), FOR_MS / 4);
  const list = await run(() => get('/api/user/rewards?per_page=20'));
  const bought = await run(buy);
  console.log(`\n${kind}, more than it holds`);
  const isKept = await measureOverload(server.api, FOR_MS / 2, {
    read: () => get('/api/user/rewards?per_page=20'),
    signIn,
  });
  // The same load, split between two processes.
  const second = kind === 'postgres' ? await startServerProcess(env) : null;
  const [half, other] = second
    ? await Promise.all(
        [server, second].map(({ api }) =>
          load({ port: api, connections: CONNECTIONS / 2, forMs: FOR_MS, next: nextBuy(buyers) }),
        ),
      )
    : [];
  await Promise.all([server.stop(), second?.stop()]);

  const after = await open();
  const orders = Number(await after.value('SELECT count(*)::integer FROM orders', []));
  const broken = await findBrokenInvariants(after);
  await after.close();

  console.log(`\n${kind}, ${CONNECTIONS} connections`);
  console.log(line('list read', list, empty.perSecond, 'the empty call'));
  console.log(line('buy', bought, floor, 'the bare statement'));
  if (half && other)
    console.log(
      `  buy at two   ${Math.round(half.perSecond + other.perSecond)
        .toLocaleString('en-US')
        .padStart(
          6,
        )} requests/s   p99 ${Math.max(half.p99, other.p99).toFixed(1)} ms   by two processes on one database, with the same load in all`,
    );
  console.log(
    `  orders in the database: ${orders.toLocaleString('en-US')}, of which the first run made ${bought.answered.toLocaleString('en-US')}`,
  );
  console.log(broken.length === 0 ? '  the invariants hold' : `  BROKEN INVARIANTS: ${broken.join('; ')}`);
  const enough = bought.perSecond >= LEAST_OF_FLOOR * floor;
  console.log(`  ${enough ? 'reaches' : 'MISSES'} ${LEAST_OF_FLOOR} × the bare statement`);
  const failed = [bought, half, other].some((run) => run && Object.keys(run.others).length > 0);
  return enough && isKept && broken.length === 0 && !failed;
}

const folder = mkdtempSync(join(tmpdir(), 'playtally-bench-'));
const results: boolean[] = [];
try {
  results.push(await measure('pglite', () => openPglite(join(folder, 'db')), { DATA_DIR: folder }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const postgres = await startPostgres();
if (postgres) {
  try {
    results.push(
      await measure('postgres', () => openPostgres(postgres.url, undefined, callLimits), {
        DATABASE_URL: postgres.url,
      }),
    );
  } finally {
    await postgres.stop();
  }
} else console.log("\npostgres: its binaries aren't on this machine, so it was left out");
process.exitCode = results.every(Boolean) ? 0 : 1;
