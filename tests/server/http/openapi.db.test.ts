import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { OPERATOR_CALLS } from '../../../server/http/headers.ts';
import { needsNoKey } from '../../../server/http/idempotency.ts';
import type { Call } from '../../../src/lib/contract/call.ts';
import * as operator from '../../../src/lib/contract/operators/operator.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { callFields, callSample } from '../../support/call-samples.ts';

/** The calls of the specification's section 7, literally, except that a number of articles is called {count} here. */
const SPEC = `
POST /api/login-user
POST /api/registration-user
POST /api/login/google/callback
POST /api/login/steam/callback
POST /api/password/reset
GET /api/user/get-countries
GET /api/user/specific-user/{id}
GET /api/user/rewards
GET /api/user/rewards/{id}
POST /api/user/rewards/{id}/like-or-dislike
POST /api/user/rewards/{id}/create-opinion
POST /api/user/rewards/{id}/buy
POST /api/user/rewards/{id}/buyAmount
POST /api/user/rewards/rate-reward/{id}/{rate}
GET /api/user/reward-completion-check-the-reward/{id}
GET /api/user/dashboard/weekly-quests
GET /api/user/dashboard/articles
GET /api/user/dashboard/transactions
GET /api/user/games/{id}
POST /api/user/games/{id}/add-opinion
POST /api/user/opinions/{id}/like-or-dislike
GET /api/user/games/{id}/rewards
GET /api/user/games/{id}/articles/type/{type}
GET /api/user/games/{id}/show-articles/type/{type}/count/{count}
GET /api/games/{id}
GET /api/user/games
GET /api/user/contests
GET /api/user/cases
GET /api/user/articles/{id}
POST /api/user/articles/comments/{id}/like-or-dislike
POST /api/user/articles/{id}/add-comment
POST /api/user/articles/previous-or-next
POST /api/user/articles/rate-article/{id}/{rate}
`
  .trim()
  .split('\n')
  .sort();

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

/** Every call that a file of the contract defines. */
const CONTRACT = join(import.meta.dirname, '../../../src/lib/contract');
const files: object[] = await Promise.all(
  readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => import(pathToFileURL(join(CONTRACT, name)).href)),
);
const calls = files.flatMap((file) => Object.values(file).filter(isCall));

const documentSchema = v.object({
  openapi: v.literal('3.1.0'),
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.looseObject({
        operationId: v.string(),
        summary: v.string(),
        'x-source': v.picklist(['spec', 'ours']),
        parameters: v.array(
          v.looseObject({
            name: v.string(),
            in: v.picklist(['path', 'query', 'header']),
            required: v.boolean(),
            schema: v.looseObject({}),
          }),
        ),
        requestBody: v.optional(
          v.looseObject({
            required: v.boolean(),
            content: v.object({
              'application/json': v.object({
                schema: v.looseObject({ properties: v.optional(v.record(v.string(), v.looseObject({}))) }),
              }),
            }),
          }),
        ),
        responses: v.looseObject({ 200: v.looseObject({}), 401: v.looseObject({}), 422: v.looseObject({}) }),
      }),
    ),
  ),
});

async function documented() {
  const api = await testApi();
  const { paths } = v.parse(documentSchema, await (await api.raw('/openapi.json')).json());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      method,
      operation,
    })),
  );
}

const nameOf = (call: Call) => `${call.method} ${call.path.replace(/:(\w+)/g, '{$1}')}`;

test('every call of the contract is documented, each under its own name', async () => {
  const operations = await documented();
  expect(operations.map(({ name }) => name).sort()).toEqual(calls.map(nameOf).sort());
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
});

test('the specification’s calls are documented exactly, and distinguished from ours', async () => {
  const operations = await documented();
  const from = (source: string) =>
    operations.filter(({ operation }) => operation['x-source'] === source).map(({ name }) => name);
  expect(from('spec').sort()).toEqual(SPEC);
  expect(from('ours')).toContain('POST /api/user/sessions/{id}/finish');
});

test('each variable part of a path is a required parameter, and nothing else is', async () => {
  for (const { path, name, operation } of await documented()) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(
      operation.parameters.filter(({ required }) => required).map((parameter) => parameter.name),
      name,
    ).toEqual(inPath);
  }
});

