/** The settings of the site: their rules, where they lead by default, and that a change reaches every place. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { playerFiles } from '../../../scripts/checks/player-files.ts';
import { textsIn } from '../../../scripts/checks/player-texts.ts';
import { createSite } from '../../../server/static-site/site.ts';
import footer from '../../../src/content/footer.json' with { type: 'json' };
import { settings as kinds } from '../../../src/content/kinds.ts';
import { fieldProblems, sentence } from '../../../src/content/rules.ts';
import { checkSettings } from '../../../src/content/settings-loader.ts';
import settings from '../../../src/content/site.json' with { type: 'json' };
import { footerSchema, isAnnounced, siteSchema } from '../../../src/content/site-rules.ts';
import { findRoute, redirects } from '../../../src/lib/routing/routes.ts';
import { folderWith } from '../scripts/temp.ts';

const FILE = 'src/content/site.json';
const ANNOUNCED = 'src/content/announcement.json';
const { blog, contact, faq, robux, social } = settings;
const linksOf = (title: string) =>
  footer.columns.find((column) => column.title === title)?.links.map(({ text }) => text);

test('the settings are valid, and lead to pages of the site or to other sites', () => {
  expect(fieldProblems(siteSchema, settings)).toEqual([]);
  expect(fieldProblems(footerSchema, footer)).toEqual([]);
  const addresses = [
    ...[blog, contact, faq, robux, ...social.map(({ url }) => url)],
    ...footer.columns.flatMap(({ links }) => links.map(({ address }) => redirects[address] ?? address)),
  ];
  for (const address of addresses.filter((one) => one.startsWith('/')))
    expect(findRoute(new URL(address, 'https://site.example').pathname), address).toBeDefined();
});

test('a network that a task is about can’t be left out', () => {
  const root = pathToFileURL(`${join(import.meta.dirname, '../../..')}/`);
  const [first, ...others] = social;
  const changed = { ...settings, social: [{ ...first, name: 'Elsewhere' }, ...others] };
  expect(checkSettings(kinds.site, root, new Map([[FILE, JSON.stringify(changed)]])).sentences).toEqual([
    `${FILE}: social has no "${first?.name}", but the task "Show a round in a video" is about it.`,
  ]);
});

test('the footer has what the specification names', () => {
  expect(linksOf('COMPANY')).toEqual(expect.arrayContaining(['About Us', 'Advertisment', 'Blog']));
  expect(linksOf('LEGAL')).toEqual(expect.arrayContaining(['Terms and Conditions', 'Privacy Data']));
  expect(linksOf('HELP')).toEqual(expect.arrayContaining(['FAQ', 'Contact']));
  expect(social).toHaveLength(3);
});

test.each<[Record<string, unknown>, string]>([
  [{ blog: '' }, 'blog is missing'],
  [{ blog: '/blog' }, 'blog leads back to itself. Enter another address'],
  [{ robux: '/reward/robux' }, 'robux leads back to itself. Enter another address'],
  [{ faq: 'help' }, 'faq must begin with a slash, like /help, or with https://'],
  [{ faq: '//evil.test' }, 'faq must begin with a slash, like /help, or with https://'],
  [{ contact: 'https://tickets.playtally.example' }, 'contact is only an example address. Enter a real one'],
  [{ contact: 'https://www.example.com/new' }, 'contact is only an example address. Enter a real one'],
  [{ supportMail: 'support@playtally.example' }, 'supportMail must be a real email address, or empty'],
  [{ supportDays: 0 }, 'supportDays must be at least 1'],
  [{ social: social.slice(1) }, 'social must have 3 networks'],
  [{ social: [...social.slice(1), social[1]] }, 'social names a network twice. Remove one of them'],
  [{ operator: undefined }, 'operator is missing'],
  [{ colour: 'red' }, "colour isn't a field of this page. Remove it, or correct its name"],
])('%j is rejected with a sentence', (change, words) => {
  const problems = fieldProblems(siteSchema, { ...settings, ...change });
  expect(problems.map((problem) => sentence(FILE, problem))).toEqual([`${FILE}: ${words}.`]);
});

describe('an announcement', () => {
  const root = pathToFileURL(`${join(import.meta.dirname, '../../..')}/`);
  const announced = {
    text: 'Closed for {name}’s birthday on 3 December.',
    link: 'What we do',
    address: '/help#points',
    audience: 'all',
    publish_on: '2026-11-20',
    expires_on: '2026-12-04',
  } as const;
  const sentences = (change: object) =>
    checkSettings(
      kinds.announcement,
      root,
      new Map([[ANNOUNCED, JSON.stringify({ ...announced, ...change })]]),
    ).sentences;

  test.each([
    [{}, []],
    [{ expires_on: undefined }, ['expires_on is missing. An announcement needs a day on which it ends']],
    [{ expires_on: '2026-11-20' }, ['expires_on must be after publish_on']],
    [{ expires_on: 'soon' }, ['expires_on must be a date such as 2026-11-20']],
    [{ link: undefined }, ['link is missing. Enter one, or remove the address']],
    [{ address: undefined }, ['address is missing. Enter one, or remove the link']],
    [{ audience: 'some' }, ['audience must be all, guests or players']],
    [{ text: 'You get 500 points.' }, ['text has "500 points". Leave points out']],
    [{ text: undefined, link: undefined, address: undefined, expires_on: undefined }, []],
  ])('%j', (change, words) => {
    const found = sentences(change);
    expect(found).toHaveLength(words.length);
    for (const [at, one] of words.entries()) expect(found[at]).toContain(`${ANNOUNCED}: ${one}`);
  });

  test('is on the pages between its dates, and never without a text', () => {
    vi.useFakeTimers();
    const on = (day: string, change = {}) => {
      vi.setSystemTime(`${day}T12:00:00Z`);
      return isAnnounced({ ...announced, ...change });
    };
    expect(['2026-11-19', '2026-11-20', '2026-12-03', '2026-12-04'].map((day) => on(day))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(on('2026-11-20', { text: undefined })).toBe(false);
    vi.useRealTimers();
  });
});

describe('a changed setting reaches every place', () => {
  const changed = {
    ...settings,
    name: 'Fair Play',
    supportDays: 3,
    blog: 'https://blog.playtally.test/',
    contact: 'https://tickets.playtally.test/new?from=site',
    faq: 'https://help.playtally.test/solutions',
    robux: '/reward/84/Robux',
  };
  const expected = {
    '/blog': [301, changed.blog],
    '/contact': [301, changed.contact],
    '/faq': [301, changed.faq],
    '/robux': [308, changed.robux],
    '/reward/robux': [308, changed.robux],
  } as const;

  /** The modules again, with these settings in place of the file's. */
  async function withChanged<T>(load: () => Promise<T>): Promise<T> {
    vi.resetModules();
    vi.doMock('../../../src/content/site.json', () => ({ default: changed }));
    return load();
  }
  afterEach(() => {
    vi.doUnmock('../../../src/content/site.json');
    vi.resetModules();
  });

  async function rules() {
    const { siteRules } = await import('../../../scripts/site/hosts.ts');
    const table = await import('../../../src/lib/routing/routes.ts');
    return siteRules(table, {});
  }

  test('our own server', async () => {
    const dist = folderWith({
      'index.html': '',
      '404.html': '',
      'site.json': JSON.stringify(await withChanged(rules)),
    });
    const site = createSite({ dist });
    for (const [from, [status, to]] of Object.entries(expected)) {
      const answer = await site.request(from);
      expect([answer.status, answer.headers.get('location')], from).toEqual([status, to]);
    }
  });

  test('nginx, and hosts that read _redirects', async () => {
    const made = await withChanged(rules);
    const { nginxFile, redirectsFile } = await import('../../../scripts/site/hosts.ts');
    for (const [from, [status, to]] of Object.entries(expected)) {
      expect(
        nginxFile(made)
          .split('\n')
          .find((line) => line.includes(`= ${from} `)),
        from,
      ).toContain(to.replace(/\?.*/, ''));
      expect(redirectsFile(made, [])).toContain(`${from} ${to} ${status}`);
    }
  });

  test('the development server', async () => {
    const { rewrite } = await withChanged(() => import('../../../scripts/dev-rewrites.ts'));
    const server = createServer((request, response) => rewrite(request, response, () => response.end()));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const port = typeof address === 'object' && address?.port;
    for (const [from, [status, to]] of Object.entries(expected)) {
      const answer = await fetch(`http://127.0.0.1:${port}${from}`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')], from).toEqual([status, to]);
    }
    server.closeAllConnections();
    server.close();
  });

  test('the footer, and the app’s menu', async () => {
    const { ledTo } = await withChanged(() => import('../../../src/lib/routing/public.ts'));
    const { menus } = await import('../../../src/components/nav.ts');
    const foot = footer.columns.flatMap(({ links }) => links.map(({ address }) => ledTo(address)));
    expect(foot).toEqual(expect.arrayContaining([changed.blog, changed.faq, changed.contact]));
    for (const groups of Object.values(menus))
      expect(groups.flatMap(({ links }) => links)).toContainEqual({
        text: 'FAQ',
        href: changed.faq,
        out: true,
      });
  });

  test('the name and the days of support, in what players read', async () => {
    const { threadStates } = await withChanged(() => import('../../../src/islands/messages/thread-words.ts'));
    expect(threadStates.waiting.meaning).toContain('within 3 working days.');
    const { GamesSkeleton } = await import('../../../src/islands/catalogue/games/GamesSkeleton.tsx');
    const { createElement } = await import('react');
    const { renderToStaticMarkup } = await import('react-dom/server');
    expect(renderToStaticMarkup(createElement(GamesSkeleton))).toContain('>Fair Play games<');
  });
});

test('no screen, mail or answer has the name or the days of support in words of its own', async () => {
  const root = join(import.meta.dirname, '../../..');
  const names = (await playerFiles(root)).filter((name) =>
    /^(?:src\/(?!content\/)|server\/(?:features|mail)\/)/.test(name),
  );
  const found = names.flatMap((name) =>
    textsIn(name, readFileSync(join(root, name), 'utf8'))
      .filter(({ text }) => text.includes(settings.name) || /\bworking days?\b/.test(text))
      .map(({ line, text }) => `${name}:${line} ${text}`),
  );
  expect(found.filter((one) => !one.startsWith('src/lib/format/support-time.ts:'))).toEqual([]);
});
