import { describe, expect, test } from 'vitest';
import { readSite } from '../../../../scripts/checks/built-site.ts';
import { metadataFindings, sharedFindings, sitemapFindings } from '../../../../scripts/checks/metadata.ts';
import { limits } from '../../../../src/content/rules.ts';
import { folderWith } from '../temp.ts';
import { hiddenPage, ORIGIN, pageOf, siteOf } from './site-pages.ts';

const terms = (parts: Partial<Parameters<typeof pageOf>[0]> = {}) => pageOf({ path: '/terms', ...parts });
const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const without = (text: string, part: string | RegExp) => {
  const changed = text.replace(part, '');
  expect(changed).not.toBe(text);
  return changed;
};

test('a site with nothing wrong has no findings', async () => {
  const shown = jsonLd({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebPage', lastReviewed: '2026-11-20' },
      { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', name: 'Cats & dogs' }] },
    ],
  });
  const body = '<time datetime="2026-11-20">20 November 2026</time><b>Cats &amp; dogs</b>';
  const site = await siteOf({
    'terms.html': terms({ head: shown, body, title: 'Cats &amp; dogs, and who feeds them' }),
    'user.html': hiddenPage(),
    'blog.html': `<meta http-equiv="refresh" content="0;url=https://blog.example/"><link rel="canonical" href="https://blog.example/">`,
  });
  expect(await metadataFindings(site)).toEqual([]);
  expect(await sitemapFindings(site)).toEqual([]);
});

test('a folder without a home page isn’t a site', async () => {
  await expect(readSite(folderWith({ 'a.html': terms() }))).rejects.toThrow('isn’t a built site');
});

