/** The build's messages about wrong files, with real files in a project that only has our content. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drawings, scenes } from '../../../src/content/glyph-files.ts';
import { contentSentences } from '../../../src/content/kinds.ts';
import { retiredPages } from '../../../src/content/retired.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PAGES = 'src/content/rewards';
/** The time limit of a load, in milliseconds. Each is a separate process. */
const timeout = 120_000;
let project = '';

beforeEach(() => {
  // Inside our own folder, so that packages are found.
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  project = mkdtempSync(join(ROOT, '.cache/content-'));
  for (const part of [
    'src/content',
    'src/content.config.ts',
    'src/components/glyphs',
    'src/components/scenes',
    'src/lib',
    'package.json',
  ])
    cpSync(join(ROOT, part), join(project, part), { recursive: true });
  writeFileSync(join(project, 'astro.config.mjs'), 'export default {};\n');
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

/** Replaces a part of a page, which has to exist. */
function change(slug: string, from: string | RegExp, to: string): void {
  const file = join(project, PAGES, `${slug}.md`);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}

/** Loads the content like a build, and returns its exit code and output. */
function load(): { code: number | null; output: string } {
  const astro = join(ROOT, 'node_modules/astro/bin/astro.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [astro, 'sync'], {
    cwd: project,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    encoding: 'utf8',
  });
  return { code: status, output: `${stdout}${stderr}` };
}

/** A build's messages, without the build. */
const found = () => contentSentences(pathToFileURL(`${project}/`));

const sentencesIn = (output: string) => output.match(/^src\/content\/.*$/gm) ?? [];

test('wrong settings and a wrong home page are reported in the same way', () => {
  const site = join(project, 'src/content/site.json');
  const good = readFileSync(site, 'utf8');
  const { tagline, ...settings } = JSON.parse(good);
  writeFileSync(site, JSON.stringify({ ...settings, faq: 'help', slogan: tagline }));
  expect(found()).toEqual([
    'src/content/site.json: tagline is missing.',
    'src/content/site.json: faq must begin with a slash, like /help, or with https://.',
    "src/content/site.json: slogan isn't a field of this page. Remove it, or correct its name.",
  ]);

  writeFileSync(site, good);
  const home = join(project, 'src/content/landing/home.md');
  writeFileSync(
    home,
    readFileSync(home, 'utf8')
      .replace('{rateMoney}', '{money}')
      .replace(/### [\s\S]*/, '## Questions\n'),
  );
  const hub = join(project, 'src/content/hubs/games.md');
  writeFileSync(hub, readFileSync(hub, 'utf8').replace(/^teaser: .*\n/m, ''));
  expect(found()).toEqual([
    expect.stringMatching(/home\.md: promise has \{money\}, which isn't a figure/),
    'src/content/landing/home.md: text must consist of questions, each a heading of level 3 with its answer below.',
    'src/content/hubs/games.md: teaser is missing.',
  ]);
});

test('every wrong value is reported in a sentence with file and field, all together', { timeout }, () => {
  change('earn-free-apex-coins', /^title: .*$/m, `title: ${'Apex coins '.repeat(7).trim()}`);
  change('earn-free-amazon-gift-cards', /^changes:\n(?: .*\n)+/m, '');
  change('earn-free-bitcoin', 'https://bitcoin.org/en/you', 'http://bitcoin.org/en/you');
  change('earn-free-cardano', /^heading: .*\n/m, '');
  change('earn-free-cardano', /^reviewed: .*$/m, 'reviewed: soon');
  change('earn-free-csgo-skins', /^reviewed/m, 'colour: red\nreviewed');
  change('earn-free-ethereum', /^reward: .*$/m, 'reward: 9999');
  change('earn-free-litecoin', '  - phrase\n', '  - poem\n');
  change('earn-free-zcash', 'scenes:\n', 'scenes:\n  - order\n');
  change('earn-free-monero', / {2}- earn-free-\S+\n/, '  - earn-free-nothing\n  - earn-free-monero\n');
  change(
    'earn-free-psn-codes',
    /^related:\n( {2}- \S+\n)+/m,
    'related:\n  - earn-free-robux\n  - earn-free-robux\n',
  );
  change('earn-free-r6-credits', /^reviewed/m, 'glyph: no such glyph\npicture:\n  src: ./cat.gif\nreviewed');
  change(
    'earn-free-ripple',
    /^reviewed/m,
    'glyph: nosuchglyph\npicture:\n  src: ./cat.png\n  alt: A cat\nreviewed',
  );
  change('earn-free-robux', /\n---\n\n[\s\S]*$/, '\n---\n\nIt costs 5,000 points.\n');
  change('earn-free-spotify-premium', /^title: .*$/m, 'title: "Not closed');
  writeFileSync(join(project, PAGES, 'Earn Free.md'), '');
  change('earn-free-imvu-credits', /^reviewed/m, 'retired: earn-free-rixty-codes\nreviewed');
  change('earn-free-rixty-codes', /^reviewed/m, 'retired: rewards\nreviewed');
  change('earn-free-xbox-gift-cards', /^reviewed/m, 'picture:\n  src: ./heavy.png\n  alt: Noise\nreviewed');
  writeFileSync(join(project, PAGES, 'heavy.png'), new Uint8Array(3_500_000));

  const { code, output } = load();
  expect(code).toBe(1);
  expect(sentencesIn(output).filter((line) => !line.endsWith('which is retired. Choose another.'))).toEqual(
    [
      'Earn Free.md: the name of the file must have only lowercase letters and digits, with single hyphens between them.',
      'earn-free-amazon-gift-cards.md: changes is missing.',
      'earn-free-apex-coins.md: title has 76 characters; it must have 15 to 60.',
      "earn-free-bitcoin.md: the first source's url must be an address that begins with https://.",
      'earn-free-cardano.md: heading is missing.',
      'earn-free-cardano.md: reviewed must be a date such as 2026-11-20.',
      "earn-free-csgo-skins.md: colour isn't a field of this page. Remove it, or correct its name.",
      'earn-free-ethereum.md: reward is 9999, but the catalog has no such reward.',
      `earn-free-litecoin.md: scenes names "poem", which isn't one of our pictures. They are ${scenes(ROOT).join(', ')}.`,
      'earn-free-monero.md: related names "earn-free-nothing", but there is no such page.',
      'earn-free-monero.md: related names this page itself. Choose another.',
      'earn-free-psn-codes.md: related has 2 pages; it must have 3 to 5.',
      'earn-free-psn-codes.md: related names a page twice. Remove one of them.',
      'earn-free-r6-credits.md: glyph must be the name of a glyph, such as "roblox" or "gift-card".',
      'earn-free-r6-credits.md: picture.src must end with .jpg, .jpeg, .png, .webp or .avif.',
      'earn-free-r6-credits.md: picture.alt is missing.',
      `earn-free-ripple.md: glyph is "nosuchglyph", but neither our drawings nor simple-icons have it.`,
      `earn-free-ripple.md: picture.src names the file "./cat.png", which doesn't exist.`,
      'earn-free-robux.md: text has 5 words; it must have 600 to 1,200.',
      `earn-free-robux.md: text has "5,000 points". Leave points out: they come from the catalog.`,
      'earn-free-robux.md: text names 0 quests of our games in italics; it must name at least 3.',
      `earn-free-spotify-premium.md: the part between the --- lines can't be read: unexpected end of the stream within a double quoted scalar (30:1).`,
      'earn-free-xbox-gift-cards.md: picture.src is 3.3 MB; it can be at most 2 MB.',
      'earn-free-zcash.md: scenes has 4 pictures, but the reward has 3 steps in the catalog.',
    ].map((line) => `${PAGES}/${line}`),
  );
  expect(sentencesIn(output)).toContain(
    `${PAGES}/earn-free-imvu-credits.md: retired names "earn-free-rixty-codes", which is retired. Choose another.`,
  );
  // The place in our code doesn't help the author.
  expect(output).not.toContain('pages-loader');
});

test('a document has the same limits', () => {
  const file = join(project, 'src/content/legal/terms.md');
  const terms = readFileSync(file, 'utf8').replace(/^description: [\s\S]*?(?=^\w)/m, 'description: Short.\n');
  writeFileSync(file, terms);
  expect(found()).toEqual([
    'src/content/legal/terms.md: description has 6 characters; it must have 70 to 160.',
  ]);
});

test('the catalogue has the same limits', () => {
  const folder = 'src/content/catalogue/rewards';
  const robux = readFileSync(join(project, folder, 'robux.json'), 'utf8');
  const wrong = robux
    .replace('"points": 5000', '"points": 499')
    .replace(/"summary": ".*"/, `"summary": "${'x'.repeat(81)}"`)
    .replace(/"colour": ".*"/, '"colour": "red"')
    .replace('"added"', '"aded": 1, "added"')
    .replace(/"brand": ".*",/, '');
  writeFileSync(join(project, folder, 'robux.json'), wrong);
  const zcash = readFileSync(join(project, folder, 'zcash.json'), 'utf8');
  writeFileSync(join(project, folder, 'zcash.json'), zcash.replace('"id": 7,', '"id": 8,'));
  writeFileSync(join(project, folder, 'half.json'), '{ "id": 1, ');
  expect(found().filter((line) => line.startsWith(folder))).toEqual([
    `${folder}/half.json: the file isn't valid JSON: Expected double-quoted property name in JSON at position 11 (line 1 column 12).`,
    `${folder}/robux.json: brand is missing.`,
    `${folder}/robux.json: colour must be # and six digits or letters from a to f, such as #2a2d34.`,
    `${folder}/robux.json: summary has 81 characters; it can have at most 80.`,
    `${folder}/robux.json: the first amount's points is 499; it must be at least 500.`,
    `${folder}/robux.json: aded isn't a field of this page. Remove it, or correct its name.`,
    `${folder}/zcash.json: id is 8, which ${folder}/amazon-gift-card.json already has. Choose another number.`,
  ]);
});

test('what only all rewards together show is reported too', () => {
  const folder = 'src/content/catalogue/rewards';
  const edit = (slug: string, from: string | RegExp, to: string) => {
    const file = join(project, folder, `${slug}.json`);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(from);
    writeFileSync(file, text.replace(from, to));
  };
  edit('zcash', '"name": "Zcash"', '"name": "Bitcoin"');
  edit('monero', 'can fall to nothing', 'can rise');
  edit('dogecoin', '"min_age": 18', '"min_age": 13');
  expect(found()).toEqual([
    `${folder}/dogecoin.json: min_age must be 18 for cryptocurrency.`,
    `${folder}/monero.json: description must say that the value of cryptocurrency "can fall to nothing".`,
    `${folder}/zcash.json: name is "Bitcoin", which ${folder}/bitcoin.json already has. Choose another.`,
  ]);
});

test('a kind of reward is in one list', () => {
  const list = (name: string) => join(project, `src/content/reward-lists/${name}.md`);
  const things = readFileSync(list('things'), 'utf8');
  const [, kind = ''] = /^kinds:\n {2}- (\S+)$/m.exec(things) ?? [];
  expect(kind).not.toBe('');
  writeFileSync(list('things'), things.replace(/^kinds:\n(?: {2}.*\n)+/m, 'kinds:\n  - card\n'));
  expect(found()).toEqual([
    'src/content/reward-lists/game-credit.md: kinds names "card", which things.md already lists.',
    `src/content/reward-lists/game-credit.md: kinds must name "${kind}", because no other list does.`,
    'src/content/reward-lists/things.md: kinds names "card", which game-credit.md already lists.',
  ]);
});

test('a page that expires before it is published is reported', () => {
  change('earn-free-zcash', /^reviewed/m, 'publish_on: 2030-02-01\nexpires_on: 2030-01-01\nreviewed');
  const article = join(project, 'src/content/catalogue/articles/merge-past-512.json');
  const { published_at, ...fields } = JSON.parse(readFileSync(article, 'utf8'));
  writeFileSync(article, JSON.stringify({ ...fields, published_at, expires_on: published_at }));
  expect(found()).toEqual([
    `${PAGES}/earn-free-zcash.md: expires_on must be after publish_on.`,
    'src/content/catalogue/articles/merge-past-512.json: expires_on must be after published_at.',
  ]);
});

test('an article’s glyph is one of our drawings, because lists of articles don’t load logos', () => {
  const withGlyph = (slug: string, glyph: string) => {
    const file = join(project, `src/content/catalogue/articles/${slug}.json`);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), glyph }));
  };
  withGlyph('how-rounds-are-counted', 'gem');
  withGlyph('keep-your-game-accounts', 'No Such');
  withGlyph('merge-past-512', 'steam');
  expect(found()).toEqual([
    'src/content/catalogue/articles/keep-your-game-accounts.json: glyph must be the name of a glyph, such as "roblox" or "gift-card".',
    `src/content/catalogue/articles/merge-past-512.json: glyph is "steam", which isn't one of our drawings. They are ${drawings(ROOT).join(', ')}.`,
  ]);
});

