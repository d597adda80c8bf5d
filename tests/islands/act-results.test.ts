/** The result of an action is shown only on the page where it began. */

import { inspect } from 'node:util';
import type { ReadableAtom } from 'nanostores';
import * as v from 'valibot';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { $entering, enterContest, loadContest } from '../../src/islands/draws/contests/contest-store.ts';
import {
  $closing,
  $earlier,
  closeThread,
  openThread,
  showEarlier,
} from '../../src/islands/messages/store.ts';
import { $opening, loadOffer, openOffer } from '../../src/islands/offers/store.ts';
import { rewardOpinions } from '../../src/islands/redemption/reward/opinions-store.ts';
import { loadReward } from '../../src/islands/redemption/reward/reward-info-store.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { getReward } from '../../src/lib/contract/catalogue/rewards.ts';
import { enterContest as enterCall, getContest } from '../../src/lib/contract/draws/contests.ts';
import { closeThread as closeCall, getThread } from '../../src/lib/contract/messages/messages.ts';
import { getOffer, openOffer as openCall } from '../../src/lib/contract/offers/offers.ts';
import { deleteOpinion, likeRewardOpinion, rateReward } from '../../src/lib/contract/opinions/opinions.ts';
import { $user } from '../../src/lib/session/session.ts';
import { signIn } from '../support/fixtures.ts';
import { type Host, hostOfEachTest, refusal } from '../support/host.ts';
import { sampleAnswer } from '../support/sample.ts';

const sample = <S extends v.GenericSchema>(call: Call & { readonly answer: S }) =>
  v.parse(call.answer, sampleAnswer(call));

/** Every requested item exists. */
function answerThings(fresh: Host): void {
  const idOf = (params: Readonly<Record<string, string>>) => ({ id: Number(params.id) });
  fresh.on(getReward, ({ params }) => {
    const { reward, ...info } = sample(getReward);
    return { ...info, reward: { ...reward, ...idOf(params) } };
  });
  fresh.on(getThread, ({ params }) => {
    const { thread, messages } = sample(getThread);
    return { messages, thread: { ...thread, ...idOf(params), unread: 0 } };
  });
  fresh.on(getContest, ({ params }) => ({ contest: { ...sample(getContest).contest, ...idOf(params) } }));
  fresh.on(getOffer, ({ params }) => ({ offer: { ...sample(getOffer).offer, ...idOf(params) } }));
}
const host = hostOfEachTest(answerThings);
beforeEach(() => {
  // Without a subscriber the session isn't read.
  onTestFinished($user.listen(() => {}));
  signIn();
});

const no = () => refusal(429, 'too_many_requests', 'Too many at once.');
const quiet = { state: 'quiet' };
const none = { state: 'none' };
const { $opinions, rate, like, remove, more } = rewardOpinions;

test.each<
  readonly [string, Call, (id: number) => Promise<unknown>, () => Promise<unknown>, ReadableAtom, unknown]
>([
  ['a rating', rateReward, loadReward, () => rate(4), $opinions, quiet],
  ['a like', likeRewardOpinion, loadReward, () => like(1), $opinions, quiet],
  ['an opinion taken away', deleteOpinion, loadReward, () => remove(1), $opinions, quiet],
  ['more opinions', getReward, loadReward, more, $opinions, quiet],
  ['an entry', enterCall, loadContest, () => enterContest(12, 'mine'), $entering, none],
  ['the way to a partner', openCall, loadOffer, () => openOffer(12), $opening, none],
  ['earlier messages', getThread, openThread, showEarlier, $earlier, quiet],
  ['the end of a thread', closeCall, openThread, () => closeThread(12), $closing, null],
])('%s', async (_, call, open, act, $result, nothing) => {
  await open(12);
  const before = host.asked(call).length;
  const give = host.hold(call);
  const acting = act();
  await expect.poll(() => host.asked(call).length).toBe(before + 1);
  answerThings(host);
  await open(84);
  give(no());
  await acting;
  expect($result.get()).toEqual(nothing);

  // Shown if the page stays, and gone if another one is opened.
  host.on(call, no);
  if (call.method !== 'GET') {
    await open(12);
    await act();
    expect(inspect($result.get())).toContain('Too many at once.');
    await open(84);
    expect($result.get()).toEqual(nothing);
  }
});
