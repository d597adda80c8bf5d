/**
 * A PostgreSQL that runs but doesn't work: frozen, locked, read-only. Each call is answered, and everything recovers without a
 * restart.
 * @module-tag postgres
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Database, openPostgres } from '../../../server/db/database.ts';
import { createPool } from '../../../server/db/postgres-pool.ts';
import { seed } from '../../../server/db/seed.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { findBrokenInvariants } from '../../../server/jobs/invariants.ts';
import { loginUser } from '../../../src/lib/contract/auth/sign-in.ts';
import { saveProfile } from '../../../src/lib/contract/settings/settings.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { PLANTED_SECRET } from '../../support/log-secrets.ts';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { testVault } from '../../support/vault.ts';

const postgres = await startPostgres({ fsync: 'off' });
/** As for calls, but shorter: these only wait for what is tested. A busy machine may exceed them in any call. */
const limits = { size: 4, wait: 1_000, lock: 100, statement: 200, silence: 300 };
const unavailable = { status: 503, code: 'database_unavailable', retryAfter: 5 };
let db: Database;
let patient: Database;

beforeAll(async () => {
  if (!postgres) return;
  patient = await openPostgres(postgres.url);
  await patient.migrate();
  await seed(patient, readCatalogue(), { demo: false, vault: testVault, now: new Date() });
  db = await openPostgres(postgres.url, undefined, limits);
});

afterAll(async () => {
  await Promise.all([db?.close(), patient?.close()]);
  await postgres?.stop();
});

const profile = { name: PLANTED_SECRET, country: 'NL', avatar: null, private: false };
const nameOf = (id: number) => patient.value('SELECT name FROM users WHERE id = $1', [id]);
const ready = async (api: TestApi) => (await api.raw('/readyz')).json();

/** Opens the maximum of connections and leaves them idle: later statements go to a server that answered before. */
async function fillPool(): Promise<void> {
  await expect
    .poll(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      let begun = 0;
      const hold = async () => {
        begun += 1;
        if (begun === limits.size) resolve();
        await promise;
      };
      const held = Array.from({ length: limits.size }, () => db.drizzle.transaction(hold));
      // One that doesn't begin in time frees the others.
      for (const one of held) one.catch(resolve);
      const ended = await Promise.allSettled(held);
      return ended.every(({ status }) => status === 'fulfilled');
    })
    .toBe(true);
}
const isDone = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  );

interface Stuck {
  readonly name: string;
  readonly reason: string;
  /** Returns a function that repairs it. */
  begin(server: Postgres): Promise<() => Promise<void> | void>;
}

async function asAdmin(server: Postgres, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('SET default_transaction_read_only = off');
  await client.query(statement);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}

const stuck: readonly Stuck[] = [
  {
    name: 'frozen',
    reason: 'the database does not answer',
    async begin(server) {
      server.freeze();
      return () => server.thaw();
    },
  },
  {
    name: 'locked',
    reason: 'the database does not answer',
    async begin(server) {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query('BEGIN; LOCK TABLE users, rate_limits IN ACCESS EXCLUSIVE MODE');
      return () => client.end();
    },
  },
  {
    name: 'read-only, as after a failover',
    reason: 'the database accepts no writes',
    async begin(server) {
      await asAdmin(server, 'ALTER SYSTEM SET default_transaction_read_only = on');
      return () => asAdmin(server, 'ALTER SYSTEM RESET default_transaction_read_only');
    },
  },
];

for (const { name, reason, begin } of stuck)
  test.runIf(postgres)(
    `${name}: calls are a 503 that says when to retry, and everything recovers by itself`,
    async () => {
      const server = postgres ?? expect.fail('no PostgreSQL');
      const api = await testApi({ db });
      // On a busy machine they take longer than a call's limit.
      api.brokenInvariants = () => findBrokenInvariants(patient);
      let player: Player | undefined;
      await expect
        .poll(async () => {
          player = await api.addPlayer().catch(() => undefined);
          return player !== undefined;
        })
        .toBe(true);
      if (!player) return;
      api.actAs(player);
      const before = await nameOf(player.id);
      await fillPool();
      const mend = await begin(server);
      try {
        await expect.poll(() => ready(api)).toEqual({ ready: false, reason });
        // More calls than connections: each is answered, whatever it waits for.
        const ended: unknown[] = [];
        for (let at = 0; at < 12; at++)
          request(saveProfile, { body: profile }).then(
            () => ended.push('done'),
            (error: unknown) => ended.push(error),
          );
        await expect.poll(() => ended.length).toBe(12);
        for (const answer of ended) expect(answer).toMatchObject(unavailable);
      } finally {
        await mend();
      }
      await expect.poll(() => ready(api)).toEqual({ ready: true });
      expect(await nameOf(player.id)).toBe(before);
      await expect.poll(() => isDone(request(saveProfile, { body: profile }))).toBe(true);
      expect(await nameOf(player.id)).toBe(profile.name);
      api.logged.length = 0;
    },
  );

test.runIf(postgres)(
  'the server ends a statement, a wait for a lock and a forgotten transaction by the limits of the pool',
  async () => {
    const shown = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'].map((name) =>
      db.value(`SHOW ${name}`, []),
    );
    expect(await Promise.all(shown)).toEqual(['100ms', '200ms', '800ms']);
  },
);

test.runIf(postgres)('a call that requests connections repeatedly waits for them once in total', async () => {
  const pool = createPool({
    url: postgres?.url ?? '',
    limits: { ...limits, size: 1 },
    session: {},
    log: () => {},
  });
  onTestFinished(() => pool.end());
  const held = await pool.connect();
  const outside = AsyncLocalStorage.snapshot();
  const refused: string[] = [];
  const wait = (who: string) =>
    pool.connect().then(
      () => expect.fail(`${who} got a connection`),
      () => void refused.push(who),
    );
  // The call waits for everything that is awaited in it.
  const refuse = async () => {
    await wait('the call');
    await Promise.all([outside(() => wait('another')), wait('the call again')]);
    return 'No.';
  };
  const api = await testApi({ db: patient, captcha: { challenge: async () => ({}), refuse } });
  await expect(
    request(loginUser, { body: { email: 'mira@test.example', password: PLANTED_SECRET, captcha: 'x' } }),
  ).rejects.toMatchObject({ status: 422 });
  held.release();
  expect(refused).toEqual(['the call', 'the call again', 'another']);
  expect(api.logged).toEqual([]);
});
