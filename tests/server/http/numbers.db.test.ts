/** Numbers outside the range of database columns are rejected or find nothing, and never cause a server error. */
import { expect, test } from 'vitest';
import { calls } from '../../../server/http/docs.ts';
import { addressOf, type Call } from '../../../src/lib/contract/call.ts';
import { type TestApi, testApi } from '../../support/api.ts';
import { callFields, callSample, isNumeric } from '../../support/call-samples.ts';

const TOO_HIGH = 3_000_000_000;
const NUMBERS = [TOO_HIGH, 1e30, 1e300, -1, 0];

interface NumberField {
  readonly name: string;
  readonly call: Call;
  readonly place: 'query' | 'body';
  readonly field: string;
  readonly isList: boolean;
  readonly sample: Readonly<Record<string, unknown>>;
}

/** The numeric fields of a call's query or body, as sent or as parsed by the server. */
function numbersOf(call: Call, place: 'query' | 'body', of: string): NumberField[] {
  const schema = call[place];
  if (!schema) return [];
  const sample = callSample(schema);
  return callFields(schema).flatMap(({ name: field, sent, taken }) => {
    const isList = [sent, taken].some(({ items }) => items !== undefined && isNumeric(items));
    const isNumber = isList || isNumeric(sent) || isNumeric(taken);
    return isNumber ? [{ name: `${of} ${field}`, call, place, field, isList, sample }] : [];
  });
}

const fields = Object.entries(calls).flatMap(([name, call]) => [
  ...numbersOf(call, 'query', name),
  ...numbersOf(call, 'body', name),
]);

/** A player and an operator, and ids for paths of things that they have, so that the call gets as far as possible. */
async function aWorld(api: TestApi) {
  const player = await api.addPlayer(20_000);
  const operator = await api.addOperator();
  const ask = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${player.token}` };
    const response = await api.raw(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return JSON.parse(await response.text());
  };
  const { thread } = await ask('/api/user/messages', {
    topic: 'game',
    subject: 'A test',
    body: 'Of numbers',
  });
  const round = await ask('/api/user/games/1/sessions', {});
  const ids = new Map<string, unknown>([
    ['/api/user/messages/:id/read', thread.id],
    ['/api/operator/threads/:id/answer', thread.id],
    ['/api/user/sessions/:id/finish', round.id],
    ['/api/user/sessions/:id/moves', round.id],
    ['/api/user/rewards/:id/buy', 84],
    ['/api/user/rewards/:id/buyAmount', 84],
  ]);
  const parts = { rate: 5, type: 'all', count: 1, key: crypto.randomUUID(), partner: 'demo' };
  return { player, operator, partsOf: ({ path }: Call) => ({ ...parts, id: ids.get(path) ?? 1 }) };
}

/** For a number that is too high, as for any other unknown number. */
const ANSWERED = {
  'buyReward points': 409,
  'buyAmount points': 409,
  'checkRedemption amount_id': 422,
  'getLeaderboard game_id': 404,
  'previousOrNextArticle current_id': 404,
  'readNotifications up_to': 200,
  'listAuditEvents operator_id': 200,
  'listAuditEvents user_id': 200,
  'findOrders user_id': 200,
  'listAdjustments user_id': 200,
  'adjustBalance user_id': 422,
};

test('no number in a query or a body causes a 500, however high or low', async () => {
  const api = await testApi();
  const { player, operator, partsOf } = await aWorld(api);
  const failed: string[] = [];
  const answered: Record<string, number> = {};
  for (const { name, call, place, field, isList, sample } of fields)
    for (const number of NUMBERS) {
      const given = { ...sample, [field]: isList ? [number] : number };
      const { token } = call.who === 'operator' ? operator : player;
      const address = addressOf(call, partsOf(call), place === 'query' ? given : {});
      const { status } = await api.raw(address, {
        method: call.method,
        headers: { authorization: `Bearer ${token}` },
        ...(place === 'body' && { body: JSON.stringify(given) }),
      });
      if (status >= 500) failed.push(`${name}: ${number}`);
      if (number === TOO_HIGH) answered[name] = status;
    }
  expect(failed).toEqual([]);
  expect(answered).toMatchObject(ANSWERED);
  expect(api.logged).toEqual([]);
});

/** The specification's own, and the searches, which are queries in a body. */
const TAKEN_AS_TEXT = /^(?:.* (?:user_id|userId|current_id)|find[A-Z]\w+ .*)$/;

test('a text that looks like a number isn’t accepted as one, in any body', async () => {
  const api = await testApi();
  const { player, operator, partsOf } = await aWorld(api);
  const taken: string[] = [];
  const bodies = fields.filter(
    ({ name, place, isList }) => place === 'body' && !isList && !TAKEN_AS_TEXT.test(name),
  );
  expect(bodies.length).toBeGreaterThan(15);
  for (const { name, call, field, sample } of bodies) {
    const { token } = call.who === 'operator' ? operator : player;
    const given = { ...sample, [field]: String(sample[field]) };
    const { status } = await api.send(token, call.method, addressOf(call, partsOf(call)), given);
    if (status !== 422) taken.push(`${name}: ${status}`);
  }
  expect(taken).toEqual([]);
});