/** The documentation of each field of each call's query and body, and the server's schema for it. */
async function documentedFields() {
  const operations = await documented();
  return calls.flatMap((call) => {
    const operation = operations.find(({ name }) => name === nameOf(call))?.operation;
    const query = operation?.parameters.filter((parameter) => parameter.in === 'query') ?? [];
    const said = {
      query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
      body: operation?.requestBody?.content['application/json'].schema.properties ?? {},
    };
    return (['query', 'body'] as const).flatMap((place) => {
      const schema = call[place];
      if (!schema) return [];
      const takes = (field: string, value: unknown) =>
        v.safeParse(schema, { ...callSample(schema), [field]: value }).success;
      return callFields(schema).map(({ name, taken }) => ({
        field: `${nameOf(call)} ${name}`,
        name,
        taken,
        said: said[place][name] ?? {},
        takes: (value: unknown) => takes(name, value),
      }));
    });
  });
}

test('an enumeration lists all its values', async () => {
  const fields = await documentedFields();
  const choices = fields.filter(({ taken }) => taken.enum);
  expect(choices.map(({ field }) => field)).toEqual(
    expect.arrayContaining([
      'GET /api/user/rewards sort-by',
      'GET /api/user/dashboard/transactions order',
      'POST /api/operator/orders/search state',
      'POST /api/operator/users/search show',
    ]),
  );
  for (const { field, taken, said } of choices) expect(said, field).toMatchObject({ enum: taken.enum });
});

test('page numbers are integers with a minimum and a maximum', async () => {
  const pages = (await documentedFields()).filter(({ name }) => name === 'page' || name === 'per_page');
  expect(pages.length).toBeGreaterThan(60);
  for (const { field, name, said, takes } of pages) {
    const maximum = name === 'page' ? 1_000_000 : 100;
    expect(said, field).toEqual({ type: 'integer', minimum: 1, maximum, default: name === 'page' ? 1 : 20 });
    expect([0, 1, maximum, maximum + 1].map(takes), field).toEqual([false, true, true, false]);
  }
});

test('a body is required if the call needs one', async () => {
  const operations = await documented();
  const required = (name: string) =>
    operations.find((one) => one.name === name)?.operation.requestBody?.required;
  expect(required('POST /api/user/rewards/{id}/buy')).toBe(false);
  expect(required('POST /api/user/rewards/{id}/buyAmount')).toBe(true);
  for (const call of calls) {
    const without = call.body && v.safeParse(call.body, {}).success;
    expect(required(nameOf(call)), nameOf(call)).toBe(without === undefined ? undefined : !without);
  }
});

const obeyed = calls
  .filter((call) => call.method !== 'GET' && /^(?:user|operator)$/.test(call.who) && !needsNoKey.has(call))
  .map(nameOf)
  .sort();

test('the idempotency key is documented at exactly the calls that use it', async () => {
  const operations = await documented();
  const header = { name: 'Idempotency-Key', in: 'header', required: false };
  const keyed = operations.filter(({ operation }) => operation.parameters.some((one) => one.in === 'header'));
  expect(keyed.map(({ name }) => name).sort()).toEqual(obeyed);
  for (const { name, operation } of keyed)
    expect(operation.parameters, name).toContainEqual(expect.objectContaining(header));
  const api = await testApi();
  const refusing: string[] = [];
  for (const call of calls) {
    if (!call.body) continue;
    const caller = call.who === 'operator' ? await api.addOperator() : await api.addPlayer();
    const response = await api.raw(
      call.path.replace(':id', call.path.includes('/sessions/') ? crypto.randomUUID() : '1'),
      {
        method: call.method,
        headers: { authorization: `Bearer ${caller.token}`, 'Idempotency-Key': 'short' },
        body: JSON.stringify(callSample(call.body)),
      },
    );
    if ((await response.text()).includes('"Idempotency-Key"')) refusing.push(nameOf(call));
  }
  // Other calls reject the sample before they read its key.
  expect(refusing.filter((name) => !obeyed.includes(name))).toEqual([]);
  expect(refusing.length).toBeGreaterThan(40);
});