test('a page isn’t retired to one that the site doesn’t show yet, and takes no address that leads elsewhere', () => {
  const file = (slug: string) => join(project, PAGES, `${slug}.md`);
  const page = readFileSync(file('earn-free-robux'), 'utf8');
  writeFileSync(file('earn-free-xrp'), page.replace(/^reviewed/m, 'draft: true\nreviewed'));
  writeFileSync(file('earn-free-later'), page.replace(/^reviewed/m, 'publish_on: 2999-01-01\nreviewed'));
  change('earn-free-imvu-credits', /^reviewed/m, 'retired: earn-free-xrp\nreviewed');
  change('earn-free-rixty-codes', /^reviewed/m, 'retired: earn-free-later\nreviewed');
  const notYet = (slug: string, target: string) =>
    `${PAGES}/${slug}.md: retired names "${target}", which isn't on the site yet. Publish it first, or choose another.`;
  const sentences = found();
  expect(sentences).toContain(notYet('earn-free-imvu-credits', 'earn-free-xrp'));
  expect(sentences).toContain(notYet('earn-free-rixty-codes', 'earn-free-later'));
  expect(sentences).toContain(
    `${PAGES}/earn-free-xrp.md: the address /rewards/earn-free-xrp already leads to /rewards/earn-free-ripple. Choose another name for the file.`,
  );
});

test('a page can be retired if no other page names it, and its address then redirects', () => {
  const read = (slug: string) => readFileSync(join(project, PAGES, `${slug}.md`), 'utf8');
  const slugs = readdirSync(join(project, PAGES)).map((name) => basename(name, '.md'));
  // Pages that aren't retired yet, and that no text links to.
  const [one = '', other = ''] = slugs.filter(
    (slug) =>
      !/^(?:retired|draft|.*_on):/m.test(read(slug)) &&
      !slugs.some((by) => read(by).includes(`(/rewards/${slug})`)),
  );
  change(one, /^reviewed/m, `retired: ${slugs.find((slug) => slug !== one && slug !== other)}\nreviewed`);
  change(other, /^reviewed/m, 'retired: rewards\nreviewed');
  for (const slug of slugs)
    for (const retired of [one, other])
      if (read(slug).includes(`  - ${retired}\n`)) change(slug, `  - ${retired}\n`, '');
  expect(found().filter((line) => !line.includes('related has 2 pages'))).toEqual([]);
  expect(retiredPages(project)).toMatchObject({
    [`/rewards/${one}`]: `/rewards/${slugs.find((slug) => slug !== one && slug !== other)}`,
    [`/rewards/${other}`]: '/rewards',
  });
});
