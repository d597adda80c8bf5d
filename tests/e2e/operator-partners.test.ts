/** A day of a partner's reports, compared with the file that it sent, on the operators' screens and the real server. */
import { utimesSync, writeFileSync } from 'node:fs';
import { demoPartner } from '../../server/db/demo-partner.ts';
import { openOffer } from '../../server/features/offers/offers.ts';
import { readReport } from '../../server/features/offers/postback-report.ts';
import { takePostback } from '../../server/features/offers/postbacks.ts';
import { expect, operatorTest as test } from '../support/e2e.ts';
import { firstOperator, giveOperator } from '../support/operator-session.ts';
import type { Fields } from '../support/partner.ts';
import { join } from '../support/sign-in.ts';
import { whileStopped } from '../support/stopped-product.ts';

/** An offer of the demo partner. */
const LIGHTHOUSE = 1;

const DAY = 86_400_000;

test('a day is compared with the partner’s file: an unreadable file is rejected with an explanation, and differences are shown', async ({
  page,
  product,
}) => {
  const run = Date.now().toString(36);
  // A day without reports from other tests, even around midnight.
  const now = new Date(Date.now() - 3 * DAY);
  const day = now.toISOString().slice(0, 10);
  const operator = await firstOperator(product);
  const email = `reported-${Date.now()}@operated.example`;
  const player = await join(product, { email, password: 'seven loud kettles' });
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
});
