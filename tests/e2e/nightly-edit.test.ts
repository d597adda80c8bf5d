/** What marketers do in the editor, and its effect on the site. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test';
import { filesUnder } from '../../scripts/files.ts';
import { readCatalogue } from '../../server/features/catalogue/files.ts';
import { expect, test } from '../support/e2e.ts';
import { type EditServer, startEditServer } from '../support/edit-server.ts';

test.describe.configure({ mode: 'serial' });

let server: EditServer;
/** One browser for all tests, because it caches the editor's many scripts. */
let context: BrowserContext;
test.beforeAll(async ({ browser }) => {
  server = await startEditServer();
  context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
});
test.afterEach(async () => {
  for (const page of context.pages()) await page.close();
});
test.afterAll(() => server.stop());

const fileOf = (slug: string) => join(server.root, `src/content/rewards/${slug}.md`);
const read = (file: string) => readFileSync(file, 'utf8');

/** Opens the workspace at a place of the editor: '/collection/rewards/create'. */
async function open(place: string): Promise<Open> {
  const page = await context.newPage();
  await page.goto(`${server.url}#/keystatic${place}`);
  const editor = page.frameLocator('#editor');
  // The editor's many scripts are prepared on first use.
  await editor.getByRole('button', { name: /^(?:Create|Save)$/ }).waitFor({ timeout: 60_000 });
  return {
    page,
    editor,
    preview: page.frameLocator('#preview'),
    findings: page.locator('#findings'),
  };
}

interface Open {
  readonly page: Page;
  readonly editor: FrameLocator;
  readonly preview: FrameLocator;
  /** The mistakes that the workspace lists. */
  readonly findings: Locator;
}

const field = (editor: FrameLocator, label: string) =>
  editor.getByRole('textbox', { name: label, exact: true });

/** Types part of a name and selects the first result. */
async function pick(editor: FrameLocator, label: string, part: string): Promise<void> {
  const box = editor.getByRole('combobox', { name: label });
  await box.fill(part);
  await editor.getByRole('option', { name: part }).first().click();
}

/** 640 words, none of them a claim. */
const TEXT = 'This page is here to be built and looked at. '.repeat(64);
/** A guide must name three quests of our own games. */
const QUESTS = readCatalogue()
  .games.filter(({ source }) => source === 'own')
  .flatMap(({ quests }) => quests.map(({ name }) => name))
  .slice(0, 3);

/** Any picture works. */
const PICTURE = join(import.meta.dirname, '../../docs/playtally.webp');

const NEW = 'earn-free-8bitdo-pads';

const today = () => new Date().toISOString().slice(0, 10);