test('every documented call is mounted', async () => {
  const api = await testApi();
  const { token } = await api.addPlayer();
  const unknown = await (await api.send(token, 'GET', '/api/no-such-thing')).json();
  for (const { name, path, method } of await documented()) {
    const id = path.includes('/sessions/') ? crypto.randomUUID() : '1';
    const values = new Map(Object.entries({ id, rate: '5', type: 'all', count: '1' }));
    // Sends garbage as the body: a mounted call rejects it, and an unknown address is a 404.
    const body = method === 'get' ? {} : { body: '[' };
    const response = await api.raw(
      path.replace(/\{(\w+)\}/g, (_, part: string) => values.get(part) ?? part),
      {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${token}` },
        ...body,
      },
    );
    const answer = await response.text();
    if (response.status === 404) expect(answer, name).not.toBe(JSON.stringify(unknown));
    expect(response.status, `${name}: ${answer.slice(0, 200)}`).toBeLessThan(500);
  }
});

/**
 * Sends what browsers add by themselves, which signs no one in, with an invalid key and body: the missing permission is reported
 * first.
 */
const AMBIENT = { cookie: 'token=1; operator=1', 'idempotency-key': 'x' };

/** A nearly empty call, which without a token is wrong in all other ways as well. */
async function statusOf(api: TestApi, { method, path }: Call, token?: string): Promise<number> {
  const response = await api.raw(path.replace(/:(\w+)/g, '1'), {
    method,
    headers: token === undefined ? AMBIENT : { authorization: `Bearer ${token}` },
    ...(method !== 'GET' && { body: token === undefined ? 'not json' : '{"amount_id":1201}' }),
  });
  return response.status;
}

test('no call accepts an invalid token, and none that needs one works without', async () => {
  const api = await testApi();
  const player = await api.addPlayer();
  const operator = await api.addOperator();
  const spoilt = `${player.token.slice(0, -1)}${player.token.endsWith('A') ? 'B' : 'A'}`;
  for (const call of calls) {
    // Calls for callers without a session ignore a token.
    if (call.who === 'stranger') continue;
    expect(await statusOf(api, call, spoilt), nameOf(call)).toBe(401);
    if (call.who !== 'guest') expect(await statusOf(api, call), nameOf(call)).toBe(401);
    const others = call.who === 'operator' ? player : operator;
    expect(await statusOf(api, call, others.token), nameOf(call)).toBe(401);
  }
});

test('operators’ calls, and no others, begin with the path whose origin is checked', () => {
  // Before the operators' sign-in no one is an operator yet.
  const door = new Set<unknown>(Object.values(operator));
  for (const call of calls)
    expect(call.path.startsWith(OPERATOR_CALLS), call.path).toBe(call.who === 'operator' || door.has(call));
});

test('only these calls open sessions', async () => {
  const opening = (await documented()).filter(({ operation }) =>
    JSON.stringify(operation.responses[200]).includes('"token"'),
  );
  expect(opening.map(({ name }) => name).sort()).toEqual([
    'POST /api/login-user',
    'POST /api/login/apple/callback',
    'POST /api/login/discord/callback',
    'POST /api/login/google/callback',
    'POST /api/login/steam/callback',
    'POST /api/operator/login',
    'POST /api/operator/setup/confirm',
    'POST /api/passkeys/log-in',
    'POST /api/passkeys/sign-up',
    'POST /api/password/reset',
    'POST /api/registration-user',
  ]);
});

test('a readable page lists the calls', async () => {
  const api = await testApi();
  const page = await (await api.raw('/docs')).text();
  for (const call of calls) expect(page).toContain(`<code>${call.path}</code>`);
});

test('the document names the server from the settings, whatever Host a caller sends', async () => {
  const api = await testApi({ publicApiUrl: 'https://api.play.example' });
  const { servers } = await (await api.raw('http://other.test/openapi.json')).json();
  expect(servers).toEqual([{ url: 'https://api.play.example' }]);
});

test('the document is made once, however many callers request it', async () => {
  const api = await testApi();
  const written = vi.spyOn(JSON, 'stringify');
  const texts = await Promise.all([1, 2, 3].map(async () => (await api.raw('/openapi.json')).text()));
  const documents = written.mock.calls.filter(([value]) => typeof value?.openapi === 'string');
  written.mockRestore();
  expect([documents.length, new Set(texts).size]).toEqual([1, 1]);
});
