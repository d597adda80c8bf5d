/** How calls end for each SQLSTATE that the database can return. */
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { createReadiness } from '../../../server/platform/readiness.ts';
import { listThreads, startThread } from '../../../src/lib/contract/messages/messages.ts';
import { saveProfile } from '../../../src/lib/contract/settings/settings.ts';
import { playerApi, request, testApi } from '../../support/api.ts';
import { asOwner, testDatabase } from '../../support/database.ts';
import { PLANTED_SECRET } from '../../support/log-secrets.ts';

/** Lets writes to `table` fail. The returned function sets the SQLSTATE and how many fail; null: none. */
async function failWrites(
  db: Database,
  table: string,
): Promise<(state: string | null, times?: number) => Promise<void>> {
  const run = (text: string) => asOwner(db, (owner) => owner.execute(sql.raw(text)));
  // A sequence isn't rolled back.
  await run('CREATE SEQUENCE test_failures');
  await run("CREATE TABLE test_failure AS SELECT ''::text AS state, 0 AS times");
  await run(`CREATE FUNCTION test_fail() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    DECLARE one record; BEGIN
      SELECT * INTO one FROM test_failure;
      IF one.state <> '' AND nextval('test_failures') <= one.times THEN
        RAISE EXCEPTION 'injected' USING ERRCODE = one.state;
      END IF;
      RETURN NEW;
    END $$`);
  await run(
    `CREATE TRIGGER test_fail BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION test_fail()`,
  );
  return async (state, times = 1_000_000) => {
    await run('ALTER SEQUENCE test_failures RESTART');
    await run(`UPDATE test_failure SET state = '${state ?? ''}', times = ${times}`);
  };
}

const profile = { name: PLANTED_SECRET, country: 'NL', avatar: null, private: false };

describe('a call whose write the database refuses', () => {
  const ask = async () =>
    (
      await request(startThread, {
        body: { topic: 'other', subject: PLANTED_SECRET, body: PLANTED_SECRET },
        idempotencyKey: crypto.randomUUID(),
      })
    ).thread;
  const unavailable = [
    '25006',
    '53000',
    '53200',
    '53300',
    '55P03',
    '57014',
    '57P01',
    '57P03',
    '08006',
    '58030',
  ];
  const answers = [
    ...unavailable.map((state) => ({ state, code: 'database_unavailable', retryAfter: 5 })),
    { state: '40001', code: 'database_unavailable', retryAfter: 1 },
    { state: '40P01', code: 'database_unavailable', retryAfter: 1 },
    { state: '53100', code: 'storage_full', retryAfter: 60 },
  ];

  test('is a 503 that says when to retry and is logged with its reason, with nothing half done, and a conflict is retried on the server', async () => {
    const { api } = await playerApi();
    const threads = async () => (await request(listThreads, { query: { page: 1 } })).total;
    const fail = await failWrites(api.db, 'messages');
    for (const { state, code, retryAfter } of answers) {
      await fail(state);
      await expect(ask(), state).rejects.toMatchObject({ status: 503, code, retryAfter });
      expect(api.logged.splice(0)).toEqual([expect.stringContaining(`database error ${state}`)]);
    }
    expect(await threads()).toBe(0);
    for (const state of ['40001', '40P01']) {
      await fail(state, 2);
      await ask();
    }
    expect(await threads()).toBe(2);
  });

  test('runs with the same key once the database accepts it, because the first attempt was rolled back', async () => {
    const { api } = await playerApi();
    const fail = await failWrites(api.db, 'users');
    for (const state of ['25006', '53100', '55P03', '57014', '40001']) {
      await fail(state);
      await expect(request(saveProfile, { body: profile }), state).rejects.toMatchObject({ status: 503 });
      await fail(null);
      // The client sends the key of the first attempt, whose result it doesn't know.
      await request(saveProfile, { body: profile });
    }
  });

  test('is a logged 500 if waiting can’t help', async () => {
    const { api } = await playerApi();
    await (await failWrites(api.db, 'messages'))('22012');
    await expect(ask()).rejects.toMatchObject({ status: 500, code: 'internal' });
    expect(api.logged.splice(0)).toHaveLength(1);
  });
});

describe('a process whose database accepts no writes isn’t ready', () => {
  test('and says why', async () => {
    const api = await testApi();
    const ready = async () => {
      const answer = await api.raw('/readyz');
      return [answer.status, await answer.json()];
    };
    const fail = await failWrites(api.db, 'rate_limits');
    for (const [state, reason] of [
      ['25006', 'the database accepts no writes'],
      ['53100', 'the database is full'],
      ['55P03', 'the database does not answer'],
      ['57P03', 'the database does not answer'],
    ] as const) {
      await fail(state);
      expect(await ready()).toEqual([503, { ready: false, reason }]);
      expect((await api.raw('/healthz')).status).toBe(200);
      expect(api.logged.splice(0)).toEqual([expect.stringContaining(reason)]);
    }
    await fail(null);
    expect(await ready()).toEqual([200, { ready: true }]);
  });

  test('after a write found no space, for half a minute, even if a smaller one finds some', async () => {
    const { api } = await playerApi();
    await (await failWrites(api.db, 'users'))('53100');
    await expect(request(saveProfile, { body: profile })).rejects.toMatchObject({ code: 'storage_full' });
    const ready = async () => (await api.raw('/readyz')).status;
    expect(await ready()).toBe(503);
    api.now = new Date(api.now.getTime() + 30_000);
    expect(await ready()).toBe(200);
    // After the clock was set back, the elapsed time is unknown.
    await expect(request(saveProfile, { body: profile })).rejects.toMatchObject({ code: 'storage_full' });
    api.now = new Date(api.now.getTime() - 3_600_000);
    expect(await ready()).toBe(200);
  });

  test('a check that gets no answer is abandoned, and all callers share it meanwhile', async () => {
    const db = await testDatabase();
    let asked = 0;
    const silent = {
      ...db,
      value: () => {
        asked++;
        return new Promise<never>(() => {});
      },
    };
    const { check } = createReadiness(
      silent,
      () => new Date(),
      () => {},
      1,
    );
    expect(await Promise.all([check(), check()])).toEqual(Array(2).fill('the database does not answer'));
    expect(asked).toBe(1);
  });
});