test('a new page can’t be saved while a value is wrong, and is previewed before it is saved', async () => {
  const opened = today();
  const { page, editor, preview, findings } = await open('/collection/rewards/create');
  const refused = (words: string) => editor.getByText(`src/content/rewards/${NEW}.md: ${words}`);
  await field(editor, 'Title').fill('Too short');
  await field(editor, 'Heading').fill('Earn free 8BitDo pads');
  await expect(field(editor, 'Address')).toHaveValue(NEW);
  await field(editor, 'Description').fill(
    'How points from games become a controller from 8BitDo, and what to know before you order one.',
  );
  await pick(editor, 'Reward', '8BitDo Ultimate controller');
  await pick(editor, 'Related pages', 'Earn free Robux');
  await pick(editor, 'Related pages', 'Earn free V-Bucks');

  await editor.getByRole('button', { name: 'Create' }).click();
  await expect(refused('title has 9 characters; it must have 15 to 60.')).toBeVisible();
  await expect(refused('related has 2 pages; it must have 3 to 5.')).toBeVisible();
  await expect(refused('text has 0 words; it must have 600 to 1,200.')).toBeVisible();
  await expect(findings).toContainText(`${NEW}.md: title has 9 characters; it must have 15 to 60.`);
  expect(existsSync(fileOf(NEW))).toBe(false);

  // Today's date and "First published." are already filled in.
  await editor.getByRole('group', { name: 'What changed' }).getByRole('button', { name: 'Add' }).click();
  await editor.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(editor.getByRole('dialog')).toBeHidden();
  await field(editor, 'Title').fill('Earn an 8BitDo controller by playing games');
  await pick(editor, 'Related pages', 'Earn free Minecraft codes');
  await field(editor, 'Text').click();
  await page.keyboard.insertText(TEXT);
  for (const quest of QUESTS) {
    await page.keyboard.press('Control+i');
    await page.keyboard.insertText(quest);
    await page.keyboard.press('Control+i');
    await page.keyboard.insertText('. ');
  }
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Earn free 8BitDo pads');
  await expect(preview.getByText('This page is here to be built')).toBeVisible();
  await expect(findings).toBeEmpty();
  expect(existsSync(fileOf(NEW))).toBe(false);

  await editor.getByRole('button', { name: 'Create' }).click();
  await expect(editor.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  const saved = today();
  await expect
    // The review's date is the day on which the form was opened, which may be yesterday by now.
    .poll(() => existsSync(fileOf(NEW)) && read(fileOf(NEW)).replace(`: ${opened}\n`, `: ${saved}\n`))
    .toBe(
      `---
title: Earn an 8BitDo controller by playing games
heading: Earn free 8BitDo pads
description: >-
  How points from games become a controller from 8BitDo, and what to know before
  you order one.
reward: 54
related:
  - earn-free-robux
  - earn-free-vbucks
  - earn-free-minecraft-codes
reviewed: ${saved}
changes:
  - date: ${saved}
    what: First published.
sources: []
scenes: []
---

${TEXT}${QUESTS.map((quest) => `*${quest}*.`).join(' ')}
`,
    );
  // The editing server answers nothing else while it loads the new page.
  const pageOf = () => fetch(new URL(`/rewards/${NEW}`, server.url)).then(({ status }) => status);
  await expect.poll(pageOf).toBe(200);
});

test('a change alters only that part of the file, and is previewed while it is typed', async () => {
  const before = read(fileOf('earn-free-robux'));
  const { editor, preview, findings } = await open('/collection/rewards/item/earn-free-robux');
  await field(editor, 'Heading').fill('Earn Robux for free');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Earn Robux for free');
  await pick(editor, 'Glyph', 'itchdotio');
  await editor.getByLabel('Picture', { exact: true }).setInputFiles(PICTURE);
  await field(editor, 'What the picture shows').fill('The home page and the dashboard');
  await expect(findings).toHaveText('Save the page to see the new picture here.');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();

  await expect
    .poll(() => read(fileOf('earn-free-robux')))
    .toBe(
      before
        .replace('heading: Earn free Robux', 'heading: Earn Robux for free')
        .replace('\nscenes:\n', '\nglyph: itchdotio\nscenes:\n')
        .replace(
          '\n---\n\n',
          '\npicture:\n  src: ../../assets/rewards/earn-free-robux/picture.webp\n  alt: The home page and the dashboard\n---\n\n',
        ),
    );
  await expect(preview.getByRole('img', { name: 'The home page and the dashboard' })).toBeVisible();
});

test('text typed before the choices have loaded still finds them', async () => {
  const typed = Promise.withResolvers<void>();
  await context.route('**/edit/choices.json', async (route) => {
    await typed.promise;
    await route.continue();
  });
  const { editor, findings } = await open('/collection/rewards/item/earn-free-zcash');
  await editor.getByRole('combobox', { name: 'Retired' }).fill('Earn free V-Bucks');
  typed.resolve();
  await editor.getByRole('option', { name: 'Earn free V-Bucks' }).first().click();
  await expect(findings).toContainText('Its address leads to /rewards/earn-free-vbucks.');
  await context.unroute('**/edit/choices.json');
});

test('a page can be retired only once no other page names it', async () => {
  const { editor, findings } = await open('/collection/rewards/item/earn-free-gta-shark-card');
  await pick(editor, 'Retired', 'Earn free V-Bucks');
  await expect(findings).toContainText('Its address leads to /rewards/earn-free-vbucks.');
  await expect(findings).toContainText(
    '.md: related names "earn-free-gta-shark-card", which is retired. Choose another.',
  );
});

test('an address that is taken, and a picture that is too heavy, are reported immediately', async () => {
  const { editor } = await open('/collection/rewards/create');
  await field(editor, 'Heading').fill('Earn free Robux');
  await expect(
    editor.getByText(
      'src/content/rewards/earn-free-robux.md: address is "earn-free-robux", which is already taken. Choose another.',
    ),
  ).toBeVisible();
  await editor
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.alloc(4_000_000) });
  await expect(editor.getByText('picture.src is 3.8 MB; it can be at most 2 MB.')).toBeVisible();
});

