/** Every item of the catalogue has an indexable page with its content, and its page for guests names that as canonical. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import {
  canonicalOf,
  elementsWith,
  isIndexed,
  isRedirect,
  jsonLdOf,
  type Page,
  readSite,
} from '../../scripts/checks/built-site.ts';
import { textOf } from '../../scripts/checks/page-kinds.ts';
import { SITE } from '../../scripts/test-site.ts';
import { readCatalogue } from '../../server/features/catalogue/files.ts';
import { readEntries } from '../../src/content/catalogue-loader.ts';
import { firstPath, minutesTo } from '../../src/content/own-games-pace.ts';
import { catalogueArticleSchema } from '../../src/lib/contract/catalogue/catalogue.ts';
import { isShown } from '../../src/lib/contract/catalogue/schedule.ts';
import { CASES_PER_DAY } from '../../src/lib/contract/limits.ts';
import { publicHrefs } from '../../src/lib/routing/public.ts';
import { findRoute, hrefs, routes } from '../../src/lib/routing/routes.ts';
import { site } from '../../src/lib/site.ts';

const root = pathToFileURL(`${join(import.meta.dirname, '../..')}/`);
const { rewards, games, cases, contests } = readCatalogue();
const own = games.filter(({ source }) => source === 'own');
const articles = [...readEntries(catalogueArticleSchema, root, 'articles').entries.values()]
  .map(({ data }) => data)
  .filter(({ draft, published_at, expires_on }) => isShown({ draft, publish_on: published_at, expires_on }))
  .sort((a, b) => b.published_at.localeCompare(a.published_at));

const { pages, origin } = await readSite(SITE);

interface Thing {
  readonly path: string;
  /** Its page for guests. */
  readonly twin?: string;
}
interface Kind {
  readonly what: string;
  readonly things: readonly Thing[];
  /** In its text. */
  readonly holds: readonly string[];
  /** Where it leads. */
  readonly links?: (path: string) => string;
  /** What its JSON-LD must contain. */
  readonly says?: Readonly<Record<string, unknown>>;
}

const aDay = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const publisher = expect.objectContaining({ '@type': 'Organization' });
const cost = ['Prices', 'How long does it take?', 'In these games', 'Where it works', 'earned by playing'];
const drawn = ['How we draw', 'The exact rules, for your own program'];

const kinds: readonly Kind[] = [
  {
    what: 'list',
    things: [
      { path: routes.rewardsHub.pattern, twin: routes.guestRewards.pattern },
      { path: routes.games.pattern, twin: routes.guestGames.pattern },
      { path: routes.articles.pattern, twin: hrefs.guestArticle() },
      { path: routes.cases.pattern, twin: routes.guestCases.pattern },
      { path: routes.contests.pattern, twin: routes.guestContests.pattern },
    ],
    holds: [],
  },
  {
    what: 'reward',
    things: rewards.map(({ id, name }) => ({
      path: hrefs.reward(id, name),
      twin: hrefs.guestReward(id, name),
    })),
    holds: [...cost, 'How to redeem it', 'Start your tally'],
  },
  {
    what: 'guide',
    things: [...pages.values()]
      .filter((page) => findRoute(page.path)?.name === 'rewardPage' && !isRedirect(page))
      .map(({ path }) => ({ path })),
    holds: [...cost, 'What changed', 'Last reviewed', 'Related rewards', 'Start your tally'],
    says: { '@type': 'WebPage', publisher, datePublished: aDay, dateModified: aDay, lastReviewed: aDay },
  },
  {
    what: 'game of our own',
    things: own.map(({ id, name, slug }) => ({
      path: publicHrefs.game(slug),
      twin: hrefs.guestGame(id, name),
    })),
    holds: ['Controls', 'Quests and what they pay', 'What our games pay', 'Last reviewed'],
    links: (path) => hrefs.play(path.slice(routes.games.pattern.length + 1), 'desktop'),
    says: { '@type': 'WebPage', publisher, lastReviewed: aDay },
  },
  {
    what: 'article',
    things: articles.map(({ id, title, slug }) => ({
      path: publicHrefs.article(slug),
      twin: hrefs.guestArticle(id, title),
    })),
    holds: ['Published', 'What changed'],
    says: { '@type': 'Article', publisher, author: publisher, datePublished: aDay, dateModified: aDay },
  },
  {
    what: 'case',
    things: cases.map(({ id, name, slug }) => ({
      path: publicHrefs.case(slug),
      twin: hrefs.guestCase(id, name),
    })),
    holds: [`${CASES_PER_DAY} openings a day`, ...drawn, 'Chance', 'Highest payout', 'Recent openings'],
  },
  {
    what: 'contest',
    things: contests.map(({ slug }) => ({ path: publicHrefs.contest(slug) })),
    holds: [...drawn, 'Odds', 'Prizes', 'Who can enter', 'past winners'],
  },
];

