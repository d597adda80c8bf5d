/**
 * `node tests/support/editor-pictures.ts` retakes the screenshots of docs/marketers, from the editor on a copy of the project. It
 * needs the tests' browser (`node scripts/setup.mjs --browser`).
 */
import { join } from 'node:path';
import { chromium, type FrameLocator, type Locator } from '@playwright/test';
import sharp from 'sharp';
import { browserPath } from '../../scripts/browser.ts';
import { startEditServer } from './edit-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const TO = join(ROOT, 'docs/marketers/pictures');

const server = await startEditServer();
const browser = await chromium.launch({
  executablePath: browserPath(ROOT),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 720 } });
const editor = page.frameLocator('#editor');
const preview = page.frameLocator('#preview');

/** Opens a page of the editor and waits until it is shown. */
async function open(place: string, ready: (frame: FrameLocator) => Locator) {
  await page.goto('about:blank');
  await page.goto(`${server.url}#/keystatic${place}`);
  await ready(editor).first().waitFor({ timeout: 90_000 });
  await preview.locator('h1').first().waitFor({ timeout: 60_000 });
}

const form = (frame: FrameLocator) => frame.getByRole('button', { name: /^(?:Create|Save)$/ });
const field = (label: string) => editor.getByRole('textbox', { name: label, exact: true });

/** Few colours are enough for a form, and make a small file. */
async function take(name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await sharp(shot)
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(join(TO, `${name}.png`));
  console.log(`docs/marketers/pictures/${name}.png`);
}

try {
  await open('', (frame) => frame.getByRole('link', { name: 'Reward pages' }));
  await take('start');

  await open('/singleton/help', form);
  await field('Heading').fill('Help for players');
  await preview.getByRole('heading', { level: 1, name: 'Help for players' }).waitFor();
  await take('change');

  await open('/collection/rewards', (frame) => frame.getByText('Add', { exact: true }));
  await take('guide-add');

  await open('/collection/rewards/create', form);
  await field('Title').fill('Too short');
  await field('Heading').fill('Earn free Robux');
  await editor.getByRole('button', { name: 'Create' }).click();
  await editor.getByText('title has 9 characters').first().waitFor();
  await take('guide-refused');

  await open('/collection/rewards/item/earn-free-vbucks', form);
  const picture = editor.getByLabel('Picture', { exact: true });
  await picture.setInputFiles(join(ROOT, 'docs/playtally.png'));
  await field('What the picture shows').fill('The home page and the dashboard');
  await field('What the picture shows').scrollIntoViewIfNeeded();
  await page.getByText('Save the page to see the new picture here.').waitFor();
  await take('picture');
  await picture.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.alloc(4_000_000) });
  await editor.getByText('is 3.8 MB').waitFor();
  await page.getByText('Save the page to see the new picture here.').waitFor({ state: 'hidden' });
  await field('What the picture shows').scrollIntoViewIfNeeded();
  await take('picture-refused');

  await open('/collection/rewards/item/earn-free-robux', form);
  await editor.getByText('Draft: keep it off the site for now').scrollIntoViewIfNeeded();
  await editor.getByLabel('Publish on').fill('2030-12-01');
  await editor.getByLabel('Expires on').fill('2031-01-15');
  await page.getByText('This will be on the site from 2030-12-01.').waitFor();
  await editor.getByLabel('Expires on').scrollIntoViewIfNeeded();
  await take('later');

  await open('/collection/rewards/item/earn-free-gta-shark-card', form);
  const retired = editor.getByRole('combobox', { name: 'Retired' });
  await retired.fill('Earn free V-Bucks');
  await editor.getByRole('option', { name: 'Earn free V-Bucks' }).first().click();
  await page.getByText('Its address leads to /rewards/earn-free-vbucks.').waitFor();
  await retired.scrollIntoViewIfNeeded();
  await take('retire');

  await open('/collection/rewards/create', form);
  await field('Title').fill('Earn an 8BitDo controller by playing games');
  await field('Heading').fill('Earn free 8BitDo pads');
  await field('Description').fill(
    'How points from games become a controller from 8BitDo, and what to know before you order one.',
  );
  await page.getByText('The page will appear here when these problems are fixed:').waitFor();
  await take('guide-fields');

  const dialog = editor.getByRole('dialog');
  /** Opens the window for an entry of a list. */
  const openEntry = async (list: string) => {
    await editor.getByRole('group', { name: list }).getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor();
  };
  const addEntry = async () => {
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  await openEntry('What changed');
  await take('guide-change');
  await addEntry();
  await openEntry('Sources');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('8BitDo, Ultimate 2C controller');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://www.8bitdo.com/ultimate-2c/');
  await take('guide-source');
  await addEntry();
  await openEntry('Pictures of the steps');
  await dialog.getByRole('combobox', { name: 'Picture' }).fill('login');
  await editor.getByRole('option', { name: 'login' }).first().click();
  await dialog.locator('img').waitFor();
  await take('guide-step');
  await addEntry();
  await field('Text').click();
  for (const [text, isItalic] of [
    ['A controller takes a few weeks of play. Begin with ', false],
    ['Finish your first round', true],
    [', which pays the most for the least time.', false],
  ] as const) {
    if (isItalic) await page.keyboard.press('Control+i');
    await page.keyboard.insertText(text);
    if (isItalic) await page.keyboard.press('Control+i');
  }
  await editor.getByText(/words so far/).scrollIntoViewIfNeeded();
  await take('guide-text');

  await open('/singleton/announcement', form);
  await field('Text').fill('We’re closed for maintenance on 3 December.');
  await editor.getByLabel('Expires on').fill('2030-12-04');
  await preview.getByText('We’re closed for maintenance').waitFor();
  await take('announcement');
} finally {
  await browser.close();
  await server.stop();
}
