/** Input that every call accepts or rejects in the same way, as a table over the contract. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { calls } from '../../../server/http/docs.ts';
import { addressOf, type Call } from '../../../src/lib/contract/call.ts';
import { visibleText } from '../../../src/lib/format/visible-text.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { callFields, callSample, type FieldJson } from '../../support/call-samples.ts';

const HIDDEN = '\u200B\u2060\u202E\u3164\u0007\u2800\uFEFF\u200D\uFE0F';
const places = ['query', 'body'] as const;

interface Field {
  readonly name: string;
  readonly call: Call;
  readonly place: 'query' | 'body';
  readonly field: string;
  readonly sent: FieldJson;
}
const fields: Field[] = Object.entries(calls).flatMap(([name, call]: [string, Call]) =>
  places.flatMap((place) => {
    const schema = call[place];
    const of = schema ? callFields(schema) : [];
    return of.map(({ name: field, sent }) => ({ name: `${name} ${field}`, call, place, field, sent }));
  }),
);
const some = (json: FieldJson, is: (json: FieldJson) => boolean): boolean =>
  is(json) || (json.anyOf ?? []).some((one) => some(one, is));
const isDate = (json: FieldJson) => some(json, ({ format = '' }) => format.startsWith('date'));

/** Sends calls as a permitted caller. */
async function sender(api: TestApi) {
  const [player, operator] = [await api.addPlayer(), await api.addOperator()];
  return async (call: Call, path: string, body?: unknown) => {
    const { token } = call.who === 'operator' ? operator : player;
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { authorization: `Bearer ${token}` };
    return (await api.raw(path, { method: call.method, headers, ...init })).status;
  };
}
const parts = { id: 1, rate: 5, type: 'all', count: 1, partner: 'demo', key: crypto.randomUUID() };
const partsOf = (change: object = {}) => ({ ...parts, field: 'gone', status: 'like', ...change });

const NO_DAYS = [
  '0000-01-01',
  '1899-12-31',
  '2026-02-30',
  '2026-13-01',
  '9999-12-31',
  '-0001-01-01',
  '-271821-04-20',
  '+275760-09-13',
  '275760-09-13',
];

test('a date is a day of the calendar within bounds, wherever one is taken', async () => {
  const api = await testApi();
  const send = await sender(api);
  const dates = fields.filter(({ sent }) => isDate(sent));
  const wrong: string[] = [];
  for (const { name, call, place, field, sent } of dates)
    for (const day of NO_DAYS) {
      const given = {
        ...callSample(call[place] ?? v.object({})),
        [field]: some(sent, ({ format }) => format === 'date-time') ? `${day}T12:00:00Z` : day,
      };
      const path = addressOf(call, partsOf(), place === 'query' ? given : {});
      const status = await send(call, path, place === 'body' ? given : undefined);
      if (status !== 422) wrong.push(`${name} ${day}: ${status}`);
    }
  expect(wrong).toEqual([]);
  expect(dates.map(({ name }) => name).toSorted()).toEqual([
    'createContest ends_at',
    'createContest starts_at',
    'editContest ends_at',
    'editContest starts_at',
    'getFigures from',
    'getFigures to',
    'listAuditEvents from',
    'listAuditEvents to',
    'listPartners from',
    'listPartners to',
    'reconcile day',
    'saveBirthDate birth_date',
  ]);
  expect(api.logged).toEqual([]);
});

test('a body that isn’t an object is rejected by every call that takes one', async () => {
  const api = await testApi();
  const send = await sender(api);
  const wrong: string[] = [];
  for (const [name, call] of Object.entries(calls) as [string, Call][])
    for (const body of call.body ? [[1], [], 'x', null, 1, true] : []) {
      // The body of Steam's call is the token itself, as in the specification, and pusher-js requests a channel with a form.
      if (name === 'joinChannel' || (name === 'loginSteam' && body === 'x')) continue;
      const round = call.path.includes('/sessions/:id/') && { id: crypto.randomUUID() };
      const status = await send(call, addressOf(call, partsOf({ ...round })), body);
      if (status !== 422) wrong.push(`${name} ${JSON.stringify(body)}: ${status}`);
    }
  expect(wrong).toEqual([]);
  expect(api.logged).toEqual([]);
});

const IDS_OF_NOTHING = [
  '0x1',
  '1e3',
  '+1',
  '01',
  ' 1',
  '1 ',
  '1.0',
  '-1',
  '١',
  'null',
  "1'--",
  '\0',
  '9'.repeat(20),
];

test('a number in an address consists of digits only', async () => {
  const api = await testApi();
  const send = await sender(api);
  const taken: string[] = [];
  const numeric = new Set(['page', 'per_page', 'operator_id', 'user_id', 'game_id', 'points', 'amount_id']);
  for (const [name, call] of Object.entries(calls) as [string, Call][])
    for (const number of IDS_OF_NOTHING) {
      const asked = fields.filter(
        (one) => one.call === call && one.place === 'query' && numeric.has(one.field),
      );
      const paths = asked.map(({ field }) => addressOf(call, partsOf(), { [field]: number }));
      for (const part of /:(?:id|rate|count)\b/.exec(call.path) ?? [])
        paths.push(addressOf(call, partsOf({ [part.slice(1)]: number })));
      for (const path of paths) {
        const status = await send(call, path, call.body && {});
        if (status !== 404 && status !== 422) taken.push(`${name} ${path}: ${status}`);
      }
    }
  expect(taken).toEqual([]);
});

describe('a text', () => {
  test.each([
    ['\u200B\u3164\u2800 \u0007', ''],
    ['a\u200Bb\u202Ec\r\nd', 'abc\nd'],
    ['a\u200D\uFE0F', 'a'],
    // Characters that emoji and Persian words need stay.
    ['❤️‍🔥 👩🏽‍🚀 می‌خواهم 1️⃣', '❤️‍🔥 👩🏽‍🚀 می‌خواهم 1️⃣'],
  ])('%j is kept as %j', (given, kept) => expect(visibleText(given)).toBe(kept));

  test('with only invisible characters counts as empty, in every field that isn’t a secret or a file', () => {
    const kept = fields.flatMap(({ name, call, place, field }) => {
      const { entries = {} } = { ...call[place] } as { entries?: v.ObjectEntries };
      const schema = entries[field];
      const read = schema && v.safeParse(schema, HIDDEN.repeat(20));
      return read?.success && typeof read.output === 'string' && read.output !== '' ? [name] : [];
    });
    const secret =
      /(?: (?:password|old_password|password_confirmation|token|captcha|csv|code|known_device))$/;
    expect(kept.filter((name) => !secret.test(name)).toSorted()).toEqual(['deleteAccount proof']);
  });
});

test('changing or removing something that doesn’t exist is a 404', async () => {
  const api = await testApi();
  const send = await sender(api);
  const unknown = { id: 999_999, key: crypto.randomUUID(), field: 'never_saved' };
  const found: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls) as [string, Call][])
    if (call.params && (call.method === 'DELETE' || call.method === 'PUT')) {
      const body = call.body && callSample(call.body);
      found[name] = await send(call, addressOf(call, partsOf(unknown)), body);
    }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, 404])));
});