/** The canonical address of a path. */
const listedOf = (path: string) => {
  const page = pages.get(path);
  return (page && canonicalOf(page)?.replace(origin, '')) ?? '';
};
const hrefsOn = (page: Page) => elementsWith(page, 'a').map(({ attributes }) => attributes.get('href'));
const saidBy = (page: Page): unknown[] => jsonLdOf(page).flatMap((block) => Object(block)['@graph'] ?? []);

test.each(kinds)('each $what', ({ things, holds, links, says }) => {
  expect(things.length).toBeGreaterThan(1);
  for (const { path, twin } of things) {
    const page = pages.get(path);
    if (!page) throw new Error(`${path} has no page`);
    const listed = pages.get(listedOf(path));
    expect(listed && isIndexed(listed), path).toBe(true);
    if (twin) expect(listedOf(twin), twin).toBe(listedOf(path));
    const text = textOf(page).replace(/\s+/g, ' ');
    expect(
      holds.filter((words) => !text.includes(words)),
      path,
    ).toEqual([]);
    if (links) expect(hrefsOn(page), path).toContain(links(path));
    if (says) expect(saidBy(page), path).toContainEqual(expect.objectContaining(says));
  }
});

test('the home page begins with three figures from the catalogue, and a game that needs no account', () => {
  const html = pages.get('/')?.html ?? '';
  const [, facts = ''] = html.split('<dl class="facts">');
  const figures = [...facts.slice(0, facts.indexOf('</dl>')).matchAll(/<dd>([^<]+)/g)].map(([, one]) => one);
  const least = Math.min(...rewards.flatMap(({ amounts }) => amounts.map(({ points }) => points)));
  expect(figures).toEqual([`${minutesTo(least, own)} min`, `${least} pts`, `${rewards.length}`]);
  expect(html).toMatch(new RegExp(`href="${hrefs.play('merge', 'desktop')}">Play a round first<`));
});

test('rewards and their guides have the query as a heading, with the message under it', () => {
  const heading = `, earned by playing</h2><p>${site.message.replace("'", '&#39;')}</p>`;
  const paths = [...pages.values()]
    .filter((page) => ['rewardPage', 'reward'].includes(findRoute(page.path)?.name ?? '') && isIndexed(page))
    .map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !pages.get(path)?.html.includes(heading))).toEqual([]);
});

test('each page of a reward says when the first points come, how many there are, and in which of our games', () => {
  const landing = kinds
    .filter(({ what }) => what === 'reward' || what === 'guide')
    .flatMap(({ things }) => things.map(({ path }) => path));
  const inApp = rewards.flatMap(({ id, name }) => [hrefs.guestReward(id, name), hrefs.userReward(id, name)]);
  const shells = [routes.reward, routes.guestReward, routes.userReward].map(({ shell }) => shell ?? '');
  const names = own.toSorted((a, b) => a.id - b.id).map(({ name }) => name);
  expect(names).toHaveLength(5);
  const facts = [
    /^after about \d+ (minutes?|hours?), in \w+$/,
    /^up to [1-9][\d,]* points from one-time quests$/,
    /^up to [1-9][\d,]* points, at most [1-9]\d* a day$/,
    new RegExp(`^${names.join(', ')}$`),
  ].map((fact) => expect.stringMatching(fact));
  for (const path of [...landing, ...inApp, ...shells]) {
    const [, pay = ''] = (pages.get(path)?.html ?? '').split('<div><dt>First points</dt>');
    const said = [...pay.slice(0, pay.indexOf('</dl>')).matchAll(/<dd>(.*?)<\/dd>/gs)];
    expect(
      said.map(([, fact = '']) => fact.replace(/<[^>]+>/g, '')),
      path,
    ).toEqual(facts);
  }
});

test('a reward’s page for guests has the path of a new player to its smallest amount', () => {
  for (const { id, name, amounts } of rewards) {
    const html = pages.get(hrefs.guestReward(id, name))?.html ?? '';
    const price = Math.min(...amounts.map(({ points }) => points));
    const { steps } = firstPath(own, price);
    const rounds = steps.reduce((sum, step) => sum + step.rounds, 0);
    const [, path = ''] = html.split('<div class="path">');
    expect(path, name).toMatch(new RegExp(`^<p>About ${rounds} rounds? \\(\\d+ minutes?\\)`));
    for (const step of steps)
      expect(path, name).toContain(`href="${hrefs.guestGame(step.game_id, step.game)}"`);
    expect(pages.get(hrefs.userReward(id, name))?.html, 'a player has their own').not.toContain(
      'class="path"',
    );
  }
});

