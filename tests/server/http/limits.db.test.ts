/**
 * How often one account may make each call, as a table over the contract. captcha.db.test.ts tests how a limit counts and ends.
 */
import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rateLimits, users } from '../../../server/db/schema.ts';
import { calls } from '../../../server/http/docs.ts';
import { addressOf, type Call } from '../../../src/lib/contract/call.ts';
import { type Player, type TestApi, testApi } from '../../support/api.ts';
import { callSample } from '../../support/call-samples.ts';
import { pass } from '../../support/time.ts';

const [TEN_MINUTES, HOUR] = [600, 3600];

/** What is counted, the limit per number of seconds, and the calls. Codes of an app: second-factor.db.test.ts. */
const LIMITS: readonly [string, number, number, string[]][] = [
  ['cancels', 20, HOUR, ['cancelOrder']],
  ['cases', 60, TEN_MINUTES, ['openCase']],
  ['confirmation', 5, HOUR, ['changeEmail', 'requestConfirmation']],
  ['contests', 30, TEN_MINUTES, ['enterContest']],
  ['delivery', 10, HOUR, ['saveDeliveryDetail']],
  ['device', 10, HOUR, ['noteDevice']],
  ['disputes', 20, HOUR, ['appealDispute', 'appealOffer', 'disputeOffer', 'openDispute']],
  ['export', 10, HOUR, ['exportAccount']],
  ['ghosts', 60, TEN_MINUTES, ['getDailyGhost']],
  ['keep-factor', 10, TEN_MINUTES, ['keepFactor']],
  ['kept-rounds', 120, TEN_MINUTES, ['keepSession']],
  ['messages', 20, TEN_MINUTES, ['reply']],
  ['offers', 60, TEN_MINUTES, ['openOffer']],
  [
    'old-password',
    10,
    TEN_MINUTES,
    [
      'changePassword',
      'deleteAccount',
      'removeLogin',
      'removePasskey',
      'renewRecoveryCodes',
      'revokeDevice',
      'revokeOtherDevices',
      'setUpApp',
      'startPasskey',
      'turnOffApp',
    ],
  ],
  ['opinions', 10, TEN_MINUTES, ['addComment', 'addGameOpinion', 'createRewardOpinion']],
  ['profile', 30, HOUR, ['renamePasskey', 'saveProfile']],
  ['push', 30, HOUR, ['subscribePush']],
  ['reports', 20, HOUR, ['reportOpinion']],
  ['rounds', 60, TEN_MINUTES, ['startSession']],
  ['social', 30, TEN_MINUTES, ['submitProof']],
  [
    'submissions',
    600,
    TEN_MINUTES,
    ['previewArticle', 'saveSubmission', 'submitForReview', 'withdrawSubmission'],
  ],
  ['threads', 5, HOUR, ['startThread']],
  [
    'votes',
    120,
    TEN_MINUTES,
    [
      'editOpinion',
      'likeComment',
      'likeOpinion',
      'likeRewardOpinion',
      'rateArticle',
      'rateGame',
      'rateReward',
    ],
  ],
];

const parts = {
  rate: 5,
  type: 'all',
  count: 1,
  field: 'gone',
  status: 'like',
  key: crypto.randomUUID(),
  id: 1,
};
/** Samples for fields whose schema doesn't define them. */
const given = () => ({
  avatar: null,
  code: '123456',
  commitment_id: crypto.randomUUID(),
  country: 'NL',
  device: crypto.randomUUID(),
  email: 'new@test.example',
});

/** A player with an unconfirmed address, by default without a password. */
async function newcomer(api: TestApi, passwordHash: string | null = null): Promise<Player> {
  const player = await api.addPlayer();
  const change = { emailConfirmedAt: null, passwordHash };
  await api.db.drizzle.update(users).set(change).where(eq(users.id, player.id));
  return player;
}

function make(api: TestApi, call: Call, { id, token }: Player): Promise<Response> {
  const sample = call.body ? callSample(call.body) : {};
  const own = Object.entries({ ...given(), user_id: id, userId: id }).filter(([field]) => field in sample);
  const body = call.body && JSON.stringify({ ...sample, ...Object.fromEntries(own) });
  const headers = { authorization: `Bearer ${token}` };
  // A round's id isn't a number.
  const address = addressOf(call, call.path.includes('/sessions/:id/') ? { ...parts, id: parts.key } : parts);
  return api.raw(address, { method: call.method, headers, ...(body && { body }) });
}

test('each limit counts exactly the calls that it is for', async () => {
  const api = await testApi({ rateLimit: true });
  const counted: Record<string, string[]> = {};
  for (const [name, call] of Object.entries(calls))
    for (const passwordHash of ['user', 'guest'].includes(call.who) ? [null, 'unknown'] : []) {
      const player = await newcomer(api, passwordHash);
      await make(api, call, player);
      const mine = like(rateLimits.key, `%:${player.id}`);
      for (const { key } of await api.db.drizzle.select().from(rateLimits).where(mine)) {
        // A proof is counted by session too.
        const [what = ''] = key.split(':');
        counted[what] = [...new Set([...(counted[what] ?? []), name])].sort();
      }
    }
  expect(counted).toEqual(Object.fromEntries(LIMITS.map(([what, , , names]) => [what, names.toSorted()])));
});

test('a call made too often is rejected with a waiting time, and works again after that', async () => {
  const api = await testApi({ rateLimit: true });
  for (const [what, max, seconds, [name = '']] of LIMITS) {
    const [player, other] = [await newcomer(api), await newcomer(api)];
    const call = calls[name] ?? expect.fail(`no call ${name}`);
    const isLimited = async (by: Player) => (await make(api, call, by)).status === 429;
    await make(api, call, player);
    const key = like(rateLimits.key, `${what}:%${player.id}`);
    await api.db.drizzle
      .update(rateLimits)
      .set({ count: max - 1 })
      .where(key);
    expect(await isLimited(player), `${what}, the last one`).toBe(false);
    const refused = await make(api, call, player);
    expect([refused.status, refused.headers.get('retry-after')], what).toEqual([429, String(seconds)]);
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('Please wait') });
    expect(await isLimited(other), `${what}, of another`).toBe(false);
    pass(api, seconds * 1000);
    expect(await isLimited(player), `${what}, after that`).toBe(false);
  }
});
