/** Every address of the product, requested from everything that serves it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesUnder } from '../../scripts/files.ts';
import { elementsOf } from '../../scripts/site/html.ts';
import { SITE } from '../../scripts/test-site.ts';
import { findRoute } from '../../src/lib/routing/routes.ts';
import { findNginx, type Host, startNginx } from '../support/nginx.ts';
import { type Answer, ask, startDev, startSite } from '../support/site-hosts.ts';
import {
  hostile,
  notOnOperatorHost,
  nowhere,
  odd,
  operatorPages,
  pages,
  redirects,
  spellings,
} from './addresses.ts';

/** The built pages' HTML by their name: 'guest/game'. */
const built = new Map<string, string>();
/** Their names by what identifies them. */
const byFace = new Map<string, string>();
let siteUrl = '';

beforeAll(async () => {
  for (const file of await filesUnder(SITE).catch(() => []))
    if (file.endsWith('.html'))
      built.set(file.replace(/\.html$/, ''), readFileSync(join(SITE, file), 'utf8'));
  if (built.size === 0) throw new Error('Build the site first: node scripts/test-site.ts');
  for (const [page, html] of built) if (!leadOn.includes(page)) byFace.set(faceOf(html), page);
  siteUrl = new URL(canonicalOf(built.get('index') ?? '') ?? '').origin;
});

const canonicalOf = (html: string) =>
  elementsOf(html)
    .find(({ name, attributes }) => name === 'link' && attributes.get('rel') === 'canonical')
    ?.attributes.get('href');

/** What identifies a page, built or in development: its head, heading, area and islands. */
function faceOf(html: string): string {
  const elements = elementsOf(html);
  const all = (name: string, attribute: string) =>
    elements.filter((element) => element.name === name).map(({ attributes }) => attributes.get(attribute));
  const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1]?.replace(/<[^>]+>/g, '');
  return JSON.stringify([
    elements.find(({ name }) => name === 'title')?.text,
    canonicalOf(html),
    heading?.replace(/\s+/g, ' ').trim(),
    all('body', 'class'),
    all('astro-island', 'opts'),
    all('astro-island', 'props'),
  ]);
}

/** The page's name; with its title if it isn't one of ours. */
function pageOf({ body }: Answer, isBuilt: boolean): string {
  const face = faceOf(body);
  const page = byFace.get(face);
  const isSame = page !== undefined && (!isBuilt || built.get(page) === body);
  return isSame ? page : `none of the pages, but ${face.slice(0, 200)}`;
}