test('a guide has what its file has: sections, sources', () => {
  const guides = (kinds.find(({ what }) => what === 'guide')?.things ?? []).flatMap(({ path }) => {
    const text = readFileSync(new URL(`src/content${path}.md`, root), 'utf8');
    const built = pages.get(path);
    if (!built) return [];
    const page = textOf(built).replace(/\s+/g, ' ');
    const isLong = (text.match(/^## /gm) ?? []).length > 2;
    const hasSources = !text.includes('\nsources: []\n');
    return [{ path, page, isLong, hasSources }];
  });
  const wrong = guides.filter(
    ({ page, isLong, hasSources }) =>
      page.includes('On this page') !== isLong || page.includes('checked on') !== hasSources,
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
  expect(guides.filter(({ isLong, hasSources }) => isLong && hasSources).length).toBeGreaterThan(50);
});

test('nearly every reward has its own guide', () => {
  const without = rewards.filter(({ id, name }) => !listedOf(hrefs.reward(id, name)).startsWith('/rewards/'));
  expect(without.length).toBeLessThan(rewards.length / 10);
});

test('the pages of a reward that our team sends link to its measured delivery time', () => {
  const sent = rewards.filter(({ delivery }) => delivery.kind !== 'code');
  expect(sent.length).toBeGreaterThan(10);
  for (const { id, name } of sent) {
    const path = hrefs.reward(id, name);
    const listed = listedOf(path);
    for (const address of [path, listed]) {
      const page = pages.get(address);
      expect(page && hrefsOn(page), address).toContain(routes.delivery.pattern);
    }
  }
});

test('the pages of a code say that an order may be reviewed first, as the terms do', () => {
  const codes = rewards.filter(({ delivery }) => delivery.kind === 'code');
  expect(codes.length).toBeGreaterThan(20);
  for (const { id, name } of codes)
    for (const path of [hrefs.reward(id, name), listedOf(hrefs.reward(id, name))]) {
      const page = pages.get(path);
      const text = page && textOf(page).replace(/\s+/g, ' ');
      expect(text, path).toContain('unless out of stock or in review');
      expect(text, path).toContain('unless we review the order first');
    }
});

test('the page of delivery times names every reward and how it is sent, and leads to the measured times', () => {
  const page = pages.get(routes.delivery.pattern);
  if (!page) throw new Error('It has no page');
  expect(isIndexed(page)).toBe(true);
  const text = textOf(page);
  for (const { id, name, delivery } of rewards) {
    expect(hrefsOn(page), name).toContain(listedOf(hrefs.reward(id, name)));
    if (delivery.kind !== 'code') expect(text).toContain(delivery.label);
  }
  expect(hrefsOn(page)).toContain('/guest#payouts');
});

test('the sitemap has the day on which each guide and article last changed', () => {
  const sitemap = readFileSync(join(SITE, 'sitemap-0.xml'), 'utf8');
  const days = new Map(
    [...sitemap.matchAll(/<loc>([^<]+)<\/loc><lastmod>([\d-]{10})/g)].map(
      ([, url, day]) => [url, day] as const,
    ),
  );
  for (const { path, html } of pages.values()) {
    const changed = [...html.matchAll(/"(?:dateModified|lastReviewed)":"([\d-]{10})"/g)].map(
      ([, day]) => day,
    );
    if (changed.length > 0) expect(days.get(origin + path), path).toBe(changed.toSorted().at(-1));
  }
  expect(days.size).toBeGreaterThan(90);
});

test('the feed has every article, newest first, and the articles’ pages link to it', () => {
  const feed = readFileSync(join(SITE, 'articles.xml'), 'utf8');
  const addresses = articles.map(({ slug }) => publicHrefs.article(slug));
  expect([...feed.matchAll(/<item>.*?<link>([^<]+)/gs)].map(([, link]) => link)).toEqual(
    addresses.map((path) => origin + path),
  );
  for (const path of [routes.articles.pattern, ...addresses]) {
    const page = pages.get(path);
    const feeds = page ? elementsWith(page, 'link', { rel: 'alternate', type: 'application/rss+xml' }) : [];
    expect(
      feeds.map(({ attributes }) => attributes.get('href')),
      path,
    ).toEqual(['/articles.xml']);
  }
});

test('on hosts that read _redirects, a reward is reached by its number only and with any name', () => {
  const lines = new Set(readFileSync(join(SITE, '_redirects'), 'utf8').split('\n'));
  const missing = rewards.flatMap(({ id, name }) => {
    const to = hrefs.reward(id, name);
    return [`/reward/${id} ${to} 308`, `/reward/${id}/:name ${to} 308`].filter((line) => !lines.has(line));
  });
  expect(missing).toEqual([]);
});
