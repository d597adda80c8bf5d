/** Every call that changes something runs once, however often it is sent with its key: a table over the contract. */
import { eq, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, test } from 'vitest';
import * as schema from '../../../server/db/schema.ts';
import { calls } from '../../../server/http/docs.ts';
import { keepsItsKey, needsNoKey } from '../../../server/http/idempotency.ts';
import { forgetOld } from '../../../server/jobs/retention.ts';
import { beginKeyed, keepAnswer, MOST_KEPT } from '../../../server/platform/idempotency.ts';
import { addressOf, type Call } from '../../../src/lib/contract/call.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { callSample } from '../../support/call-samples.ts';
import { tracesIn } from '../../support/traces.ts';
import { testVault } from '../../support/vault.ts';

const { idempotencyKeys, opinions } = schema;
const writing = Object.entries(calls).filter(([, { method }]: [string, Call]) => method !== 'GET') as [
  string,
  Call,
][];
const keyed = writing.filter(
  ([, call]) =>
    (call.who === 'user' || call.who === 'operator') && !needsNoKey.has(call) && !keepsItsKey.has(call),
);
const parts = { id: 1, rate: 5, partner: 'demo', key: crypto.randomUUID(), status: 'like', field: 'gone' };

/** Without what a call leaves behind whatever its result. */
const traces = tracesIn('idempotency_keys', 'tokens', 'operator_sessions');

async function sender(api: TestApi, call: Call) {
  const { id, token } = call.who === 'operator' ? await api.addOperator() : await api.addPlayer(9000);
  return (key: string, body: object | undefined, path: object = {}) =>
    api.raw(addressOf(call, { ...parts, ...path }), {
      method: call.method,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      ...(body && {
        body: JSON.stringify({
          ...body,
          ...('user_id' in body && { user_id: id }),
          ...('userId' in body && { userId: id }),
        }),
      }),
    });
}

test('each call that changes something runs once per key, and repeats its answer', async () => {
  const api = await testApi();
  const done: string[] = [];
  for (const [name, call] of keyed) {
    const send = await sender(api, call);
    const body = call.body && callSample(call.body);
    const key = crypto.randomUUID();
    const first = await send(key, body);
    expect([name, first.status < 500]).toEqual([name, true]);
    if (first.status !== 200) continue;
    await api.background.idle();
    const before = await traces(api.db);
    const [answer, again] = [await first.text(), await send(key, body)];
    // A caller who ended their own session with it gets a 401.
    if (again.status !== 401) expect([name, again.status, await again.text()]).toEqual([name, 200, answer]);
    await api.background.idle();
    expect([name, await traces(api.db)]).toEqual([name, before]);
    done.push(name);
  }
  expect(done).toEqual(
    expect.arrayContaining([
      'createRewardOpinion',
      'addComment',
      'enterContest',
      'createContest',
      'rateGame',
      'likeRewardOpinion',
    ]),
  );
  expect(done.length).toBeGreaterThan(30);
});

/** How many rows each table has. */
async function rowsOf(api: TestApi): Promise<Readonly<Record<string, number>>> {
  const tables = Object.values(schema)
    .filter((table) => is(table, PgTable))
    .map(getTableName)
    // The first request for a week's contests makes them.
    .filter((name) => !['idempotency_keys', 'contests'].includes(name));
  const each = tables.map((name) => `SELECT '${name}' AS name, count(*) AS rows FROM "${name}"`);
  const all = await api.db.value(
    `SELECT json_object_agg(name, rows) FROM (${each.join(' UNION ALL ')}) AS t`,
    [],
  );
  return Object(all);
}

