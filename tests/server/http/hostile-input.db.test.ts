/** Texts that no person writes, in every part of every call: the answer is an orderly one, and never a server error. */
import { expect, test } from 'vitest';
import { calls } from '../../../server/http/docs.ts';
import { addressOf, type Call, type Schema } from '../../../src/lib/contract/call.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { callFields, callSample } from '../../support/call-samples.ts';

const every = Object.entries(calls) as [string, Call][];

/**
 * Returns the values to try in the next place: the first of the list and `count` others, in turn; at night, all of them. Few schemas check
 * all places, so each schema meets every value by day too.
 */
function turns<T>(first: T, rest: readonly T[], count: number): () => readonly T[] {
  let next = 0;
  return () => {
    if (process.env.NIGHTLY) return [first, ...rest];
    const at = next % rest.length;
    next += count;
    return [first, ...rest.slice(at), ...rest.slice(0, at)].slice(0, count + 1);
  };
}

interface Caller {
  readonly id: number;
  readonly token: string;
}

/** A caller of its own for each field, because some calls end the session. */
async function callerFor(api: TestApi, { who }: Call, operator: Caller): Promise<Caller> {
  return who === 'operator' ? operator : api.addPlayer(20_000);
}

const idOf = ({ path }: Call) =>
  /\/sessions\/:id/.test(path) ? crypto.randomUUID() : /rewards\/:id/.test(path) ? 84 : 1;
const partsOf = (call: Call) => ({
  ...{ id: idOf(call), rate: 5, type: 'all', count: 1, partner: 'demo', key: crypto.randomUUID() },
  ...{ field: 'gone', status: 'like' },
});

/** Values that a call accepts, so that a hostile one in another field gets as far as possible. */
const accepted = ({ id }: Caller) => ({
  attempt: 'A'.repeat(43),
  avatar: null,
  birth_date: '2000-05-31',
  code: '123456',
  commitment_id: crypto.randomUUID(),
  country: 'DE',
  daily: false,
  day: '2026-11-17',
  device: crypto.randomUUID(),
  email: `caller-${id}@test.example`,
  order_id: null,
  push: null,
  time_zone: 'Europe/Berlin',
  token: 'A'.repeat(43),
  topic: 'game',
  userId: id,
  user_id: id,
  variant: 'classic',
  version: 0,
});
function bodyOf(schema: Schema, caller: Caller): Record<string, unknown> {
  const sample = callSample(schema);
  const better = Object.entries(accepted(caller)).filter(([field]) => field in sample);
  return { ...sample, ...Object.fromEntries(better) };
}

/** As they are sent: bytes that are no UTF-8, halves of characters, numbers of other languages, and steps out of a folder. */
const addresses = turns(
  '%00',
  [
    ...['a%00b', '%FF', '%C0%80', '%ED%A0%80', '%', '%E2%80%AE', '%0d%0aX-Injected:%201', '__proto__'],
    ...['', '-0', '1e999', 'NaN', '-1', '9'.repeat(400), '%D9%A1', '..%2f..%2fetc', "'%20OR%201=1--"],
    'x'.repeat(5000),
  ],
  4,
);
const shapes = turns('FIELD=1&FIELD=2', ['FIELD[]=1', 'FIELD[a]=1', 'FIELD'], 1);

test('no value in a path or a query causes a server error', async () => {
  const api = await testApi();
  const operator = await api.addOperator();
  const failed: string[] = [];
  let asked = 0;
  for (const [name, call] of every) {
    const caller = await callerFor(api, call, operator);
    const plain = addressOf(call, partsOf(call));
    const paths = [...call.path.matchAll(/:(\w+)/g)].flatMap(([, part = '']) =>
      addresses().map((value) =>
        addressOf(call, { ...partsOf(call), [part]: 'HERE' }).replace('HERE', value),
      ),
    );
    const queries = (call.query ? callFields(call.query) : []).flatMap(({ name: field }) => [
      ...addresses().map((value) => `${plain}?${field}=${value}`),
      ...shapes().map((shape) => `${plain}?${shape.replaceAll('FIELD', field)}`),
    ]);
    for (const path of [...paths, ...queries]) {
      const body = call.body && { body: JSON.stringify(bodyOf(call.body, caller)) };
      const headers = { authorization: `Bearer ${caller.token}` };
      const { status } = await api.raw(path, { method: call.method, headers, ...body });
      asked += 1;
      if (status >= 500 && status !== 503) failed.push(`${name} ${path.slice(0, 200)}: ${status}`);
    }
  }
  expect(failed).toEqual([]);
  expect(asked).toBeGreaterThan(1000);
  expect(api.logged).toEqual([]);
});

const texts = turns(
  'a long text\0with what programs in C don’t read',
  [
    ...['', ' ', '\0', '\uFFFF', '\u202E'.repeat(50)],
    ...['\uD800', 'half a character: \uD83E and more', '\uDC00 the other half', '\uDC00\uD800'.repeat(20)],
    ...['x'.repeat(100_000), '🦆'.repeat(30_000), 'Z\u0351\u036B\u0343'.repeat(3000), '\n'.repeat(5000)],
    ...['\\u0000', '%00', '{{7*7}}', '$1', '<svg onload=alert(1)>', '=cmd|x!A1'],
    ...['a\r\nBcc: someone@test.example', '__proto__', 'constructor', '1e999', '-0', 'NaN', '٣'],
  ],
  7,
);

/** Accepted by most fields, so calls get as far as the database. */
const ACCEPTED = "'); DROP TABLE users; --";

/** A text in a body, also within its lists and objects, and a function that puts another one there. */
interface Place {
  readonly path: string;
  readonly put: (body: unknown, text: string) => unknown;
}
function placesOf(value: unknown): Place[] {
  if (typeof value === 'string') return [{ path: '', put: (_, text) => text }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    placesOf(part).map(({ path, put }) => ({
      path: `.${key}${path}`,
      put: (body, text) => {
        const copy: unknown = structuredClone(body);
        if (typeof copy === 'object' && copy !== null)
          Reflect.set(copy, key, put(Reflect.get(copy, key), text));
        return copy;
      },
    })),
  );
}

test('no text in a body causes a server error, not even within a list', async () => {
  const api = await testApi();
  const operator = await api.addOperator();
  const failed: string[] = [];
  const done = new Set<string>();
  let asked = 0;
  for (const [name, call] of every) {
    if (!call.body) continue;
    for (const { path, put } of placesOf(bodyOf(call.body, operator))) {
      const caller = await callerFor(api, call, operator);
      for (const text of [...texts(), ACCEPTED]) {
        const address = addressOf(call, partsOf(call), call.query ? callSample(call.query) : {});
        const response = await api.send(
          caller.token,
          call.method,
          address,
          put(bodyOf(call.body, caller), text),
        );
        const answer = await response.text();
        asked += 1;
        if (response.ok) done.add(name);
        // No provider is set up here.
        const isOrderly = response.status < 500 || answer.includes('"provider_unavailable"');
        if (!isOrderly || (!response.ok && !answer.startsWith('{"message":"')))
          failed.push(`${name} ${path} ${JSON.stringify(text).slice(0, 40)}: ${response.status}`);
      }
    }
  }
  expect(failed).toEqual([]);
  expect(asked).toBeGreaterThan(1000);
  expect(api.logged).toEqual([]);
  expect([...done]).toEqual(
    expect.arrayContaining([
      ...['createContest', 'createRewardOpinion', 'registerUser', 'saveSubmission'],
      ...['startThread', 'adjustBalance', 'requestPasswordReset'],
    ]),
  );
});
