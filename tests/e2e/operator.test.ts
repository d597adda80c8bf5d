import { ask, byPlayer, pointsAvailable } from '../support/ask.ts';
import { byNight, expect, operatorTest as test } from '../support/e2e.ts';
import { act, playersPage } from '../support/operator-acts.ts';
import {
  firstOperator,
  giveOperator,
  type OperatorSession,
  secondOperator,
} from '../support/operator-session.ts';
import type { Product } from '../support/product.ts';
import { expectAccessible } from '../support/reach.ts';
import { type Entered, join, logInDemo } from '../support/sign-in.ts';

// In order: each test continues from the one before, and the log is read at the end.
test.describe.configure({ mode: 'serial' });
// The socket can't be reached while the server is stopped.
test.use({ expectedErrors: [/WebSocket connection to .* failed/] });

/** The cheapest that an operator sends; it needs a UID. */
const CRYSTALS = 31;

let first: OperatorSession;
let newcomer: Entered;
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

test('an article is read and accepted, and its writer is paid', async ({ page, product }) => {
  newcomer = await join(product, { email: 'newcomer@operated.example', password: 'seven loud kettles' });
  const key = crypto.randomUUID();
  const { submission } = await byPlayer(product, newcomer, 'PUT', `/api/user/submissions/${key}`, {
    title: 'How I keep my largest tile',
    summary: 'Where the largest tile belongs, and why it stays there.',
    type: 'guide',
    game_id: null,
    body: `## First\n\n<img src=x onerror=alert(1)> ${'Move along two edges as long as you can. '.repeat(16)}`,
    version: 0,
  });
  await byPlayer(product, newcomer, 'POST', `/api/user/submissions/${key}/submit`, {
    version: submission.version,
  });
  await giveOperator(page, first);
  await page.goto('/operator');
  await page
    .getByRole('main')
    .getByRole('link', { name: /article to read/ })
    .click();
  await page.getByRole('link', { name: 'How I keep my largest tile' }).click();
  await expect(page.getByRole('heading', { name: 'First' })).toBeVisible();
  await act(page, /^Accept/, 'Publish and pay', 'Clear, and nobody wrote it before you.');
  await expect(page.getByText(/^Published .* and paid 600 pts/)).toBeVisible();
  await expect(page).toHaveURL(/\/operator\/submissions$/);
  expect(await pointsAvailable(product, newcomer)).toBe(600);
});

