import { randomBytes } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { limits, overBudget, type PageWeight, weighSite } from '../../../../scripts/checks/budgets.ts';
import { folderWith } from '../temp.ts';

const none = new Map<string, number>();
const content: PageWeight = {
  path: '/about-us',
  kind: 'content',
  listed: true,
  touched: false,
  html: 5000,
  inline: 500,
  files: 0,
  script: 0,
  later: 0,
  largest: { script: [], later: [] },
};
const app: PageWeight = {
  path: '/user',
  kind: 'app',
  listed: false,
  touched: false,
  html: 50_000,
  inline: 1500,
  files: 9,
  script: 70_000,
  later: 40_000,
  largest: { script: ['client.js 56000'], later: ['echo.js 9000'] },
};

describe('the limits', () => {
  test('pages within them pass', () => {
    const operator = { ...app, path: '/operator', later: limits.operatorLater };
    const play = { ...app, path: '/games/play', later: limits.playLater };
    const reward = { ...app, path: '/user/reward', later: limits.rewardLater };
    expect(overBudget([content, app, operator, play, reward], new Map([['a.woff2', 16_000]]))).toEqual([]);
  });

  test.each([
    ['HTML', { ...content, html: limits.contentHtml + 1 }],
    ['inline script', { ...content, inline: limits.contentInline + 1 }],
    ['HTML', { ...content, touched: true, html: limits.touchedHtml + 1 }],
    ['inline script', { ...content, touched: true, inline: limits.appInline + 1 }],
    ['loads 1 script files', { ...content, files: 1 }],
    ['first JavaScript', { ...app, script: limits.appScript + 1 }],
    ['later JavaScript', { ...app, later: limits.appLater + 1 }],
    ['later JavaScript', { ...app, path: '/operator', later: limits.operatorLater + 1 }],
    ['later JavaScript', { ...app, path: '/games/play', later: limits.playLater + 1 }],
    ['later JavaScript', { ...app, path: '/reward/84/Robux', later: limits.rewardLater + 1 }],
    ['inline script', { ...app, inline: limits.appInline + 1 }],
    ['loads 17 script files first', { ...app, files: limits.appFiles + 1 }],
  ])('%s over its limit is named with its page', (what, page) => {
    const [finding, ...others] = overBudget([content, content, page], none);
    expect(others).toEqual([]);
    expect(finding).toContain(page.path);
    expect(finding).toContain(what);
    if (what === 'first JavaScript') expect(finding).toContain('client.js 56000');
    if (what === 'later JavaScript') expect(finding).toContain('echo.js 9000');
  });

  test('the median of the pages that search engines may list counts as well', () => {
    const heavy = { ...content, html: limits.contentHtmlMedian + 1 };
    const unlisted = { ...content, listed: false };
    expect(overBudget([content, heavy, heavy, unlisted, unlisted], none)).toHaveLength(1);
    expect(overBudget([content, content, heavy], none)).toEqual([]);
    expect(overBudget([content, heavy, heavy], none)).toEqual([expect.stringContaining('median')]);
  });

  test('a font over its limit, and a site without pages, fail', () => {
    expect(overBudget([content], new Map([['a.woff2', limits.font + 1]]))).toEqual([
      expect.stringContaining('a.woff2'),
    ]);
    expect(overBudget([], none)).toHaveLength(1);
  });
});

describe('weighing', () => {
  /** An incompressible module of about this many bytes. */
  const module = (bytes: number, imports = '') =>
    `${imports}export const x = "${randomBytes(bytes * 0.75).toString('base64')}";`;
  const files = {
    'about-us.html': '<html><script>abc</script><script type="application/ld+json">{"a":1}</script></html>',
    'blog.html': '<meta http-equiv="refresh" content="0;url=https://blog.example">',
    'user.html':
      '<script type="module" src="/_astro/page.js"></script><astro-island component-url="/_astro/Island.js" renderer-url="/_astro/client.js" props="{}"></astro-island>',
    '_astro/page.js': 'import"./shared.js";',
    '_astro/Island.js':
      'import{a}from"./shared.js";export{b}from"./more.js";const l=()=>import(`./late.js`);',
    '_astro/client.js': 'export const c = 1;',
    '_astro/shared.js': module(4000),
    '_astro/more.js': module(4000),
    '_astro/late.js': module(8000, 'import"./shared.js";'),
    '_astro/unused.js': module(20_000),
  };

  test('a content page: inline scripts, data left out', async () => {
    const page = (await weighSite(folderWith(files))).find(({ path }) => path === '/about-us');
    expect(page).toMatchObject({
      kind: 'content',
      inline: brotliCompressSync('abc').length,
      files: 0,
      script: 0,
    });
  });

  test('which pages search engines may list', async () => {
    const pages = await weighSite(
      folderWith({
        'terms.html': '<meta name="robots" content="max-snippet:50">',
        '404.html': '<meta name="robots" content="noindex">',
      }),
    );
    expect(pages.map(({ path, listed }) => [path, listed])).toEqual([
      ['/404', false],
      ['/terms', true],
    ]);
  });

  test('an app page: what it names with all static imports, each once; lazy imports apart', async () => {
    const page = (await weighSite(folderWith(files))).find(({ path }) => path === '/user');
    expect(page).toMatchObject({ kind: 'app', files: 5 });
    expect(page?.script).toBeGreaterThan(5500);
    expect(page?.script).toBeLessThan(9000);
    expect(page?.later).toBeGreaterThan(5500);
    expect(page?.later).toBeLessThan(9000);
  });

  test('the page of our games: the heaviest of the boards, with what only it loads', async () => {
    const [page] = await weighSite(
      folderWith({
        'games/play.html': '<script type="module" src="/_astro/stage.js"></script>',
        '_astro/stage.js':
          'export const all = [() => import("./board.1.js"), () => import("./board.2.js"), () => import("./rest.js")];',
        '_astro/board.1.js': module(3000, 'import"./rules-1.js";'),
        '_astro/board.2.js': module(5000, 'import"./rules-2.js";'),
        '_astro/rules-1.js': module(4000),
        '_astro/rules-2.js': module(1000),
        '_astro/rest.js': module(2000),
      }),
    );
    // The first board with its rules, and the rest: about 9,000 of 15,000.
    expect(page?.later).toBeGreaterThan(6500);
    expect(page?.later).toBeLessThan(9500);
  });

  test('the operators’ page: the heaviest of the screens that its frame imports, with what only it loads', async () => {
    const [page] = await weighSite(
      folderWith({
        'operator.html': '<script type="module" src="/_astro/island.js"></script>',
        '_astro/island.js': 'export const frame = () => import("./AdminFrame.1.js");',
        '_astro/AdminFrame.1.js': module(
          2000,
          'export const all = [() => import("./Orders.js"), () => import("./Users.js")];',
        ),
        '_astro/Orders.js': module(5000, 'import"./Entries.js";'),
        '_astro/Entries.js': module(2000),
        '_astro/Users.js': module(6000),
      }),
    );
    // The frame and the orders: about 9,000 of 15,000.
    expect(page?.later).toBeGreaterThan(6500);
    expect(page?.later).toBeLessThan(9500);
  });

  test('pages that only redirect are left out', async () => {
    expect((await weighSite(folderWith(files))).map(({ path }) => path)).toEqual(['/about-us', '/user']);
  });

  test('a script from another host counts as a script that a content page may not load', async () => {
    const [page] = await weighSite(
      folderWith({ 'terms.html': '<script src="https://cdn.example/a.js"></script>' }),
    );
    expect(page?.files).toBe(1);
  });
});
