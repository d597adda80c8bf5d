/** Partners on the operators' screens and the real server: their keys, signed reports, and a day's reconciliation. */
import { utimesSync, writeFileSync } from 'node:fs';
import { demoPartner } from '../../server/db/demo-partner.ts';
import { openOffer } from '../../server/features/offers/offers.ts';
import { readReport } from '../../server/features/offers/postback-report.ts';
import { takePostback } from '../../server/features/offers/postbacks.ts';
import { ask, byPlayer } from '../support/ask.ts';
import { expect, operatorTest as test } from '../support/e2e.ts';
import { act, playersPage } from '../support/operator-acts.ts';
import {
  firstOperator,
  giveOperator,
  type OperatorSession,
  secondOperator,
} from '../support/operator-session.ts';
import { type Fields, reported } from '../support/partner.ts';
import type { Product } from '../support/product.ts';
import { type Entered, join } from '../support/sign-in.ts';
import { whileStopped } from '../support/stopped-product.ts';

/** Offers of the demo partner. */
const LIGHTHOUSE = 1;
const TEACUP = 2;
const PEBBLE = 3;
const QUESTIONS = 4;

const DAY = 86_400_000;
const WHY = 'The yearly change of keys.';
const KEYS = '/api/operator/partners/demo/keys';
const END_ALL = `${KEYS}/end-all`;

let operator: OperatorSession;
/** A second, independent operator: a key takes both. */
let second: OperatorSession;
let player: Entered;
test.beforeAll(async ({ product }) => {
  operator = await firstOperator(product);
  second = await secondOperator(product);
  const email = `reported-${Date.now()}@operated.example`;
  player = await join(product, { email, password: 'seven loud kettles' });
  // Some offers are for players of some countries.
  const profile = { name: 'kettle-player', country: 'DE', avatar: null, private: false };
  await byPlayer(product, player, 'PUT', '/api/user/settings/profile', profile);
});

// Other files have one operator.
test.afterAll(async ({ product }) => {
  const path = `/api/operator/operators/${second.operator.id}/end`;
  expect((await ask(product, 'POST', path, operator.token, { reason: WHY })).status).toBe(200);
});

/** Opens an offer, and returns the click that its partner reports. */
async function clickOn(product: Product, offer: number): Promise<string> {
  const { offer: opened } = await byPlayer(product, player, 'POST', `/api/user/offers/${offer}/click`, {});
  return opened.mine.click_id;
}

/** Sends a report of the demo partner, signed with this secret, and returns the outcome. */
const send = ({ apiUrl }: Product, fields: Fields, secret: string) =>
  reported({ raw: (path, init) => fetch(apiUrl + path, init) }, fields, { secret });

const pending = async (product: Product): Promise<number> =>
  (await byPlayer(product, player, 'GET', '/api/user/balance')).balance.pending;

