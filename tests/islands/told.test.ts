/** How an act ended is told where it was begun, and on no other thing's page. */
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectApi } from '../../src/lib/api/client.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { getContest } from '../../src/lib/contract/contests.ts';
import { getThread } from '../../src/lib/contract/messages.ts';
import { getOffer } from '../../src/lib/contract/offers.ts';
import { getReward } from '../../src/lib/contract/rewards.ts';
import { $entering, enterContest, loadContest } from '../../src/lib/stores/contest.ts';
import { $closing, $earlier, closeThread, openThread, showEarlier } from '../../src/lib/stores/messages.ts';
import { $opening, loadOffer, openOffer } from '../../src/lib/stores/offers.ts';
import { loadReward } from '../../src/lib/stores/reward.ts';
import { rewardTalk } from '../../src/lib/stores/reward-talk.ts';
import { $user } from '../../src/lib/stores/session.ts';
import { aUser, type Host, refusal, rewardHost, storeUser } from '../support/reward-host.ts';
import { sampleAnswer } from '../support/sample.ts';

const sample = <S extends v.GenericSchema>(call: Call & { readonly answer: S }) =>
  v.parse(call.answer, sampleAnswer(call));

let host: Host;
let stop: () => void;

beforeEach(() => {
  host = rewardHost();
  connectApi({ fetch: host.fetch });
  // Somebody has to look, or the session isn't read.
  stop = $user.listen(() => {});
  storeUser(aUser());
  for (const id of [12, 84]) {
    const { reward, ...info } = sample(getReward);
    host.on(`GET /api/user/rewards/${id}`, () => ({ ...info, reward: { ...reward, id } }));
    host.on(`GET /api/user/contests/${id}`, () => ({ ...sample(getContest), id }));
    host.on(`GET /api/user/offers/${id}`, () => ({ ...sample(getOffer), id }));
    const { thread, messages } = sample(getThread);
    host.on(`GET /api/user/messages/${id}`, () => ({ messages, thread: { ...thread, id, unread: 0 } }));
  }
});
afterEach(() => {
  stop();
});

const no = () => refusal(429, 'too_many_requests', 'Too many at once.');
const quiet = { state: 'quiet' };
const none = { state: 'none' };
const { $talk, rate, like, remove, more } = rewardTalk;

test.each([
  ['a rating', 'POST /api/user/rewards/rate-reward/12/4', loadReward, () => rate(4), $talk, quiet],
  ['a like', 'POST /api/user/rewards/1/like-or-dislike', loadReward, () => like(1), $talk, quiet],
  ['an opinion taken away', 'DELETE /api/user/opinions/1', loadReward, () => remove(1), $talk, quiet],
  ['more opinions', 'GET /api/user/rewards/12', loadReward, more, $talk, quiet],
  [
    'an entry',
    'POST /api/user/contests/12/enter',
    loadContest,
    () => enterContest(12, 'mine'),
    $entering,
    none,
  ],
  ['the way to a partner', 'POST /api/user/offers/12/click', loadOffer, () => openOffer(12), $opening, none],
  ['earlier messages', 'GET /api/user/messages/12', openThread, showEarlier, $earlier, quiet],
  [
    'the end of a thread',
    'POST /api/user/messages/12/close',
    openThread,
    () => closeThread(12),
    $closing,
    null,
  ],
] as const)('%s', async (_, call, open, act, $told, nothing) => {
  await open(12);
  const before = host.calls(call).length;
  const { promise, resolve } = Promise.withResolvers<object>();
  host.on(call, () => promise);
  const acting = act();
  await vi.waitFor(() => expect(host.calls(call).length).toBe(before + 1));
  await open(84);
  resolve(no());
  await acting;
  expect($told.get()).toEqual(nothing);

  // Told where it stays, and gone where another one is opened.
  host.on(call, no);
  if (!call.startsWith('GET')) {
    await open(12);
    await act();
    expect(JSON.stringify($told.get())).toContain('Too many at once.');
    await open(84);
    expect($told.get()).toEqual(nothing);
  }
});
