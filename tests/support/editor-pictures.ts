/**
 * `node tests/support/editor-pictures.ts` retakes the screenshots of docs/marketers, from the editor on a copy of the project. It
 * needs the tests' browser (`node scripts/setup.mjs --browser`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type FrameLocator, type Locator } from '@playwright/test';
import sharp from 'sharp';
import { browserPath } from '../../scripts/browser.ts';
import { readCatalogue } from '../../server/features/catalogue/files.ts';
import { startEditServer } from './edit-server.ts';
import { onGitHub, startGitHub } from './github.ts';

const ROOT = join(import.meta.dirname, '../..');
const TO = join(ROOT, 'docs/marketers/pictures');

/** A guide must name three quests of our own games. */
const QUESTS = readCatalogue()
  .games.filter(({ source }) => source === 'own')
  .flatMap(({ quests }) => quests.map(({ name }) => name))
  .slice(0, 3);

const SIZE = { width: 1200, height: 720 };

let server = await startEditServer();
const browser = await chromium.launch({
  executablePath: browserPath(ROOT),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: SIZE });
// The editor loads many scripts.
page.setDefaultTimeout(120_000);
// The editor would restore what was typed for an earlier picture, and say so.
await page.addInitScript(() => {
  if (window === window.top && location.protocol === 'http:') indexedDB.deleteDatabase('keystatic');
});
const editor = page.frameLocator('#editor');
const preview = page.frameLocator('#preview');
const findings = page.locator('#findings');

/** Opens a page of the editor and waits until it is shown. */
async function open(place: string, ready: (frame: FrameLocator) => Locator) {
  await page.goto('about:blank');
  await page.goto(`${server.url}#/keystatic${place}`);
  await ready(editor).first().waitFor({ timeout: 90_000 });
  await preview.locator('h1').first().waitFor({ timeout: 60_000 });
  await preview.locator('html').evaluate(() => document.fonts.ready.then(() => {}));
}

const form = (frame: FrameLocator) => frame.getByRole('button', { name: /^(?:Create|Save)$/ });
const field = (label: string) => editor.getByRole('textbox', { name: label, exact: true });

interface Shown {
  /** Where to press or look. */
  readonly marked?: readonly Locator[];
  /** Only one side of the window. */
  readonly side?: 'editor' | 'page';
}

/** Few colours are enough for a form, and make a small file. */
async function take(name: string, { marked = [], side }: Shown = {}): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  for (const place of marked) await mark(place, '4px solid #bf3989');
  const shot = await page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    ...(side && { clip: { x: side === 'editor' ? 0 : 600, y: 0, width: 600, height: 720 } }),
  });
  for (const place of marked) await mark(place, '');
  await sharp(shot)
    .png({ palette: true, colours: 64, effort: 10 })
    .toFile(join(TO, `${name}.png`));
  console.log(`docs/marketers/pictures/${name}.png`);
}

const mark = (place: Locator, outline: string) =>
  place.evaluate((element: HTMLElement, style) => {
    element.style.outline = style;
    // The list of findings is as wide as its side of the window.
    element.style.outlineOffset = style && (element.id === 'findings' ? '-4px' : '3px');
  }, outline);

const add = () => editor.getByRole('button', { name: 'Add', exact: true });
const saveButton = () => editor.getByRole('button', { name: /^(?:Create|Save)$/ });

/** Types part of a name and selects the first result. */
async function pick(label: string, part: string): Promise<void> {
  await editor.getByRole('combobox', { name: label }).fill(part);
  await editor.getByRole('option', { name: part }).first().click();
}