test('each of them, sent four times concurrently with its key, runs once and gets the same answer', {
  tags: 'concurrent',
}, async () => {
  const api = await testApi();
  const done: string[] = [];
  // All calls share the code, so the regular run tests every third one.
  const tried = keyed.filter((_, at) => process.env.NIGHTLY || at % 3 === 0);
  for (const [name, call] of tried) {
    const send = await sender(api, call);
    const body = call.body && callSample(call.body);
    const key = crypto.randomUUID();
    const before = await rowsOf(api);
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(key, body)));
    const found = new Set(await Promise.all(answers.map(async (one) => `${one.status} ${await one.text()}`)));
    const isDone = answers.some(({ ok }) => ok);
    // A caller who ended their own session with it gets a 401. Nothing is stored for a rejected action, so each repetition is
    // rejected separately.
    if (isDone)
      expect([name, [...found].filter((one) => !one.startsWith('401'))]).toEqual([
        name,
        [expect.stringMatching(/^200/)],
      ]);
    await api.background.idle();
    const after = await rowsOf(api);
    // The same action again with another key adds as much as the four together, or is rejected if it can't be repeated.
    const another = await send(crypto.randomUUID(), body);
    await another.text();
    if (isDone) done.push(name);
    // Pausing everything has nothing left to do the second time.
    if (!another.ok || name === 'pauseAllRewards') continue;
    await api.background.idle();
    const again = await rowsOf(api);
    for (const [table, rows] of Object.entries(after)) {
      const [four, one] = [rows - (before[table] ?? 0), (again[table] ?? 0) - rows];
      expect.soft([name, table, four <= Math.max(one, 1)]).toEqual([name, table, true]);
    }
  }
  // Many of an operator's actions have nothing to act on here.
  expect(done.length).toBeGreaterThan(tried.length / 5);
});

test('only guests can change something without a key', () => {
  const without = writing.filter(
    ([, call]) => !keyed.some(([, one]) => one === call) && !keepsItsKey.has(call) && !needsNoKey.has(call),
  );
  expect(without.map(([, { who }]) => who)).toEqual(
    without.map(() => expect.stringMatching(/^(?:guest|stranger)$/)),
  );
});

test('an error isn’t stored: the same call is judged again', async () => {
  const api = await testApi();
  const { token } = await api.addPlayer();
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'a-key-of-its-own' };
  const body = JSON.stringify({ name: 'Playtally Support', country: 'NL', avatar: null, private: false });
  const save = async () =>
    (await api.raw('/api/user/settings/profile', { method: 'PUT', headers, body })).status;
  expect([await save(), await save()]).toEqual([422, 422]);
  expect(await api.db.drizzle.$count(idempotencyKeys)).toBe(0);
});

describe('an opinion', () => {
  async function writer() {
    const api = await testApi();
    const { id, token } = await api.addPlayer();
    const write = (opinion: string, key: string) =>
      api.raw('/api/user/rewards/84/create-opinion', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
        body: JSON.stringify({ user_id: id, opinion }),
      });
    const count = () => api.db.drizzle.$count(opinions, eq(opinions.userId, id));
    return { api, id, write, count };
  }
  const KEY = 'a-key-of-its-own';

  test('with another text is rejected under the same key, and so is an invalid key', async () => {
    const { write, count } = await writer();
    await write('It came at once.', KEY);
    const answers = [await write('It came late.', KEY), await write('It came late.', 'short')];
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ errors: { 'Idempotency-Key': [expect.any(String)] } });
    }
    expect(await count()).toBe(1);
  });

  test('that wasn’t even read can be sent again with its key', async () => {
    const { write, count } = await writer();
    expect((await write('x', KEY)).status).toBe(422);
    expect((await write('x and y', KEY)).status).toBe(200);
    expect(await count()).toBe(1);
  });

  test('with an unknown result isn’t written again', async () => {
    const { api, write, count } = await writer();
    expect((await write('It came at once.', KEY)).status).toBe(200);
    await api.db.drizzle.update(idempotencyKeys).set({ sealedAnswer: null });
    api.now = new Date(api.now.getTime() + 61_000);
    const answer = await write('It came at once.', KEY);
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'end_unknown' }]);
    expect(await count()).toBe(1);
  });
});

test('answers are encrypted, kept for a day, and limited to the newest of a sender', async () => {
  const { db, now } = await testApi();
  const keep = async (key: string, at: Date) => {
    const call = { sender: 'user:1', key, digest: Buffer.from(key) };
    expect(await beginKeyed(db.drizzle, call, at)).toBe(true);
    await keepAnswer(db.drizzle, testVault, call, '{"text":"It came at once."}');
  };
  for (let at = 0; at <= MOST_KEPT; at++) await keep(`key ${at}`, new Date(now.getTime() + at * 1000));
  const kept = await db.drizzle.select().from(idempotencyKeys);
  expect([kept.length, kept.some(({ key }) => key === 'key 0')]).toEqual([MOST_KEPT, false]);
  expect(kept.every(({ sealedAnswer }) => sealedAnswer && !sealedAnswer.includes('once'))).toBe(true);
  await forgetOld(db, new Date(now.getTime() + 86_400_000 + 2000));
  expect(await db.drizzle.$count(idempotencyKeys)).toBe(MOST_KEPT - 1);
});