test('an adjustment above the limit waits for a second operator, who can’t be the first one', async ({
  page,
  product,
  browser,
}) => {
  const { id } = newcomer.user;
  await giveOperator(page, first);
  await page.goto(`/operator/adjustments/new?user_id=${id}`);
  await page.getByLabel('Points').fill('9000');
  await page.getByLabel('Reason').fill('A prize that our draw left out.');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/a second operator has to approve it/)).toBeVisible();
  await page.getByRole('button', { name: 'Propose' }).dblclick();
  await expect(page.getByText(/once a second operator approves/)).toBeVisible();
  const row = page.getByRole('table', { name: 'adjustments' }).getByRole('row').filter({ hasText: '+9,000' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Someone else has to approve it.');
  await expect(row.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  expect(await pointsAvailable(product, newcomer)).toBe(600);

  await page.goto('/operator/operators');
  await page.getByRole('button', { name: /^Invite an operator/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Who’s it for?').fill('Grace, who joins us today');
  await dialog.getByRole('button', { name: 'Create setup code' }).click();
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByRole('table', { name: 'invitations' })).toContainText('Grace, who joins us today');
  const other = await browser.newPage({ baseURL: product.operatorUrl });
  await giveOperator(other, await secondOperator(product));
  await other.goto('/operator');
  await other
    .getByRole('main')
    .getByRole('link', { name: /to approve/ })
    .click();
  await act(other, /^Approve/, 'Approve');
  await expect(other.getByText(/^Done: /)).toBeVisible();
  expect(await pointsAvailable(product, newcomer)).toBe(9600);
  await other.close();
});

test('a suspended player reads why and can’t redeem until the suspension is lifted', async ({
  page,
  product,
}) => {
  const { id } = newcomer.user;
  await byPlayer(product, newcomer, 'PUT', '/api/user/delivery-details', {
    reward_id: CRYSTALS,
    value: '700123457',
  });
  await giveOperator(page, first);
  await page.goto('/operator/users');
  await page.getByLabel('Find').fill('newcomer@operated.example');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  // The search term is in no address, and is still there after Back.
  await expect(page).toHaveURL(`${product.operatorUrl}/operator/users`);
  await page.getByRole('table', { name: 'users' }).getByRole('link').click();
  await page.goBack();
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Find')).toHaveValue('newcomer@operated.example');
  await page.getByRole('table', { name: 'users' }).getByRole('link').click();
  await act(page, /^Suspend/, 'Suspend account', 'Two accounts played from one device.');
  await expect(page.getByText('They read why.')).toBeVisible();
  const refused = await ask(product, 'POST', `/api/user/rewards/${CRYSTALS}/buy`, newcomer.token, {});
  expect([refused.status, refused.body.code]).toEqual([403, 'suspended']);
  const players = await playersPage(page, product, newcomer, `/user/reward/${CRYSTALS}`);
  await expect(players.getByText('Two accounts played from one device.').first()).toBeVisible();
  await players.goto(`${product.siteUrl}/user/messages?show=notifications`);
  await expect(players.getByText('Two accounts played from one device.').first()).toBeVisible();

  await act(page, /^Lift suspension/, 'Lift suspension', 'It was a shared computer at school.');
  await expect(page.getByText(/^Lifted .*suspension\.$/)).toBeVisible();
  // The blocker is now the earlier one: the address was never confirmed.
  const after = await ask(product, 'POST', `/api/user/rewards/${CRYSTALS}/buy`, newcomer.token, {});
  expect(after.body.code).toBe('email_unconfirmed');
  await players.goto(`${product.siteUrl}/user/reward/${CRYSTALS}`);
  await expect(players.getByText(/confirm/i).first()).toBeVisible();
  await expect(players.getByText('Two accounts played from one device.')).toHaveCount(0);
  const filtered = await ask(product, 'GET', `/api/operator/audit?user_id=${id}`, first.token);
  expect(filtered.body.total).toBeGreaterThan(3);
});

test('a message is answered once, and its writer reads it', async ({ page, product }) => {
  const { thread } = await byPlayer(product, newcomer, 'POST', '/api/user/messages', {
    topic: 'account',
    subject: 'Why was I suspended?',
    body: 'I share this computer with others.',
  });
  await giveOperator(page, first);
  await page.goto(`/operator/support/${thread.id}`);
  await page.getByRole('textbox', { name: 'Message' }).fill('It is lifted, and we are sorry.');
  await page.getByRole('button', { name: 'Send reply' }).dblclick();
  await expect(page.getByText('Reply sent.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  const read = await byPlayer(product, newcomer, 'GET', `/api/user/messages/${thread.id}`);
  expect(read.messages.data.map((one: { body: string }) => one.body)).toEqual([
    'It is lifted, and we are sorry.',
    'I share this computer with others.',
  ]);
});

test('all of these actions are in the log, which can be filtered', async ({ page }) => {
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
  await expect(log).toContainText('Two accounts played from one device.');
  await expect(log).toContainText('It was a shared computer at school.');
  await expect(log).not.toContainText('Start sending');
  await page.goBack();
  await expect(log).toContainText('Start sending');
});

/** The regular run tests three of the lists, which share their code. */
const lists = byNight(
  ['/orders?state=all', '/opinions?show=newest', '/log', '/rewards', '/codes', '/submissions'].concat(
    ['/disputes?state=all', '/support?state=all', '/adjustments', '/users', '/partners', '/contests'],
    ['/reconciliation'],
  ),
  ['/orders?state=all', '/opinions?show=newest', '/log'],
);
const forms = ['/codes/import', '/adjustments/new', '/contests/new', '/reconciliation/new', '/operators'];

test('each section has no accessibility faults', async ({ page, product }) => {
  await giveOperator(page, first);
  const one = async (path: string) => (await ask(product, 'GET', path, first.token)).body.data[0].id;
  const compared = await ask(product, 'POST', '/api/operator/reconciliations', first.token, {
    partner: 'demo',
    day: '2026-01-31',
    csv: 'transaction,points\ntx-1041,1200\n',
  });
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
    `/orders/${await one('/api/operator/orders?state=all')}`,
    `/opinions/${await one('/api/operator/opinions?show=newest')}`,
    `/disputes/${await one('/api/operator/disputes?state=all')}`,
    `/support/${thread.id}`,
    `/users/${newcomer.user.id}`,
    `/contests/${await one('/api/operator/contests')}`,
    '/partners/demo',
    `/reconciliation/${compared.body.reconciliation.id}`,
  ];
  await page.goto('/operator');
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
  }
});