try {
  // A page that nobody has reviewed for a long time.
  const old = join(server.root, 'src/content/rewards/earn-free-zcash.md');
  writeFileSync(old, readFileSync(old, 'utf8').replace(/^reviewed: .*$/m, 'reviewed: 2026-01-12'));

  await open('', (frame) => frame.getByRole('link', { name: 'Reward pages' }));
  await page.getByText('Due for a review').waitFor();
  await take('review-due', { marked: [findings] });
  writeFileSync(old, readFileSync(join(ROOT, 'src/content/rewards/earn-free-zcash.md')));
  await page.reload();
  await editor.getByRole('link', { name: 'Reward pages' }).first().waitFor();
  await preview.locator('h1').first().waitFor();
  await take('start');
  const help = editor.getByRole('main').getByRole('link', { name: 'Help', exact: true });
  await help.scrollIntoViewIfNeeded();
  await take('change-choose', { side: 'editor', marked: [help.locator('..')] });

  await open('/singleton/help', form);
  await field('Heading').fill('Help for players');
  await preview.getByRole('heading', { level: 1, name: 'Help for players' }).waitFor();
  await take('change', { marked: [field('Heading')] });
  await take('save', { side: 'editor', marked: [saveButton()] });
  await field('Title').fill('Help');
  await saveButton().click();
  await editor.getByText('title has 4 characters').first().waitFor();
  await take('change-refused', { side: 'editor' });

  await open('/collection/rewards', (frame) => frame.getByText('Add', { exact: true }));
  await editor.getByText('Earn free Bitcoin').waitFor();
  await take('guide-add', { marked: [add()] });

  await open('/collection/rewards/create', form);
  await field('Title').fill('Too short');
  await field('Heading').fill('Earn free Robux');
  await saveButton().click();
  await editor.getByText('title has 9 characters').first().waitFor();
  await take('guide-refused', { side: 'editor', marked: [saveButton()] });

  await open('/collection/rewards/item/earn-free-vbucks', form);
  const picture = editor.getByLabel('Picture', { exact: true });
  const choose = editor.getByRole('button', { name: 'Choose a picture' });
  await choose.scrollIntoViewIfNeeded();
  await take('picture-choose', { side: 'editor', marked: [choose] });
  const alt = field('What the picture shows');
  await picture.setInputFiles(join(ROOT, 'docs/playtally.webp'));
  await alt.fill('The home page and the dashboard');
  await alt.scrollIntoViewIfNeeded();
  await page.getByText('Save the page to see the new picture here.').waitFor();
  await take('picture', { side: 'editor', marked: [alt] });
  await picture.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.alloc(4_000_000) });
  await editor.getByText('is 3.8 MB').waitFor();
  await page.getByText('Save the page to see the new picture here.').waitFor({ state: 'hidden' });
  await alt.scrollIntoViewIfNeeded();
  await take('picture-refused', { side: 'editor' });
  await picture.setInputFiles(join(ROOT, 'docs/playtally.webp'));
  await page.getByText('Save the page to see the new picture here.').waitFor();
  await saveButton().click();
  const saved = preview.getByRole('img', { name: 'The home page and the dashboard' });
  await saved.scrollIntoViewIfNeeded();
  await saved.evaluate((image: HTMLImageElement) => image.decode());
  await take('picture-saved', { side: 'page' });

  await open('/collection/rewards/item/earn-free-robux', form);
  await editor.getByLabel('Publish on').fill('2030-12-01');
  await editor.getByLabel('Expires on').fill('2031-01-15');
  await page.getByText('This will be on the site from 2030-12-01.').waitFor();
  await editor.getByText('Draft: keep it off the site for now').scrollIntoViewIfNeeded();
  await take('later-days', {
    side: 'editor',
    marked: [editor.getByLabel('Publish on'), editor.getByLabel('Expires on')],
  });
  await take('later', { marked: [findings, saveButton()] });

  await open('/collection/rewards/item/earn-free-zcash', form);
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
  await dialog.getByRole('textbox', { name: 'What changed' }).fill('The steps follow the new order form.');
  await take('review-change', { side: 'editor', marked: [dialog.getByRole('button', { name: 'Add' })] });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await editor.getByLabel('Last review').scrollIntoViewIfNeeded();
  await take('review-date', { side: 'editor', marked: [editor.getByLabel('Last review')] });

  await open('/collection/rewards/item/earn-free-gta-shark-card', form);
  const retired = editor.getByRole('combobox', { name: 'Retired' });
  await pick('Retired', 'Earn free V-Bucks');
  await page.getByText('Its address leads to /rewards/earn-free-vbucks.').waitFor();
  await retired.scrollIntoViewIfNeeded();
  await take('retire', { side: 'editor', marked: [retired] });
  await preview.getByRole('heading', { level: 1, name: 'Earn free V-Bucks' }).waitFor();
  await take('retire-others', { side: 'page', marked: [findings] });

  await open('/collection/rewards/create', form);
  await field('Title').fill('Earn an 8BitDo controller by playing games');
  await field('Heading').fill('Earn free 8BitDo pads');
  await field('Description').fill(
    'How points from games become a controller from 8BitDo, and what to know before you order one.',
  );
  await page.getByText('The page will appear here when these problems are fixed:').waitFor();
  await take('guide-fields', { marked: [field('Title'), field('Heading'), field('Description')] });
  await pick('Reward', '8BitDo Ultimate controller');
  for (const name of ['Earn free Robux', 'Earn free V-Bucks']) await pick('Related pages', name);
  const related = editor.getByRole('combobox', { name: 'Related pages' });
  await related.fill('Mine');
  await editor.getByRole('option', { name: 'Minecraft' }).first().waitFor();
  await take('guide-reward', { side: 'editor', marked: [related] });
  await editor.getByRole('option', { name: 'Minecraft' }).first().click();

  await openEntry('What changed');
  await take('guide-change', { side: 'editor', marked: [dialog.getByRole('button', { name: 'Add' })] });
  await addEntry();
  await openEntry('Sources');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('8BitDo, Ultimate 2C controller');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://www.8bitdo.com/ultimate-2c/');
  await take('guide-source', { side: 'editor', marked: [dialog.getByRole('button', { name: 'Add' })] });
  await addEntry();
  await openEntry('Pictures of the steps');
  await dialog.getByRole('combobox', { name: 'Picture' }).fill('login');
  await editor.getByRole('option', { name: 'login' }).first().click();
  await dialog.locator('img').waitFor();
  await take('guide-step', { side: 'editor', marked: [dialog.getByRole('button', { name: 'Add' })] });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const text = field('Text');
  await text.click();
  for (const [words, isItalic] of [
    ['A controller takes a few weeks of play. Begin with ', false],
    ['Finish your first round', true],
    [', which pays the most for the least time.', false],
  ] as const) {
    if (isItalic) await page.keyboard.press('Control+i');
    await page.keyboard.insertText(words);
    if (isItalic) await page.keyboard.press('Control+i');
  }
  await editor.getByText(/words so far/).scrollIntoViewIfNeeded();
  await take('guide-text', {
    side: 'editor',
    marked: [editor.getByLabel('Italic', { exact: true }), editor.getByText(/words so far/)],
  });
  // Enough words, and the quests that a guide must name.
  await page.keyboard.insertText(` ${'Look at the box before you open it. '.repeat(90)}`);
  for (const quest of QUESTS) {
    await page.keyboard.press('Control+i');
    await page.keyboard.insertText(quest);
    await page.keyboard.press('Control+i');
    await page.keyboard.insertText('. ');
  }
  await saveButton().click();
  await editor.getByRole('button', { name: 'Save', exact: true }).waitFor();
  await preview.getByRole('heading', { level: 1, name: 'Earn free 8BitDo pads' }).waitFor();
  await page.getByRole('link', { name: '/rewards/earn-free-8bitdo-pads' }).waitFor();
  const phone = page.getByLabel('Phone view');
  await phone.uncheck();
  await take('guide-preview', { marked: [phone] });

  await open('/collection/rewards/item/earn-free-robux', form);
  await related.fill('8BitDo pads');
  await editor.getByRole('option', { name: 'Earn free 8BitDo pads' }).first().waitFor();
  await take('guide-related', { side: 'editor', marked: [related] });

  await open('/collection/catalogue', (frame) => frame.getByText('Add', { exact: true }));
  await editor.getByText('Apex coins').waitFor();
  await take('reward-add', { side: 'editor', marked: [add()] });
  await open('/collection/catalogue/create', form);
  await field('Name').fill('Kazoo card');
  await field('Brand').fill('Kazoo');
  await field('Summary').fill('$5');
  await field('Description').fill('A card for the Kazoo store, which arrives as a code.');
  await field('Number').scrollIntoViewIfNeeded();
  await take('reward-fields', { side: 'editor' });
  await pick('Delivery', 'A code, immediately');
  await editor.getByRole('button', { name: 'Add an amount' }).click();
  await editor.getByRole('button', { name: 'Add an amount' }).scrollIntoViewIfNeeded();
  await take('reward-once', { side: 'editor', marked: [saveButton()] });

  await open('/collection/articles', (frame) => frame.getByText('Add', { exact: true }));
  await take('article-add', { side: 'editor', marked: [add()] });
  await open('/collection/articles/create', form);
  await field('Title').fill('A quiet week');
  await field('Summary').fill('What changes in the coming week, and what stays as it is.');
  await take('article-fields', { side: 'editor' });
  await pick('Glyph', 'crystal');
  const glyph = editor.getByRole('combobox', { name: 'Glyph' });
  await editor.locator('img[src*="crystal"]').waitFor();
  await editor.locator('img[src*="crystal"]').scrollIntoViewIfNeeded();
  await take('article-glyph', { side: 'editor', marked: [glyph] });
  await editor.getByLabel('Published on').fill('2030-12-01');
  await editor.getByLabel('Published on').scrollIntoViewIfNeeded();
  await take('article-day', { side: 'editor', marked: [editor.getByLabel('Published on'), saveButton()] });

  await open('/singleton/announcement', form);
  await field('Text').fill('We’re closed for maintenance on 3 December.');
  await editor.getByLabel('Expires on').fill('2030-12-04');
  await preview.getByText('We’re closed for maintenance').waitFor();
  await take('announcement');

  await server.stop();
  server = await startEditServer(onGitHub);
  const github = startGitHub(join(server.root, '.cache/github.git'), server.root);
  await github.answerBrowser(page.context());
  await page.goto(new URL('/keystatic', server.url).href);
  const login = page.getByRole('button', { name: 'Log in with GitHub' });
  await login.waitFor({ timeout: 90_000 });
  await page.setViewportSize({ width: 600, height: 240 });
  await take('github-login', { marked: [login] });
  await page.setViewportSize(SIZE);
  await login.click();
  await page.getByRole('link', { name: 'Authorize' }).click();
  await page.getByRole('link', { name: 'Reward pages' }).first().waitFor();
  await open('/branch/main/singleton/help', form);
  await field('Heading').fill('Help for players');
  await preview.getByRole('heading', { level: 1, name: 'Help for players' }).waitFor();
  await saveButton().click();
  await dialog.getByRole('textbox', { name: 'Branch name' }).fill('help-heading');
  const createBranch = dialog.getByRole('button', { name: 'Create branch and save' });
  await take('github-branch', { side: 'editor', marked: [createBranch] });
  await createBranch.click();
  await dialog.waitFor({ state: 'hidden' });
  await open('/branch/content%2Fhelp-heading', (frame) => frame.getByRole('link', { name: 'Reward pages' }));
  const request = editor.getByRole('button', { name: 'Create pull request' });
  await request.waitFor();
  await take('github-dashboard', { side: 'editor', marked: [request] });
} finally {
  await browser.close();
  await server.stop();
}