describe('a fault in a page is reported with its file', () => {
  const long =
    'Far too long for a line of a search result, and longer still, as anybody can see who reads on to here';
  test.each<[string, string, string]>([
    ['a short title', terms({ title: 'About us' }), 'title has 8 characters'],
    ['a long title', terms({ title: 'T'.repeat(limits.title.max + 1) }), 'title has 61 characters'],
    ['a short description', terms({ description: 'Who we are.' }), 'description has 11 characters'],
    ['a long description', terms({ description: long.repeat(2) }), 'description has 202 characters'],
    ['the title of another page', terms({ title: 'A page of its own at /' }), 'same title as index.html'],
    [
      'the description of another page',
      terms({
        description: 'What stands at /, told in so many words that it fills a line of a search result.',
      }),
      'same description as index.html',
    ],
    [
      'hidden, without a description',
      hiddenPage().replace(/<meta name="description"[^>]*>/, ''),
      'description has 0 characters',
    ],
    ['two headings', terms({ body: '<h1>Again</h1>' }), '2 <h1>'],
    ['no heading', terms().replaceAll('h1>', 'h2>'), '0 <h1>'],
    ['a heading outside of main', terms().replace('<main>', '<main></main><div>'), 'isn’t inside <main>'],
    ['no language', without(terms(), ' lang="en"'), 'lang="en"'],
    [
      'the address of another page',
      terms().replace(`${ORIGIN}/terms`, `${ORIGIN}/about`),
      `leads to ${ORIGIN}/about, which search engines can't list`,
    ],
    ['no address', without(terms(), /<link rel="canonical"[^>]*>/), 'is missing'],
    [
      'hidden, with an address',
      terms({ head: '<meta name="robots" content="noindex">' }),
      'remove one of them',
    ],
    [
      'moved and hidden, with an address',
      terms({
        head: '<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=/help">',
      }),
      'remove one of them',
    ],
    [
      'no Open Graph',
      without(terms(), /<meta property="og:[\s\S]*(?=<meta name="twitter)/),
      'no Open Graph tags',
    ],
    [
      'another title in chats',
      terms().replace('og:title" content="A', 'og:title" content="B'),
      'og:title should be "A',
    ],
    [
      'another address in chats',
      terms().replace(`og:url" content="${ORIGIN}`, 'og:url" content="https://x.example'),
      'og:url should be',
    ],
    [
      'no language in chats',
      without(terms(), /<meta property="og:locale"[^>]*>/),
      'og:locale should be "en_US"',
    ],
    [
      'an article whose last change chats don’t learn',
      terms({
        head: `<meta property="article:published_time" content="2026-11-20">${jsonLd({ '@type': 'WebPage', datePublished: '2026-11-20', dateModified: '2026-11-21' })}`,
        body: '<time datetime="2026-11-20">20</time><time datetime="2026-11-21">21</time>',
      }).replace('content="website"', 'content="article"'),
      'article:modified_time should be "2026-11-21"',
    ],
    ['a small picture on X', without(terms(), 'summary_large_image'), 'twitter:card'],
    ['a picture without words', without(terms(), 'A card'), 'og:image:alt'],
    [
      'a picture by its path alone',
      terms().replace(`${ORIGIN}/cards`, '/cards'),
      "isn't the absolute address",
    ],
    ['the picture of another page', terms().replace('one.png', 'home.png'), 'same picture as index.html'],
    ['a picture that is gone', terms().replace('one.png', 'two.png'), 'two.png'],
    [
      'a picture of another size',
      terms().replace('height" content="1"', 'height" content="630"'),
      'stated size is 2×630, but /cards/one.png is 2×1',
    ],
    [
      'JSON-LD that is no JSON',
      terms({ head: '<script type="application/ld+json">{</script>' }),
      "isn't valid JSON",
    ],
    [
      'ratings of ourselves',
      terms({ head: jsonLd({ '@type': 'WebPage', review: { '@type': 'AggregateRating' } }) }),
      'the type AggregateRating',
    ],
    [
      'a list that is not shown',
      terms({
        head: jsonLd({ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', name: 'Ghost' }] }),
      }),
      '"Ghost"',
    ],
    [
      'an address without its host',
      terms({ head: jsonLd({ '@type': 'WebPage', url: '/terms' }) }),
      'url "/terms"',
    ],
    [
      'a review that is not shown',
      terms({ head: jsonLd({ '@type': 'WebPage', lastReviewed: '2026-11-20' }) }),
      'lastReviewed 2026-11-20, a day that the page',
    ],
    [
      'a change that is not shown',
      terms({ head: jsonLd({ '@type': 'WebPage', dateModified: '2026-11-20' }) }),
      'dateModified 2026-11-20, a day that the page',
    ],
  ])('%s', async (_, page, words) => {
    const findings = await metadataFindings(await siteOf({ 'terms.html': page }));
    expect(findings).toEqual([expect.stringMatching(/^terms\.html: /)]);
    expect(findings[0]).toContain(words);
  });

  test('a page without a title', async () => {
    const site = await siteOf({ 'user.html': without(hiddenPage(), '<title>Hidden</title>') });
    expect(await metadataFindings(site)).toEqual(['user.html: it needs one <title> with text.']);
  });

  test('a page of the app areas for search engines', async () => {
    const site = await siteOf({ 'guest/games.html': pageOf({ path: '/guest/games' }) });
    expect(await metadataFindings(site)).toEqual([expect.stringContaining('only public pages')]);
  });

  test('a page for sharing whose card is missing', async () => {
    const page = pageOf({ path: '/reward/84/Robux', head: '<meta name="robots" content="noindex">' })
      .replace(/<link rel="canonical"[^>]*>/, '')
      .replace('one.png', 'two.png');
    const site = await siteOf({ 'reward/84/Robux.html': page });
    expect(await metadataFindings(site)).toEqual([
      expect.stringMatching(/^reward\/84\/Robux\.html: .*two\.png/),
    ]);
  });
});

test('a page can name another one as canonical', async () => {
  const page = pageOf({ path: '/reward/84/Robux' }).replace(
    `canonical" href="${ORIGIN}/reward/84/Robux`,
    `canonical" href="${ORIGIN}/terms`,
  );
  const site = await siteOf({
    'terms.html': terms(),
    'reward/84/Robux.html': page.replace('one.png', 'two.png'),
  });
  expect(await metadataFindings(site)).toEqual([expect.stringContaining('two.png')]);
});

test('every reward of the catalogue has its own page with a card', async () => {
  const robux = { id: 84, name: 'Robux' };
  const whole = pageOf({ path: '/reward/84/Robux' });
  const findings = async (pages: Record<string, string>) => sharedFindings(await siteOf(pages), [robux]);
  expect(await findings({ 'reward/84/Robux.html': whole })).toEqual([]);
  expect(await findings({})).toEqual([expect.stringContaining('no page for it')]);
  expect(await findings({ 'reward/84/Robux.html': hiddenPage() })).toEqual([
    expect.stringContaining('is noindex'),
  ]);
  expect(
    await findings({ 'reward/84/Robux.html': whole.replace(/<meta property="og:image" [^>]*>/, '') }),
  ).toEqual([expect.stringContaining('no Open Graph tags')]);
});

describe('the sitemap', () => {
  const findings = async (files: Record<string, string>) =>
    sitemapFindings(await siteOf({ 'terms.html': terms(), 'test.html': hiddenPage(), ...files }));
  const listing = (...paths: string[]) => ({
    'sitemap-0.xml': paths.map((path) => `<loc>${ORIGIN}${path}</loc>`).join(''),
  });

  test('is reported with the page that it lacks', async () => {
    expect(await findings(listing('/'))).toEqual([expect.stringContaining(`it lacks ${ORIGIN}/terms`)]);
  });

  test('contains no hidden page and no duplicates', async () => {
    expect(await findings(listing('/', '/terms', '/test', '/'))).toEqual([
      expect.stringContaining(`it names ${ORIGIN}/test`),
      expect.stringContaining(`it names ${ORIGIN}/,`),
    ]);
  });

  test('contains only addresses that work', async () => {
    expect(await findings(listing('/', '/terms', '/gone'))).toEqual([
      expect.stringContaining(`it names ${ORIGIN}/gone`),
      expect.stringContaining(`${ORIGIN}/gone answers with 404`),
    ]);
  });

  test('is named by robots.txt, which blocks nothing', async () => {
    expect(await findings({ 'robots.txt': 'User-agent: *\nDisallow: /user\n' })).toEqual([
      expect.stringContaining(`"Sitemap: ${ORIGIN}/sitemap-index.xml"`),
      expect.stringContaining('it disallows /user'),
    ]);
  });
});