test('a new reward is added with values that are chosen once', async () => {
  const file = join(server.root, 'src/content/catalogue/rewards/kazoo-card.json');
  const { editor } = await open('/collection/catalogue/create');
  await expect(field(editor, 'Number')).not.toHaveValue('');
  const id = Number(await field(editor, 'Number').inputValue());
  await field(editor, 'Name').fill('Kazoo card');
  await pick(editor, 'Kind', 'card');
  await field(editor, 'Brand').fill('Kazoo');
  await field(editor, 'Game or platform').fill('Kazoo');
  await field(editor, 'Summary').fill('$5');
  await field(editor, 'Description').fill('A card for the Kazoo store, which arrives as a code.');
  for (const [at, step] of ['Open the store.', 'Enter the code.'].entries()) {
    await editor.getByRole('button', { name: 'Add a step' }).click();
    await field(editor, `Step ${at + 1}`).fill(step);
  }
  await field(editor, 'Regions').fill('Everywhere.');
  await pick(editor, 'Minimum age', '13');
  await pick(editor, 'Delivery', 'A code, immediately');
  await editor.getByRole('button', { name: 'Add an amount' }).click();
  await editor.getByRole('button', { name: 'Create' }).click();
  await expect
    .poll(() => existsSync(file) && JSON.parse(read(file)))
    .toMatchObject({
      id,
      name: 'Kazoo card',
      kind: 'card',
      min_age: 13,
      delivery: { kind: 'code' },
      added: today(),
      amounts: [{ id: id * 100 + 1, label: '$5', points: 5000, cents: 500 }],
    });
});

test('a retired page keeps its file', async () => {
  const { editor, findings } = await open('/collection/rewards/item/earn-free-rixty-codes');
  await pick(editor, 'Retired', 'The list of all rewards');
  await expect(findings).toHaveText('This page is retired. Its address leads to /rewards.');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => read(fileOf('earn-free-rixty-codes'))).toContain('\nretired: rewards\n');
});

test('a catalogue reward keeps its price and the fields that aren’t edited', async () => {
  const file = join(server.root, 'src/content/catalogue/rewards/robux.json');
  const before = read(file);
  const { editor, preview } = await open('/collection/catalogue/item/robux');
  await field(editor, 'Summary').fill('400, 800 or 1,700, sent to your name');
  await expect(preview.getByText('400, 800 or 1,700, sent to your name').first()).toBeVisible();
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(() => read(file))
    .toBe(before.replace('"400, 800 or 1,700"', '"400, 800 or 1,700, sent to your name"'));
});

test('the home page’s words and figures are previewed while they are typed', async () => {
  const file = join(server.root, 'src/content/landing/home.md');
  const before = read(file);
  const { editor, preview, findings } = await open('/singleton/home');
  await field(editor, 'Next to the button').fill('Up to {daily} points a day');
  await expect(preview.getByText(/^Up to [\d,]+ points a day$/)).toBeVisible();
  await field(editor, 'Next to the button').fill('Up to {dayly} points a day');
  await expect(findings).toContainText("home.md: promise has {dayly}, which isn't a figure");
  await field(editor, 'Next to the button').fill('Free to join.');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => read(file)).toBe(before.replace(/^promise: .*$/m, 'promise: Free to join.'));
});

test('an address is changed only in the settings', async () => {
  const file = join(server.root, 'src/content/site.json');
  const before = read(file);
  const { editor, findings } = await open('/singleton/site');
  await field(editor, 'FAQ').fill('https://help.playtally.example');
  await expect(findings).toContainText('site.json: faq is only an example address. Enter a real one.');
  await field(editor, 'FAQ').fill('https://help.playtally.test/faq');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => read(file)).toBe(before.replace('"/help"', '"https://help.playtally.test/faq"'));
});

test('the site contains what was saved and no part of the editor', async () => {
  const { code, output } = await server.build();
  expect(code, output).toBe(0);
  const dist = join(server.root, 'dist');
  const kinds = ['things', 'gift-cards']
    .map((kind) => read(join(dist, `rewards/kinds/${kind}.html`)))
    .join('');
  const listed = kinds.match(/(?<=href=")\/rewards\/[^"]+/g);
  const sitemap = read(join(dist, 'sitemap-0.xml')).match(/\/rewards\/[^<]+(?=<\/loc>)/g);
  for (const list of [listed, sitemap]) {
    expect(list).toContain(`/rewards/${NEW}`);
    expect(list).not.toContain('/rewards/earn-free-rixty-codes');
  }
  expect(read(join(dist, `rewards/${NEW}.html`))).toContain('<h1>Earn free 8BitDo pads</h1>');
  expect(read(join(dist, 'rewards/earn-free-robux.html'))).toContain('alt="The home page and the dashboard"');
  expect(read(join(dist, '_redirects'))).toContain('/rewards/earn-free-rixty-codes /rewards 308\n');

  expect(read(join(dist, '_redirects'))).toContain('/faq https://help.playtally.test/faq 301\n');
  const home = read(join(dist, 'index.html'));
  expect(home).toContain('Free to join.');
  expect(home.match(/href="https:\/\/help\.playtally\.test\/faq"/g)).toHaveLength(2);

  const ofEditor = (await filesUnder(dist)).filter(
    (file) => !/\.(?:br|gz)$/.test(file) && read(join(dist, file)).toLowerCase().includes('keystatic'),
  );
  expect(ofEditor).toEqual([]);
});
