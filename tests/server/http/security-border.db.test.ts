/** Security events are logged where rejections become answers: a table over the contract, so that no call can miss one. */
import { expect, test } from 'vitest';
import { calls } from '../../../server/http/docs.ts';
import { addressOf, type Call } from '../../../src/lib/contract/call.ts';
import { testApi } from '../../support/api.ts';
import { callFields, callSample } from '../../support/call-samples.ts';

async function withEvents() {
  const events: string[] = [];
  const refusing = { challenge: async () => ({}), refuse: async () => 'No.' };
  const api = await testApi({
    captcha: refusing,
    operatorCaptcha: refusing,
    logSecurity: (_, fields) => void events.push(`${fields?.event} ${fields?.route}`),
  });
  const [player, operator] = [await api.addPlayer(), await api.addOperator()];
  const send = async (call: Call, params: object, change: object = {}) => {
    const token = { operator: operator.token, user: player.token, guest: null, stranger: null }[call.who];
    const answer = await api.raw(addressOf(call, params), {
      method: call.method,
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(call.body && { body: JSON.stringify({ ...callSample(call.body), ...change }) }),
    });
    return answer.status;
  };
  return { api, events, send };
}
const table = Object.values(calls) as Call[];
const takes = (call: Call, field: string) =>
  call.body !== undefined && callFields(call.body).some(({ name }) => name === field);

test.each([
  ['captcha', 'captcha_refused', 6],
  ['setup_code', 'set_up_refused', 2],
])('a wrong %s is the event %s on every call that asks for one', async (field, event, count) => {
  const { events, send } = await withEvents();
  const asking = table.filter((call) => takes(call, field));
  for (const call of asking) await send(call, {}, { email: 'mira@test.example', code: '123456' });
  expect(events).toEqual(asking.map(({ path }) => `${event} ${path}`));
  expect(asking).toHaveLength(count);
});

test('a session’s request for anything missing or not its own is an event', async () => {
  const { events, send } = await withEvents();
  const params = { id: 999_999, key: crypto.randomUUID(), field: 'never_saved', partner: 'nobody', rate: 5 };
  const missing: string[] = [];
  for (const call of table.filter(({ params: of, who }) => of && (who === 'user' || who === 'operator')))
    if ((await send(call, { ...params, type: 'all', count: 1 })) === 404) missing.push(call.path);
  expect(events.filter((line) => line.startsWith('unknown_asked'))).toEqual(
    missing.map((path) => `unknown_asked ${path}`),
  );
  expect(missing.length).toBeGreaterThan(40);
});

test('the demo partner’s page exists only if it is enabled', async () => {
  const page = '/demo-partner/nine-lamps';
  expect((await (await testApi()).raw(page)).status).toBe(404);
  expect((await (await testApi({ demoPartner: true })).raw(page)).status).toBe(200);
});
