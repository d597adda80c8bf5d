/** The weight of each content page as the browser counts it, and that nothing on it shifts or calls another host. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { limits } from '../../scripts/checks/budgets.ts';
import { SITE } from '../../scripts/test-site.ts';
import { byNight, expect, test } from '../support/e2e.ts';
import { LATE_FONT_LIMIT } from '../support/shifts.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };
/** One of each kind. */
const kinds = [
  '/',
  '/rewards',
  '/rewards/kinds/gift-cards',
  '/games/merge',
  '/cases/tile-drawer',
  '/rewards/earn-free-robux',
  '/rewards/earn-free-zcash',
  '/about-us',
  '/terms',
];
const NO_SHIFT = 0.001;
/** What a server sends before it waits for an answer: ten packets of 1,460 bytes. Lighthouse assumes the same. */
const FIRST_FLIGHT = 14_600;

const listedPaths = () =>
  [...readFileSync(join(SITE, 'sitemap-0.xml'), 'utf8').matchAll(/<loc>([^<]+)/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );

/** A page with an empty cache whose font is released on demand, and the sum of its layout shifts so far. */
async function freshPage(context: BrowserContext) {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const font = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await font.promise;
    await route.continue();
  });
  const shift = async () => {
    await settle(page);
    return page.evaluate(() => {
      const shifts: unknown = Reflect.get(window, 'shifts');
      return Array.isArray(shifts)
        ? shifts.reduce((sum: number, value) => sum + Number(value), 0)
        : Number.NaN;
    });
  };
  return { page, shift, letFontCome: font.resolve };
}

/** Waits for the visible pictures and two more frames, when their shifts have been measured. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const seen = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    await Promise.all(seen.map((image) => image.decode()));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });

interface Fetched {
  readonly type: string;
  /** Bytes over the wire without headers. */
  readonly size: number;
  readonly withHeaders: number;
  readonly origin: string;
  readonly encoding: string | undefined;
}

/** The size of a request's answer, once it is complete. */
async function fetchedBy(request: Request): Promise<Fetched> {
  const response = await request.response();
  await response?.finished();
  const { responseBodySize: size, responseHeadersSize: headers } = await request.sizes();
  return {
    type: request.resourceType(),
    size,
    withHeaders: size + headers,
    origin: new URL(request.url()).origin,
    encoding: response?.headers()['content-encoding'],
  };
}

async function check(context: BrowserContext, path: string, siteUrl: string): Promise<void> {
  const { page, shift, letFontCome } = await freshPage(context);
  const requests: Request[] = [];
  const seen = (request: Request) => requests.push(request);
  page.on('request', seen);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  const first = await shift();
  expect.soft(first, `${path}: layout shift`).toBeLessThan(NO_SHIFT);
  letFontCome();
  await page.waitForLoadState('load');
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  const withFont = await shift();
  expect.soft(withFont - first, `${path}: layout shift by the font`).toBeLessThan(LATE_FONT_LIMIT);
  expect(await page.evaluate(() => document.fonts.check('700 40px Bricolage')), 'the font is there').toBe(
    true,
  );
  page.off('request', seen);
  const all = await Promise.all(requests.map(fetchedBy));
  const bytes = (type: string) =>
    all.filter((one) => one.type === type).reduce((sum, { size }) => sum + size, 0);
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking')
      .map(({ name }) => name),
  );
  const total = all.reduce((sum, { size }) => sum + size, 0);
  const html = all.find(({ type }) => type === 'document');
  expect.soft(html?.encoding, `${path}: encoding`).toBe('br');
  expect.soft(html?.withHeaders, `${path}: the first flight`).toBeLessThanOrEqual(FIRST_FLIGHT);
  expect.soft(bytes('image'), `${path}: first pictures`).toBeLessThanOrEqual(limits.firstPictures);
  expect.soft(total, `${path}: all of it`).toBeLessThanOrEqual(limits.firstLoad);
  expect.soft(all.filter(({ type }) => type === 'font').length, `${path}: font files`).toBe(1);
  expect.soft(bytes('script'), `${path}: script files`).toBe(0);
  expect.soft([...new Set(all.map(({ origin }) => origin))], `${path}: hosts`).toEqual([siteUrl]);
  expect.soft(blocking, `${path}: blocks rendering`).toEqual([]);
  // Scrolls to the end, so that lazy pictures load.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  expect.soft((await shift()) - withFont, `${path}: layout shift further down`).toBeLessThan(NO_SHIFT);
  await page.close();
}

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('a page of each kind, and at night every listed page, is light, contacts only its own host, blocks on nothing and doesn’t shift', async ({
    context,
    product,
  }) => {
    const paths = listedPaths();
    expect(paths).toEqual(expect.arrayContaining(kinds));
    // `scripts/checks/budgets.ts` checks the other weights on all pages, with the addresses that they are built with.
    for (const path of byNight(paths, kinds)) await check(context, path, product.siteUrl);
  });
});

test.describe('on a desktop', () => {
  test.use({ viewport: desktop });

  test('a page of each kind is light, contacts only its own host, blocks on nothing and doesn’t shift', async ({
    context,
    product,
  }) => {
    for (const path of kinds) await check(context, path, product.siteUrl);
  });
});
