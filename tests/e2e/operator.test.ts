import { ask, byPlayer, pointsAvailable } from '../support/ask.ts';
import { byNight, expect, operatorTest as test } from '../support/e2e.ts';
import { act, playersPage } from '../support/operator-acts.ts';
import { firstOperator, giveOperator, type OperatorSession } from '../support/operator-session.ts';
import type { Product } from '../support/product.ts';
import { addStyles, expectAccessible, sizes, unreadable } from '../support/reach.ts';
import { type Entered, join, logInDemo } from '../support/sign-in.ts';

// In order: each test continues from the one before, and the log is read at the end.
test.describe.configure({ mode: 'serial' });
// The socket can't be reached while the server is stopped.
test.use({ expectedErrors: [/WebSocket connection to .* failed/] });

/** The cheapest that an operator sends; it needs a UID. */
const CRYSTALS = 31;

let first: OperatorSession;
test.beforeAll(async ({ product }) => {
  first = await firstOperator(product);
});

async function buy(product: Product, player: Entered): Promise<number> {
  await byPlayer(product, player, 'PUT', '/api/user/delivery-details', {
    reward_id: CRYSTALS,
    value: '700123456',
  });
  return (await byPlayer(product, player, 'POST', `/api/user/rewards/${CRYSTALS}/buy`, {})).order.id;
}

test('an order is claimed, viewed and sent; another is cancelled, and its points come back', async ({
  page,
  product,
}) => {
  const player = await logInDemo(product);
  const before = await pointsAvailable(product, player);
  const sent = await buy(product, player);
  const refused = await buy(product, player);
  await giveOperator(page, first);
  await page.goto('/operator/orders');
  await page.getByRole('link', { name: new RegExp(`Genesis Crystals.* ${sent}$`) }).click();
  await expect(page.getByText('700123456')).toHaveCount(0);
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(page.getByText('700123456')).toBeVisible();
  await act(page, /^Start sending/, 'Start');
  await expect(page.getByText(/You’re sending order/)).toBeVisible();
  await act(page, /^Mark as sent/, 'Mark as sent', 'TRANSFER-77', 'Reference (optional)');
  await expect(page.getByText(`Delivered order ${sent}`)).toBeVisible();

  await page.goto(`/operator/orders/${refused}`);
  await act(page, /^Cancel order/, 'Cancel order', 'The shop has none left today.');
  await expect(page.getByText(/gets 1,000 pts \(\$1\.00\) back/)).toBeVisible();
  expect(await pointsAvailable(product, player)).toBe(before - 1000);

  const orders = await playersPage(page, product, player, '/user/order-history');
  await expect(orders.getByRole('listitem').filter({ hasText: `order ${sent} ` })).toContainText('Delivered');
  await expect(orders.getByRole('listitem').filter({ hasText: `order ${refused} ` })).toContainText(
    'The shop has none left today.',
  );

  await byPlayer(product, player, 'POST', `/api/user/orders/${sent}/dispute`, {
    reason: 'not_received',
    proof: 'Nothing has come to that account since, the mail says so.',
  });
  await page.goto('/operator/disputes');
  await page.getByRole('link', { name: new RegExp(`order ${sent}`) }).click();
  await expect(page.getByText('Nothing has come to that account since')).toBeVisible();
  await act(page, /^Accept/, 'Accept report', 'You are right: it went to another account.', 'Answer');
  await expect(page.getByText(/^Accepted report \d+/)).toBeVisible();
  expect(await pointsAvailable(product, player)).toBe(before);
  await orders.reload();
  await expect(orders.getByRole('listitem').filter({ hasText: `order ${sent} ` })).toContainText(
    'report accepted',
  );
});

