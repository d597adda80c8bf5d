/** An account without an email address, as Steam and passkeys make them. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import {
  changeEmail,
  confirmEmail,
  requestConfirmation,
} from '../../../src/lib/contract/auth/confirmation.ts';
import { getSecondFactor } from '../../../src/lib/contract/auth/second-factor.ts';
import { enterContest, listContests } from '../../../src/lib/contract/draws/contests.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import { playerApi, request, type TestApi } from '../../support/api.ts';
import { KEY } from '../../support/api-orders.ts';
import { mailed } from '../../support/app-players.ts';

async function withoutAddress(): Promise<TestApi> {
  const { api, player } = await playerApi(500);
  await api.db.drizzle
    .update(users)
    .set({ email: null, emailConfirmedAt: null })
    .where(eq(users.id, player.id));
  return api;
}

const refusalOf = async (answer: Promise<unknown>) => {
  const error = await answer.then(
    () => {
      throw new Error('it was not refused');
    },
    (reason: unknown) => reason,
  );
  return String(error);
};

const says: Readonly<Record<string, readonly [ask: () => Promise<string>, words: RegExp]>> = {
  'another mail': [
    () => refusalOf(request(requestConfirmation, { body: {} })),
    /Your account has no email address yet/,
  ],
  'what blocks a redemption': [
    async () => JSON.stringify((await request(checkRedemption, { query: { reward_id: KEY.reward } })).blocks),
    /"Add your email address"/,
  ],
  'a purchase': [
    () => refusalOf(request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount } })),
    /You need a confirmed email address/,
  ],
  'a giveaway': [
    async () => {
      const [contest] = (await request(listContests, { query: { 'sort-by': 'ending' } })).data;
      return refusalOf(request(enterContest, { params: { id: contest?.id ?? 0 }, body: { seed: 'a5eed' } }));
    },
    /add an email address and confirm it/,
  ],
  'two-factor authentication': [
    async () => JSON.stringify((await request(getSecondFactor, {})).second_factor.needs),
    /"confirmed_email"/,
  ],
};

test.each(Object.entries(says))('isn’t told about a mail or a link by %s', async (_, [ask, words]) => {
  await withoutAddress();
  const said = await ask();
  expect(said).toMatch(words);
  expect(said).not.toMatch(/we sent|already confirmed|isn’t confirmed|the link/i);
});

test('adds an address from a reward’s page, and the mail’s link leads back there', async () => {
  const api = await withoutAddress();
  const { user } = await request(changeEmail, { body: { email: 'mira@test.example', reward: KEY.reward } });
  expect(user).toMatchObject({ email: 'mira@test.example', email_confirmed: false });
  const [mail] = await mailed(api);
  const token = /\/confirm-email\/([\w-]+)\?/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await request(confirmEmail, { body: { token } })).reward?.id).toBe(KEY.reward);
});
