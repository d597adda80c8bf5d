/** A contest from announcement to draw on the real server: what its operator does, and what players see and verify. */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { contests } from '../../server/db/schema.ts';
import { drawPlaces, hashOf } from '../../src/lib/arcade/draw.ts';
import { ask, byPlayer, pointsAvailable } from '../support/ask.ts';
import { expect, operatorTest as test } from '../support/e2e.ts';
import { playersPage } from '../support/operator-acts.ts';
import { firstOperator, giveOperator, type OperatorSession } from '../support/operator-session.ts';
import { type Entered, joinConfirmed } from '../support/sign-in.ts';
import { whileStopped } from '../support/stopped-product.ts';

// The socket can't be reached while the server is stopped.
test.use({ expectedErrors: [/WebSocket connection to .* failed/] });

const HOUR = 3_600_000;
const DAY = 86_400_000;

let operator: OperatorSession;
let player: Entered;
test.beforeAll(async ({ product }) => {
  operator = await firstOperator(product);
  const email = `raffle-${Date.now()}@operated.example`;
  player = await joinConfirmed(product, { email, password: 'seven loud kettles' });
});

/** This many days from now, in the format of a date and time field. */
const inDays = (count: number) => new Date(Date.now() + count * DAY).toISOString().slice(0, 16);

/** The name differs in each run, because the product may have earlier contests. */
const named = (name: string) => `${name} ${Date.now().toString(36)}`;

async function announce(page: Page, form: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(form)) await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Announce' }).click();
}

test('a contest is announced once its form is right, and viewers see each change immediately', async ({
  page,
  product,
}) => {
  const name = named('Kettle raffle');
  await giveOperator(page, operator);
  await page.goto('/operator/contests');
  await page.getByRole('link', { name: 'Announce a giveaway' }).click();
  await page.getByRole('button', { name: 'Announce' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.locator('.field .error')).toHaveText([
    'Please enter a name.',
    'Please enter the game.',
    'Please fill in “Summary” with at least 20 characters.',
    'Please fill in “Rules” with at least 5 characters.',
    'Please enter at least one prize.',
    'Please choose when it starts.',
    'Please choose when it ends.',
  ]);
  await announce(page, {
    Name: name,
    Game: 'Merge',
    Summary: 'Three places by lot, for everybody who enters in time.',
    Rules: 'One entry per account.\nEntering is free.',
    'Prizes in points': '300\n900',
    'Starts (UTC)': inDays(-1),
    'Ends (UTC)': inDays(3),
  });
  await expect(page.getByText('A lower place can’t get more than the one above it.')).toBeVisible();
  await announce(page, { 'Prizes in points': '900\n300\n100' });
  await expect(page.getByText('Please choose a start in the future.')).toBeVisible();
  await expect(page.getByLabel('Starts (UTC)')).toBeFocused();
  await announce(page, { 'Starts (UTC)': inDays(1) });
  await expect(page.getByText(`Announced “${name}”.`)).toBeVisible();
  await expect(page).toHaveURL(/\/operator\/contests\/\d+$/);
  const id = Number(page.url().split('/').at(-1));

  const players = await playersPage(page, product, player, `/user/contest/${id}/x`);
  await expect(players.getByText('You can enter once it starts')).toBeVisible();
  await expect(players.getByRole('listitem').filter({ hasText: '1st' })).toContainText('900 pts');
  // Viewers are counted once the socket is connected.
  await expect(players.getByText('only you are here now')).toBeVisible();
  await page.getByText('Edit this giveaway').click();
  await page.getByLabel('Prizes in points').fill('1,200\n300\n100');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(`Saved “${name}”.`)).toBeVisible();
  await expect(players.getByRole('listitem').filter({ hasText: '1st' })).toContainText('1,200 pts');
  const { body } = await ask(product, 'GET', '/api/operator/audit?subject=contest', operator.token);
  expect(body.data.map((one: { act: string }) => one.act).slice(0, 2)).toEqual([
    'contest.edit',
    'contest.create',
  ]);
});

