/** Private texts and details of a player reach no other caller, whatever address they request. */
import { expect, test } from 'vitest';
import { calls } from '../../../server/http/docs.ts';
import { addressOf, type Call } from '../../../src/lib/contract/call.ts';
import { startThread } from '../../../src/lib/contract/messages/messages.ts';
import { disputeOffer, openOffer } from '../../../src/lib/contract/offers/offers.ts';
import { saveSubmission } from '../../../src/lib/contract/submissions/submissions.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { orderRobux } from '../../support/api-orders.ts';
import { joinConfirmed } from '../../support/app-players.ts';
import { callSample } from '../../support/call-samples.ts';
import { give } from '../../support/points.ts';
import { DAY, pass } from '../../support/time.ts';

const MARK = 'umbrella7341';
const reads = Object.entries(calls).filter(
  ([, { method, who }]) => method === 'GET' && (who === 'user' || who === 'guest'),
);

/** A player who has left the mark in every private place. Returns the ids that lead there. */
async function marked(api: TestApi): Promise<{ player: Player; ids: number[]; key: string }> {
  const player = await joinConfirmed(api, `${MARK}@test.example`);
  await give(api, player.id, 20_000);
  const order = await orderRobux(MARK);
  const body = { topic: 'other', subject: MARK, body: `${MARK} is what I need.`, order_id: null } as const;
  const { thread } = await request(startThread, { body });
  const { offer } = await request(openOffer, { params: { id: 2 } });
  pass(api, 2 * DAY);
  await request(disputeOffer, { params: { id: offer.id }, body: { proof: `${MARK}: I reached the goal.` } });
  const key = crypto.randomUUID();
  const draft = { title: MARK, summary: MARK, type: 'guide', game_id: null, body: MARK } as const;
  await request(saveSubmission, { params: { key }, body: { ...draft, version: 0 } });
  return { player, ids: [player.id, order, thread.id, offer.id], key };
}

async function answersOf(api: TestApi, call: Call, token: string | null, ids: number[], key: string) {
  const query = call.query ? `?${new URLSearchParams(textsOf(callSample(call.query)))}` : '';
  const paths = new Set(
    ids.map((id) => addressOf(call, { id, key, type: 'guide', partner: 'demo', rate: 5 })),
  );
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  return Promise.all([...paths].map(async (path) => (await api.raw(`${path}${query}`, { headers })).text()));
}

const textsOf = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

test('what a player keeps private is in no answer to another, whatever is asked', async () => {
  const api = await testApi();
  const { player, ids, key } = await marked(api);
  const other = await api.addPlayer();
  const found = async (token: string | null, asked: typeof reads) => {
    const names: string[] = [];
    for (const [name, call] of asked)
      if ((await answersOf(api, call, token, ids, key)).some((text) => text.includes(MARK))) names.push(name);
    return names;
  };
  const own = reads.filter(([name]) =>
    ['getOrder', 'getThread', 'getSubmission', 'listOffers'].includes(name),
  );
  expect(await found(player.token, own)).toEqual(['getThread', 'getOrder', 'getSubmission']);
  expect(await found(other.token, reads)).toEqual([]);
  const open = reads.filter(([, { who }]) => who === 'guest');
  expect(await found(null, open)).toEqual([]);
});
