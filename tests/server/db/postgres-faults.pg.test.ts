/**
 * A database that goes away: a separate PostgreSQL that is really killed.
 * @module-tag postgres
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openPostgres } from '../../../server/db/database.ts';
import { callLimits } from '../../../server/db/postgres-pool.ts';
import { seed } from '../../../server/db/seed.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { findBrokenInvariants } from '../../../server/jobs/invariants.ts';
import { listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { listOrders } from '../../../src/lib/contract/redemption/orders.ts';
import { playerApi, request } from '../../support/api.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { testVault } from '../../support/vault.ts';

// What is killed is its processes, not the machine.
const postgres = await startPostgres({ fsync: 'off' });
let db: Database;
/** For what isn't tested: on a busy machine it takes longer than a call's limit. */
let patient: Database;

beforeAll(async () => {
  if (!postgres) return;
  db = await openPostgres(postgres.url, undefined, callLimits);
  patient = await openPostgres(postgres.url);
  await patient.migrate();
  await seed(patient, readCatalogue(), { demo: true, vault: testVault, now: new Date() });
});

afterAll(async () => {
  await Promise.all([db?.close(), patient?.close()]);
  await postgres?.stop();
});

const untilBack = () =>
  expect
    .poll(() =>
      request(listRewards, {}).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);

/** The API, whose rules are checked with patience. */
async function apiFor(points: number) {
  const { api } = await playerApi(points, { db });
  api.brokenInvariants = () => findBrokenInvariants(patient);
  return api;
}

/** Buys in several parallel lanes until `stop` is called, and returns the number of confirmed purchases. */
function buyOn(lanes: number): { stop(): Promise<number>; firstFive: Promise<void> } {
  let going = true;
  let done = 0;
  let started = () => {};
  const firstFive = new Promise<void>((resolve) => {
    started = resolve;
  });
  const all = Promise.all(
    Array.from({ length: lanes }, async () => {
      while (going) {
        const bought = await request(buyReward, {
          params: { id: 12 },
          body: {},
          idempotencyKey: crypto.randomUUID(),
        }).then(
          () => true,
          () => false,
        );
        if (bought) done++;
        if (done === 5) started();
      }
    }),
  );
  return {
    firstFive,
    async stop() {
      going = false;
      await all;
      return done;
    },
  };
}

test.runIf(postgres)(
  'when the database is killed, calls are a 503 with an explanation, and the process survives and recovers',
  async () => {
    const server: Postgres = postgres ?? expect.fail('no PostgreSQL');
    const api = await apiFor(100_000);
    await request(listOrders, {});
    await server.kill();
    await expect(request(listOrders, {})).rejects.toMatchObject({
      status: 503,
      code: 'database_unavailable',
      retryAfter: 5,
    });
    await expect(request(listRewards, {})).rejects.toMatchObject({ status: 503 });
    expect(api.unauthorized).toEqual([]);
    await server.start();
    await untilBack();
    expect((await request(listOrders, {})).data).toEqual([]);
  },
);

test.runIf(postgres)(
  'when it is killed during buys, each is complete or undone, and answered ones are stored',
  async () => {
    const server: Postgres = postgres ?? expect.fail('no PostgreSQL');
    await apiFor(12_000);
    const buys = buyOn(6);
    await buys.firstFive;
    await server.kill();
    const answered = await buys.stop();
    await server.start();
    await untilBack();
    const { total } = await request(listOrders, {});
    expect(total).toBeGreaterThanOrEqual(answered);
    expect(total).toBeLessThanOrEqual(24);
    expect(await findBrokenInvariants(patient)).toEqual([]);
  },
);

test.runIf(postgres)('a process that fails to listen leaves no connection behind', async () => {
  const stop = await db.bridge?.('').listen(
    () => {},
    () => {},
  );
  await stop?.();
  const left = "SELECT count(*)::integer FROM pg_stat_activity WHERE query LIKE 'LISTEN%'";
  await expect.poll(() => db.value(left, [])).toBe(0);
});
