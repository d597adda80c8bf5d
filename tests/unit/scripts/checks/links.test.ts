import { describe, expect, test } from 'vitest';
import { type Known, linkFindings, unclearLinks, unreached } from '../../../../scripts/checks/links.ts';
import { hiddenPage, ORIGIN, pageOf, siteOf } from './site-pages.ts';

const known: Known = {
  rewards: new Map([[84, 'Robux']]),
  games: new Map([[1, 'Merge']]),
};
const files = {
  'user/reward.html': hiddenPage(),
  'guest/reward.html': hiddenPage(),
  'guest/game.html': hiddenPage(),
  'login.html': hiddenPage(),
  'glyphs.svg': '<svg><symbol id="steam"/></svg>',
  'terms.html': pageOf({ path: '/terms', body: '<h2 id="1-who">Who</h2><p id="ü">…</p>' }),
};

const findings = async (body: string, head = '') =>
  linkFindings(
    await siteOf({ ...files, 'about-us.html': pageOf({ path: '/about-us', head, body }) }),
    known,
    new Set(['www.roblox.com']),
  );

test.each([
  '<a href="/terms">',
  '<a href="/terms#1-who">',
  '<a href="/terms#%C3%BC">',
  '<p id="here"></p><a href="#here">',
  '<a href="/login?from=%2Fuser%2Freward%2F84%2FRobux#sign-up">',
  '<a href="/user/reward/84/Robux">',
  '<a href="/guest/game/1/Merge">',
  '<a href="/reward/robux">',
  '<a href="/blog">',
  '<a href="https://www.roblox.com/redeem">',
  '<a href="mailto:a@play.example">',
  '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
  '<svg><use href="/glyphs.svg#steam"/></svg>',
  `<a href="${ORIGIN}/terms">`,
])('%s leads to an existing page', async (body) => {
  expect(await findings(body)).toEqual([]);
});

test.each<[string, string]>([
  ['<a href="/nowhere">', '/nowhere leads nowhere'],
  ['<a href="/terms/">', '/terms/ leads nowhere'],
  ['<a href="nowhere">', 'nowhere leads nowhere'],
  ['<a href="">', '"" isn\'t an address'],
  ['<a href="/guest/reward/84/Robux/more">', 'leads nowhere'],
  ['<a href="/guest/reward/85/Robux">', 'number 85 of the rewards'],
  ['<a href="/guest/reward/84/Robox">', 'by the wrong name: write Robux'],
  ['<a href="/guest/game/9/Merge">', 'number 9 of the games'],
  ['<a href="/terms#2-who">', 'the id "2-who"'],
  ['<a href="#there">', 'nothing on /about-us has the id "there"'],
  ['<a href="/login?from=%2Fusr#sign-up">', 'returns to /usr'],
  ['<a href="https://evil.example/">', 'add evil.example to src/content/other-sites.json'],
  ['<a href="http://www.roblox.com/redeem">', "isn't https"],
  ['<a href="javascript:void 0">', "isn't https"],
  ['<img src="/gone.png" alt="">', '/gone.png leads nowhere'],
  ['<img srcset="/favicon.ico 1x, /terms 2x" alt="">', '/favicon.ico leads nowhere'],
  ['<svg><use href="/glyphs.svg#epic"/></svg>', 'the id "epic"'],
  ['<astro-island component-url="/_astro/gone.js"></astro-island>', '/_astro/gone.js leads nowhere'],
  ['<form action="/send"></form>', '/send leads nowhere'],
])('%s is reported', async (body, words) => {
  const found = await findings(body);
  expect(found).toEqual([expect.stringMatching(/^about-us\.html: /)]);
  expect(found[0]).toContain(words);
});

describe('addresses in the head', () => {
  test.each<[string, string]>([
    ['<link rel="icon" href="/gone.svg">', '/gone.svg leads nowhere'],
    ['<meta http-equiv="refresh" content="0;url=/gone">', '/gone leads nowhere'],
    ['<style>@font-face { src: url("/fonts/gone.woff2") }</style>', '/fonts/gone.woff2 leads nowhere'],
    [`<meta property="og:image" content="${ORIGIN}/gone.png">`, '/gone.png leads nowhere'],
    [
      `<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","url":"${ORIGIN}/gone"}</script>`,
      '/gone leads nowhere',
    ],
  ])('%s is reported', async (head, words) => {
    const found = await findings('', head);
    expect(found).toEqual([expect.stringContaining(words)]);
  });
});

test('the same link on several pages is reported once', async () => {
  const link = '<a href="/nowhere">';
  const site = await siteOf({
    'about-us.html': pageOf({ path: '/about-us', body: link }),
    'privacy.html': pageOf({ path: '/privacy', body: link }),
    'terms.html': pageOf({ path: '/terms', body: link }),
  });
  expect(await linkFindings(site, known)).toEqual([
    expect.stringMatching(/^about-us\.html and 2 more pages: \/nowhere/),
  ]);
});

test('a script that loads a file the build didn’t write is reported', async () => {
  const site = await siteOf({
    ...files,
    '_astro/Part.js': 'import"./a.js";const d=["_astro/a.js","_astro/gone.css"];',
    '_astro/a.js': '',
  });
  expect(await linkFindings(site, known)).toEqual([
    "/_astro/Part.js loads _astro/gone.css, which the build didn't write.",
  ]);
});

test('a page for search engines can be reached from the home page with plain links', async () => {
  const lonely = pageOf({ path: '/about-us' });
  const linking = (from: string) => ({
    [`${from}.html`]: pageOf({ path: `/${from}`, body: '<a href="/about-us?a#b">' }),
  });
  const left = async (pages: Record<string, string>) =>
    unreached(await siteOf({ 'about-us.html': lonely, ...pages }));
  expect(await left({})).toEqual([expect.stringContaining('no links lead from the home page to /about-us')]);
  // Linked from a page that can't be reached itself.
  expect(await left(linking('terms'))).toHaveLength(2);
  const home = pageOf({ path: '/', body: '<a href="/terms">' });
  expect(await left({ 'index.html': home, ...linking('terms') })).toEqual([]);
});

test('a link says where it leads, and the same words lead to one address', async () => {
  const body = `
    <p>Read <a href="/terms">the terms</a>, <a href="/terms">the terms</a> or <a class="more" href="/rewards"><b>this</b> page</a>.</p>
    <p><a href="/games/merge">Merge</a>, <a href="/guest/game/1/Merge">Merge</a></p>
    <p><a class="button when-out" href="/login">Start</a><a class="button when-in" href="/user">Start</a></p>`;
  const site = await siteOf({ 'a.html': pageOf({ path: '/a', body }), 'b.html': hiddenPage(body) });
  expect(unclearLinks(site)).toEqual([
    'a.html: the link “this page” doesn’t say where it leads. Name the page.',
    'a.html: “Merge” leads to /games/merge and /guest/game/1/Merge. Choose one, or use other words.',
  ]);
});