test('a contest begins, is entered, ends and is drawn, and a player’s browser draws the same winners', async ({
  page,
  product,
}) => {
  const name = named('Lantern raffle');
  const prizes = [900, 300, 100];
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const form = {
    name,
    game: 'Merge',
    summary: 'Three places by lot, for everybody who enters in time.',
    rules: ['One entry per account.'],
    prizes,
  };
  const asked = (method: string, path: string, body?: object) =>
    ask(product, method, `/api/operator/contests${path}`, operator.token, body);
  const made = await asked('POST', '', { ...form, starts_at: at(DAY), ends_at: at(2 * DAY) });
  const { id, seed_hash } = made.body.contest;
  // The contest's own times move, so that the test doesn't depend on how fast the machine is.
  const setTimes = (times: { readonly startsAt: Date; readonly endsAt?: Date }) =>
    whileStopped(product, async (db) => {
      await db.drizzle.update(contests).set(times).where(eq(contests.id, id));
    });
  await giveOperator(page, operator);
  await page.goto(`/operator/contests/${id}`);
  await page.getByText('Edit this giveaway').click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
  const players = await playersPage(page, product, player, `/user/contest/${id}/x`);
  await expect(players.getByText('only you are here now')).toBeVisible();

  // It begins while both watch: the player's page updates, and the operator's form is too late.
  await setTimes({ startsAt: new Date(Date.now() - HOUR) });
  const others = await Promise.all(
    ['second', 'third'].map((who) =>
      joinConfirmed(product, { email: `${who}-${id}@operated.example`, password: 'seven loud kettles' }),
    ),
  );
  const seed = players.getByLabel('Your seed');
  await expect(players.getByRole('button', { name: 'Enter for free' })).toBeVisible();
  await players.locator('.entry-ticket').getByText('Provably fair').click();
  await expect(seed).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('This giveaway has started, so you can’t change it.')).toBeVisible();
  await seed.fill('4e771e');
  await players.getByRole('button', { name: 'Enter for free' }).click();
  const ticket = players.getByRole('region', { name: 'Your entry' });
  await expect(ticket).toContainText('No. 1');
  for (const other of others)
    await byPlayer(product, other, 'POST', `/api/user/contests/${id}/enter`, { seed: `0f${other.user.id}` });
  const again = await ask(product, 'POST', `/api/user/contests/${id}/enter`, player.token, {
    seed: '1ac7',
  });
  expect([again.status, again.body.code]).toEqual([409, 'already_entered']);
  // Not even an operator can read the seed before the draw.
  expect((await asked('GET', `/${id}`)).body.contest).toMatchObject({ seed: null, seed_hash, entries: 3 });

  await setTimes({ startsAt: new Date(Date.now() - 2 * HOUR), endsAt: new Date(Date.now() - HOUR) });
  await page.reload();
  await expect(page.getByText('ended', { exact: true })).toBeVisible();
  const entries = page.getByRole('table', { name: 'entries' }).getByRole('row');
  await expect(entries.filter({ hasText: '4e771e' })).toContainText(/[123]\. (?:900|300|100)$/);
  await expect(page.getByRole('button', { name: /^Cancel giveaway/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  const { body } = await ask(product, 'GET', `/api/user/contests/${id}`);
  expect(body.contest.seed_hash).toBe(seed_hash);
  expect(await hashOf(body.contest.seed)).toBe(seed_hash);
  await expect(page.getByText(body.contest.seed, { exact: true })).toBeVisible();
  const published = await ask(product, 'GET', `/api/user/contests/${id}/entries`);
  const drawn = await drawPlaces({
    seed: body.contest.seed,
    entries: published.body.entries,
    places: 3,
  });
  expect(body.contest.winners.map(({ number }: { number: number }) => number)).toEqual(drawn);

  await players.reload();
  const place = drawn.indexOf(1);
  await expect(ticket).toContainText(`You won ${['1st', '2nd', '3rd'][place]} place.`);
  await players.locator('.draw > summary').click();
  await players.getByRole('button', { name: 'Run the draw again' }).click();
  await expect(
    players.getByText('Verified: this draw is fair. Your browser drew the same winners.'),
  ).toBeVisible();
  await expect(players.getByText('the hash this browser saved when you entered')).toBeVisible();
  await expect(players.getByText('Your entry, number 1, is in the list with your seed.')).toBeVisible();
  expect(await pointsAvailable(product, player)).toBe(prizes[place]);
  const late = await asked('POST', `/${id}/call-off`, { reason: 'Somebody else should have won it.' });
  expect([late.status, late.body.code]).toEqual([409, 'contest_closed']);
});
