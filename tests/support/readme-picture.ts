/**
 * `node tests/support/readme-picture.ts` takes the README's picture from a running `npm start`: the home page, and the demo
 * account's first screen. It needs the tests' browser (`node scripts/setup.mjs --browser`).
 */
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserPath } from '../../scripts/browser.ts';
import { Film } from './film.ts';

const ROOT = join(import.meta.dirname, '../..');
const SITE = process.argv[2] ?? 'http://localhost:4321';

const browser = await chromium.launch({
  executablePath: browserPath(ROOT),
  args: ['--no-sandbox', '--disable-gpu'],
});
const film = new Film({ width: 640, height: 560 }, 2);
const page = await browser.newPage({ viewport: { width: 1280, height: 1120 }, colorScheme: 'light' });

await page.goto(SITE, { waitUntil: 'networkidle' });
await film.take(page);

await page.goto(`${SITE}/login`);
await page.getByLabel('Email address').fill('demo@playtally.example');
await page.getByLabel('Password', { exact: true }).fill('demo-password-1');
await page.getByRole('button', { name: 'Log in', exact: true }).click();
await page.waitForURL('**/user');
await page.emulateMedia({ colorScheme: 'dark' });
await page.reload({ waitUntil: 'networkidle' });
await film.take(page);

await film.save(join(ROOT, 'docs/playtally.webp'));
await browser.close();