test('these actions are in the log, which can be filtered', async ({ page }) => {
  await giveOperator(page, first);
  await page.goto('/operator/log');
  const log = page.getByRole('table', { name: 'actions' });
  await page.getByLabel('About').selectOption('Order');
  await expect(page).toHaveURL(/subject=order$/);
  await expect(log.getByRole('row').filter({ hasNotText: /order \d/ })).toHaveCount(1);
  for (const words of ['Start sending', 'View delivery details', 'Mark as sent', 'Cancel'])
    await expect(log.getByRole('row').filter({ hasText: words }), words).toHaveCount(1);
  await expect(log).toContainText('The shop has none left today.');
  // No one can read an order's delivery details here.
  await expect(log).not.toContainText('700123456');
  await page.getByLabel('About').selectOption('User');
  await expect(log.filter({ hasText: 'Start sending' })).toHaveCount(0);
  await page.goBack();
  await expect(log).toContainText('Start sending');
});

/** The regular run tests three of the lists, which share their code. */
const lists = byNight(
  ['/orders?state=all', '/opinions?show=newest', '/log', '/rewards', '/codes', '/submissions'].concat(
    ['/disputes?state=all', '/support?state=all', '/adjustments', '/users', '/partners', '/contests'],
    ['/rejected'],
    ['/reconciliation'],
  ),
  ['/orders?state=all', '/opinions?show=newest', '/log'],
);
const forms = ['/codes/import', '/adjustments/new', '/contests/new', '/reconciliation/new', '/operators'];

test('no section has accessibility violations', async ({ page, product }) => {
  await giveOperator(page, first);
  const one = async (path: string) => (await ask(product, 'GET', path, first.token)).body.data[0].id;
  const found = async (what: string) =>
    (await ask(product, 'POST', `/api/operator/${what}/search`, first.token, { state: 'all' })).body.data[0]
      .id;
  const compared = await ask(product, 'POST', '/api/operator/reconciliations', first.token, {
    partner: 'demo',
    day: '2026-01-31',
    csv: 'transaction,points\ntx-1041,1200\n',
  });
  const form = { email: 'newcomer@operated.example', password: 'seven loud kettles' };
  const newcomer = await join(product, form);
  // Unbreakable words could make a page wider than a phone.
  const long = (length: number) => 'Wmw'.repeat(length).slice(0, length);
  const { thread } = await byPlayer(product, newcomer, 'POST', '/api/user/messages', {
    topic: 'other',
    subject: long(120),
    body: long(4000),
  });
  const draft = `/api/user/submissions/${crypto.randomUUID()}`;
  const { submission } = await byPlayer(product, newcomer, 'PUT', draft, {
    title: long(90),
    summary: long(200),
    type: 'guide',
    game_id: null,
    body: long(4000),
    version: 0,
  });
  await byPlayer(product, newcomer, 'POST', `${draft}/submit`, { version: submission.version });
  const things = [
    `/submissions/${await one('/api/operator/submissions')}`,
    `/orders/${await found('orders')}`,
    `/opinions/${await one('/api/operator/opinions?show=newest')}`,
    `/disputes/${await found('disputes')}`,
    `/support/${thread.id}`,
    `/users/${newcomer.user.id}`,
    `/contests/${await one('/api/operator/contests')}`,
    '/partners/demo',
    `/reconciliation/${compared.body.reconciliation.id}`,
  ];
  await page.goto('/operator');
  // Whole, because the lines that it hides lie under what follows.
  await addStyles(page, '.clip { -webkit-line-clamp: none !important }');
  for (const [at, path] of ['', ...lists, ...forms, ...things].entries()) {
    // Like a link, without a new document.
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `/operator${path}`);
    await expect(page.locator('main [aria-label^="Loading"], main .count:has-text("Loading")')).toHaveCount(
      0,
    );
    await expectAccessible(page, path, at);
    // Rows are set differently there: here those with short titles, and long lines below.
    await page.setViewportSize(sizes.phone);
    await page.evaluate(() => {
      for (const title of document.querySelectorAll('.row-link')) title.textContent = 'Key, $5';
      for (const end of document.querySelectorAll('tr:has(.row-link) > td:last-child > div'))
        end.append(' and what to do about it next, in some more words');
    });
    expect.soft(await unreadable(page), path).toEqual([]);
  }
});
