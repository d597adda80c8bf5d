/** Unbreakable words of the longest length that each field accepts, and long reasons: no screen becomes wider than a phone. */
import { randomUUID } from 'node:crypto';
import { byPlayer } from '../support/ask.ts';
import { expect, test } from '../support/e2e.ts';
import { brokenWords } from '../support/reach.ts';
import { giveSession, join, signInAsDemo } from '../support/sign-in.ts';

const long = (length: number) => 'Wmw'.repeat(length).slice(0, length);

test.use({ viewport: { width: 390, height: 844 } });

test('the longest words in an account fit its screens', async ({ page, product }) => {
  const domain = [63, 63, 60].map(long).join('.');
  const email = `${randomUUID()}@${domain}.ex`.toLowerCase();
  const session = await join(product, { email, password: 'correct horse battery staple' }, long(60));
  const call = (method: string, path: string, body: object) => byPlayer(product, session, method, path, body);
  const { id } = session.user;
  await call('PUT', '/api/user/settings/profile', {
    name: 'W'.repeat(24),
    country: 'GS',
    avatar: null,
    private: false,
  });
  await call('PUT', '/api/user/delivery-details', {
    reward_id: 49,
    value: `https://steamcommunity.com/tradeoffer/new/?partner=${'1'.repeat(10)}&token=AbCdEf12`,
  });
  await call('POST', '/api/user/rewards/12/create-opinion', { user_id: id, opinion: long(1000) });
  const { thread } = await call('POST', '/api/user/messages', {
    topic: 'other',
    subject: long(120),
    body: long(4000),
  });
  await call('POST', `/api/user/messages/${thread.id}/reply`, { body: `https://play.example/${long(300)}` });

  await giveSession(page, session);
  for (const [path, shown] of [
    [`/user/messages?thread=${thread.id}`, long(120)],
    ['/user/messages', long(120)],
    ['/user/profile', 'W'.repeat(24)],
    [`/user/profile/${id}`, 'W'.repeat(24)],
    ['/user/settings', email],
    [`/user/rewards?game-name=${long(60)}`, long(60)],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
    await expect(page.locator('main .skeleton')).toHaveCount(0);
    const wider = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const beyond = [...document.querySelectorAll('body *')].filter(
        (one) => one.getClientRects().length > 0 && one.getBoundingClientRect().right > clientWidth + 1,
      );
      return {
        by: scrollWidth - clientWidth,
        beyond: beyond.map((one) => `${one.tagName}.${one.className}`),
      };
    });
    expect.soft(wider, path).toEqual({ by: 0, beyond: [] });
  }
});

test('why a giveaway was cancelled leaves room for its name', async ({ page, product }) => {
  await signInAsDemo(page, product);
  await page.route(/\/api\/user\/contest-entries/, async (route) => {
    const answer = await route.fetch();
    const entry = {
      contest: {
        id: 1,
        name: 'Monday lanterns',
        slug: 'monday-lanterns',
        starts_at: '2026-11-16T00:00:00.000Z',
        ends_at: '2026-11-23T00:00:00.000Z',
        state: 'ended',
        called_off: 'The rules named a prize that we can’t give, so nobody could win it.',
        entries: 40,
      },
      number: 12,
      seed: '1a47e24',
      entered_at: '2026-11-17T00:00:00.000Z',
      drawn: false,
      won: null,
    };
    await route.fulfill({ response: answer, json: { ...(await answer.json()), data: [entry], total: 1 } });
  });
  await page.goto('/user/contests?tab=entries');
  await expect(page.getByText('The rules named a prize')).toBeVisible();
  expect(await brokenWords(page)).toEqual([]);
});