test('a partner switches to a new key; reports with the old one are rejected, and all reports once every key has ended', async ({
  page,
  product,
}) => {
  const [teacup, pebble, questions] = [
    await clickOn(product, TEACUP),
    await clickOn(product, PEBBLE),
    await clickOn(product, QUESTIONS),
  ];
  await giveOperator(page, second);
  await page.goto('/operator/partners');
  await page.getByRole('link', { name: 'Demo partner' }).click();
  const keys = page.locator('.facts div').filter({ hasText: /^Keys/ });
  await expect(keys).toHaveText(/^Keys\d+, created [^;]+$/);

  const proposed = await ask(product, 'POST', KEYS, operator.token, { reason: WHY });
  expect(proposed.body).toMatchObject({ secret: null });
  await page.reload();
  await expect(page.getByText('New key proposed by')).toBeVisible();
  await page.getByRole('button', { name: /^Create a new key/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(WHY);
  // Pressed twice, it makes one key: a second one would end the partner's current key.
  await dialog.getByRole('button', { name: 'Create key' }).dblclick();
  const secret = (await dialog.locator('code.code').innerText()).trim();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  // A press outside loses nothing.
  await page.mouse.click(5, 5);
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByText('Demo partner has a new key.')).toBeVisible();
  await expect(keys).toHaveText(/^Keys\d+, created [^;]+; \d+, created [^;]+$/);
  expect(await page.content()).not.toContain(secret);

  const run = Date.now().toString(36);
  const maps = { kind: 'milestone', milestone: 'map_3', transaction: `${run}-maps`, click: teacup };
  const joined = { kind: 'milestone', milestone: 'joined', transaction: `${run}-joined`, click: pebble };
  const answered = { kind: 'credit', transaction: `${run}-answered`, click: questions };
  expect(await send(product, maps, demoPartner.secret)).toBe('recorded credited');
  expect(await send(product, maps, secret)).toBe('duplicate credited');

  const players = await playersPage(page, product, player, `/user/offerwalls?offer=${QUESTIONS}`);
  await expect(players.getByText('Demo partner hasn’t reported anything yet')).toBeVisible();
  await act(page, /^End the old key/, 'End the old key', WHY);
  await expect(page.getByText('Ended Demo partner’s old key.')).toBeVisible();
  await expect(keys).toHaveText(/^Keys\d+, created [^;]+$/);
  for (const fields of [joined, answered])
    expect(await send(product, fields, demoPartner.secret)).toBe('403 signature_refused');
  expect(await pending(product)).toBe(150);
  // The rejected report is sent again with a valid signature: the switch loses nothing.
  expect(await send(product, joined, secret)).toBe('recorded credited');
  expect(await send(product, answered, secret)).toBe('recorded credited');
  expect(await pending(product)).toBe(150 + 250 + 420);
  const mine = players.getByRole('region', { name: 'Your progress' });
  await expect(mine.getByRole('status')).toContainText('pending and unlock on');

  await page.reload();
  const row = page.getByRole('table', { name: 'reports' }).getByRole('row');
  await expect(row.filter({ hasText: answered.transaction })).toContainText(/credit.*credited.*\+420/s);
  await expect(row.filter({ hasText: joined.transaction })).toHaveCount(1);
  await act(page, /^End all keys/, 'End all keys', 'It was found in a public place.');
  await expect(keys).toContainText('none: we reject its reports');
  const after = { ...answered, transaction: `${run}-after` };
  for (const one of [secret, demoPartner.secret])
    expect(await send(product, after, one)).toBe('403 signature_refused');
  const { body } = await ask(product, 'GET', '/api/operator/audit?subject=partner', operator.token);
  expect(body.data.slice(0, 4).map((one: { act: string }) => one.act)).toEqual([
    'partner.end_keys',
    'partner.end_old_key',
    'partner.add_key',
    'partner.propose_key',
  ]);
  expect(JSON.stringify(body) + product.log()).not.toContain(secret);
});

test('a day is compared with the partner’s file: an unreadable file is rejected with an explanation, and differences are shown', async ({
  page,
  product,
}) => {
  const run = Date.now().toString(36);
  // A day without reports from other tests, even around midnight.
  const now = new Date(Date.now() - 3 * DAY);
  const day = now.toISOString().slice(0, 10);
  // Without any key, the next start restores the one that the demo partner’s page signs with.
  await ask(product, 'POST', END_ALL, operator.token, { reason: WHY });
  await whileStopped(product, async (db) => {
    const open = async (offer: number) =>
      (await openOffer(db, offer, player.user.id, now)).mine?.click_id ?? '';
    const take = (fields: Fields) => {
      const raw = new URLSearchParams(fields).toString();
      return takePostback(db, { partner: demoPartner.id, report: readReport(raw, false), raw, now });
    };
    const click = await open(LIGHTHOUSE);
    await take({ kind: 'milestone', milestone: 'level_5', transaction: `${run}-same`, click });
    await take({ kind: 'milestone', milestone: 'level_10', transaction: `${run}-other`, click });
    await take({ kind: 'reversal', transaction: `${run}-back`, reference: `${run}-same` });
    await take({ kind: 'milestone', milestone: 'installed', transaction: `${run}-ours`, click });
  });
  const before = await pending(product);
  const file = test.info().outputPath('day.csv');
  const lines = (...of: string[]) => `${of.join('\n')}\n`;

  await giveOperator(page, operator);
  await page.goto('/operator/reconciliation');
  await page.getByRole('link', { name: 'Compare a day' }).click();
  const compare = page.getByRole('button', { name: 'Compare' });
  await compare.click();
  await expect(page.locator('.field .error')).toHaveText([
    'Please choose a day.',
    'Please choose a CSV file.',
  ]);
  await page.getByLabel('Partner').selectOption('Demo partner');
  await page.getByLabel('Day (UTC)').fill(day);
  writeFileSync(file, lines('transaction,amount', `${run}-same,350`));
  await page.getByLabel('CSV file').setInputFiles(file);
  await compare.click();
  await expect(page.getByText('“points” is missing')).toBeVisible();
  await expect(page.getByLabel('CSV file')).toBeFocused();

  // A file that was changed on disk is no longer the selected one.
  const theirs = '<img/src=x/onerror=alert(1)>';
  writeFileSync(
    file,
    lines(
      'Transaction;Points;Kind',
      `${run}-same;350;milestone`,
      `${run}-other;1250;milestone`,
      `${run}-back;-350;reversal`,
      `${theirs};40;`,
    ),
  );
  utimesSync(file, now, now);
  await compare.click();
  await expect(page.getByText('It may have changed, so please choose it again.')).toBeVisible();
  await page.getByLabel('CSV file').setInputFiles(file);
  await compare.dblclick();
  await expect(page.getByText('3 lines are different.')).toBeVisible();
  await expect(page).toHaveURL(/\/operator\/reconciliation\/\d+$/);
  const rows = page.getByRole('table', { name: 'lines' }).getByRole('row');
  await expect(rows).toHaveText([
    /^Transaction/,
    new RegExp(`${run}-other.*different points.*1,200.*1,250`),
    /<img.*only in theirs.*not there.*40/,
    new RegExp(`${run}-ours.*only in ours.*0.*not there`),
    new RegExp(`${run}-same.*matches.*350.*350`),
    new RegExp(`${run}-back.*matches.*350.*350`),
  ]);
  await page.getByLabel('Show').selectOption('only in ours');
  await expect(rows).toHaveCount(2);
  await page.getByRole('link', { name: '← Reconciliation' }).click();
  const kept = page.getByRole('table', { name: 'comparisons' }).getByRole('row');
  await expect(kept.filter({ hasText: 'Check the differences and ask the partner' })).toHaveCount(1);
  expect(await pending(product), 'nothing is booked by it').toBe(before);
});