/** The answer of each address, in the given order. */
async function walk<T>(
  host: Host,
  addresses: readonly string[],
  seen: (answer: Answer) => T,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<Record<string, T>> {
  const found: Record<string, T> = {};
  for (const address of addresses) found[address] = seen(await ask(host, address, method, headers));
  return found;
}

const allOf = <T>(addresses: readonly string[], expected: T) =>
  Object.fromEntries(addresses.map((address) => [address, expected]));

/** Pages that replace redirects on hosts without them. */
const leadOn = Object.keys(redirects).map((address) => address.slice(1));

test('no two pages have the same title, so that it identifies the page', () => {
  const names = new Set(byFace.values());
  expect([...built.keys()].filter((name) => !leadOn.includes(name) && !names.has(name))).toEqual([]);
});

test('every page that was built can be reached', () => {
  const others = [...built.keys()].filter(
    (page) =>
      !['404', '500', 'operator', ...leadOn].includes(page) &&
      !(page in pages) &&
      !/^(?:(?:(?:guest|user)\/(?:article|case|game|reward)|reward)\/\d+|rewards|articles|cases|contests)/.test(
        page,
      ),
  );
  expect(others).toEqual([]);
});

/**
 * In development each page is made on request. In the regular run one page represents its template, a few the lists of the app
 * areas, and the longest address all addresses of a page: tests/unit/scripts/dev-rewrites.test.ts tests which page serves an
 * address.
 */
const NIGHTLY = process.env.NIGHTLY !== undefined;
const isOneOfMany = (page: string) =>
  /^rewards\/(?!earn-free-robux$|kinds\/steam$)|^games\/(?!merge$|play$)|^(?:guest|user)\/(?!rewards$|games?$|reward$)[^/]+$/.test(
    page,
  );

/** The operators' host, by the requested name. */
const OPERATOR_HOST = 'operator.localhost';

const hosts = [
  { name: 'astro dev', isBuilt: false, start: () => startDev(siteUrl, OPERATOR_HOST) },
  { name: 'npm start', isBuilt: true, start: () => startSite(SITE, OPERATOR_HOST) },
  { name: 'nginx', isBuilt: true, start: () => startNginx(SITE, OPERATOR_HOST) },
];

if (!findNginx()) test.skip('nginx, which is not installed here (on Debian: nginx-light)', () => {});

for (const { name, isBuilt, start } of hosts)
  describe.skipIf(name === 'nginx' && !findNginx())(name, () => {
    let host: Host = { origin: '', stop: async () => {} };
    beforeAll(async () => {
      const started = await start();
      if (started) host = started;
    });
    afterAll(() => host.stop());

    test('every address of the specification returns its page', async () => {
      const tried = Object.entries(pages).filter(([page]) => isBuilt || NIGHTLY || !isOneOfMany(page));
      const expected = Object.fromEntries(
        tried.flatMap(([page, addresses]) =>
          addresses.slice(isBuilt || NIGHTLY ? 0 : -1).map((address) => [address, [200, page]]),
        ),
      );
      expect(
        await walk(host, Object.keys(expected), (answer) => [answer.status, pageOf(answer, isBuilt)]),
      ).toEqual(expected);
    });

    test('a query doesn’t change the page', async () => {
      const asked = ['/about-us?a=1', '/user/game/1?page=2', '/guest/rewards?game-name=a/b&sort-by=newest'];
      expect(await walk(host, asked, (answer) => pageOf(answer, isBuilt))).toEqual({
        [asked[0] ?? '']: 'about-us',
        [asked[1] ?? '']: 'user/game/1',
        [asked[2] ?? '']: 'guest/rewards',
      });
    });

    test('an extra path segment is a 404', async () => {
      expect(await walk(host, nowhere, (answer) => [answer.status, pageOf(answer, isBuilt)])).toEqual(
        allOf(nowhere, [404, '404']),
      );
      const { body } = await ask(host, nowhere[0] ?? '');
      expect(body).toContain('404 - Page not found');
      expect(body).toContain('This page could not be found');
    });

    test('redirects have the right status and target', async () => {
      expect(
        await walk(host, Object.keys(redirects), ({ status, headers }) => [status, headers.location]),
      ).toEqual(redirects);
    });

    test('other spellings redirect to the canonical one', async () => {
      expect(
        await walk(host, Object.keys(spellings), ({ status, headers }) => [status, headers.location]),
      ).toEqual(Object.fromEntries(Object.entries(spellings).map(([from, to]) => [from, [308, to]])));
    });

    test('no address leads to another host', async () => {
      const answers = await walk(host, hostile, ({ status, headers }) => ({
        isFine: [308, 400, 404].includes(status),
        stays: new URL(headers.location ?? '/', host.origin).origin === host.origin,
      }));
      expect(answers).toEqual(allOf(hostile, { isFine: true, stays: true }));
    });

    test('malformed addresses get an orderly error', async () => {
      const answers = await walk(host, odd, ({ status, body }) => {
        if (status === 404) return isBuilt ? body.includes('This page could not be found') : true;
        return status === 400 ? body.includes('An error occurred') : status;
      });
      expect(answers).toEqual(allOf(odd, true));
    });

    test('HEAD answers like GET, without the body', async () => {
      const asked = ['/', '/user/game/1', '/nowhere', '/robux', '/about-us/'];
      expect(await walk(host, asked, ({ status, body }) => [status, body], 'HEAD')).toEqual({
        '/': [200, ''],
        '/user/game/1': [200, ''],
        '/nowhere': [404, ''],
        '/robux': [308, ''],
        '/about-us/': [308, ''],
      });
    });

    /** The same, requested with the name of the operators' host. */
    const atOperatorHost = <T>(addresses: readonly string[], seen: (answer: Answer) => T) =>
      walk(host, addresses, seen, 'GET', { host: OPERATOR_HOST });

    test('the operators’ area is on their host', async () => {
      expect(
        await atOperatorHost(operatorPages, (answer) => [answer.status, pageOf(answer, isBuilt)]),
      ).toEqual(allOf(operatorPages, [200, 'operator']));
      const home = ['/', '/?from=bookmark'];
      expect(await atOperatorHost(home, ({ status, headers }) => [status, headers.location])).toEqual({
        '/': [308, '/operator'],
        '/?from=bookmark': [308, '/operator?from=bookmark'],
      });
    });

    test('nothing but the operators’ area is on their host', async () => {
      // In development the scripts are source files, and both hosts have the redirects.
      const asked = isBuilt
        ? [...notOnOperatorHost, ...odd]
        : notOnOperatorHost.filter((path) => findRoute(path));
      const answers = await atOperatorHost(asked, ({ status, headers, body }) => {
        const isBack = status === 308 && headers.location === '/';
        const isNothing = [400, 404].includes(status) && !(isBuilt && body.includes('This page could not'));
        return isBack || isNothing || [status, headers.location, body.slice(0, 200)];
      });
      expect(answers).toEqual(allOf(asked, true));
    });

    if (!isBuilt) return;

    test('the operators’ host sends its own headers, and serves what its page loads', async () => {
      const rules: { operators: { headers: Record<string, string> } } = JSON.parse(
        readFileSync(join(SITE, 'site.json'), 'utf8'),
      );
      const expected = Object.fromEntries(
        Object.entries(rules.operators.headers).map(([header, value]) => [header.toLowerCase(), value]),
      );
      const loaded = elementsOf(built.get('operator') ?? '').flatMap(({ attributes }) =>
        ['src', 'href', 'component-url', 'renderer-url'].flatMap((name) => {
          const path = attributes.get(name);
          return path?.startsWith('/') ? [path] : [];
        }),
      );
      expect(loaded.length).toBeGreaterThan(4);
      const asked = ['/operator', '/operator/orders/1', '/', '/about-us', '/operator/', ...loaded];
      const answers = await atOperatorHost(asked, ({ headers }) =>
        Object.fromEntries(Object.keys(expected).map((header) => [header, headers[header]])),
      );
      expect(answers).toEqual(allOf(asked, expected));
      expect(await atOperatorHost(loaded, ({ status }) => status)).toEqual(allOf(loaded, 200));
    });

    test('a POST gets a 405 with the page “An error occurred”', async () => {
      const asked = ['/', '/about-us', '/user/game/1', '/favicon.svg'];
      const answers = await walk(host, asked, (answer) => [answer.status, pageOf(answer, true)], 'POST');
      expect(answers).toEqual(allOf(asked, [405, '500']));
      expect((await ask(host, '/', 'POST')).body).toContain('An error occurred');
    });

    test('pages, missing pages and redirects carry the headers of the build', async () => {
      const rules: { headers: Record<string, string> } = JSON.parse(
        readFileSync(join(SITE, 'site.json'), 'utf8'),
      );
      const expected = Object.fromEntries(
        Object.entries(rules.headers).map(([header, value]) => [header.toLowerCase(), value]),
      );
      const asked = [
        '/',
        '/user/game/1',
        '/nowhere',
        '/robux',
        '/about-us/',
        '/fonts/bricolage-grotesque-700.woff2',
      ];
      const answers = await walk(host, asked, ({ headers }) =>
        Object.fromEntries(Object.keys(expected).map((header) => [header, headers[header]])),
      );
      expect(answers).toEqual(allOf(asked, expected));
    });

    test('a file with a fingerprint is cached, and all others are revalidated', async () => {
      const [script = ''] = (await filesUnder(join(SITE, '_astro'))).filter((file) => /\.js$/.test(file));
      const asked = [`/_astro/${script}`, '/', '/user/game/1', '/nowhere', '/_astro/gone.js'];
      const [kept, ...others] = Object.values(
        await walk(host, asked, ({ headers }) => headers['cache-control']),
      );
      expect(kept).toContain('immutable');
      expect(others).toEqual(['no-cache', 'no-cache', 'no-cache', 'no-cache']);
    });
  });
