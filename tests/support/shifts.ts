/** Layout shifts on a page, as the browser measures them, while the API answers late. */
import type { Locator, Page, Request } from '@playwright/test';
import { alive, expect } from './e2e.ts';
import { settle } from './reach.ts';

interface Shift {
  readonly value: number;
  /** Whether it happened when the font arrived, before any call was answered. */
  readonly byFont: boolean;
  /** 'main.x > div.y 100→140' for each part that moved. */
  readonly parts: readonly string[];
}

/** For a whole visit; browsers only count the worst five seconds. */
const LIMIT = 0.01;
/** For the font, which arrives after the first paint on a busy machine, so a heading may need a line more or less. */
export const LATE_FONT_LIMIT = 0.05;

/** Records the shifts on every page that is opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: (Omit<Shift, 'byFont'> & { readonly at: number })[] = [];
    let fontShown = 0;
    document.fonts.addEventListener('loadingdone', () =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          fontShown = performance.now();
        }),
      ),
    );
    const shiftsNow = () => {
      const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
      const fontCame = Math.min(...fonts.map((entry) => entry.startTime + entry.duration));
      return shifts.map(({ at, ...shift }) => ({ ...shift, byFont: fontCame <= at && at <= fontShown }));
    };
    Object.assign(window, { shiftsNow });
    const nameOf = (node: unknown) =>
      node instanceof Element
        ? [node.parentElement, node].map((one) => `${one?.localName}.${one?.className}`).join(' > ')
        : 'something that is gone';
    interface Source {
      readonly node?: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }
    const placeOf = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly Source[];
      })[])
        if (!entry.hadRecentInput)
          shifts.push({
            at: entry.startTime,
            value: entry.value,
            parts: entry.sources.map(
              ({ node, previousRect, currentRect }) =>
                `${nameOf(node)}: ${placeOf(previousRect)} → ${placeOf(currentRect)}`,
            ),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/**
 * Opens a page whose API answers only after the page has rendered without it. Nothing may shift, and the head's early calls
 * (src/lib/first-calls.ts) must be those that the scripts then make. `last` is shown once all parts are there: one whose script
 * comes late has nothing in its place until then, and would ask the API during the next visit.
 */
export async function expectStill(page: Page, path: string, apiUrl: string, last?: Locator): Promise<void> {
  const still = Promise.withResolvers<void>();
  const asked: string[] = [];
  let waiting = 0;
  await watchShifts(page);
  await page.route(`${apiUrl}/**`, async (route) => {
    if (route.request().method() === 'GET') asked.push(route.request().url());
    waiting += 1;
    await still.promise;
    await route.fallback().catch(() => {});
  });
  const isOver = (request: Request) => {
    if (request.url().startsWith(apiUrl)) waiting -= 1;
  };
  page.on('requestfinished', isOver);
  page.on('requestfailed', isOver);
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
  await alive(page);
  await twoFrames(page);
  still.resolve();
  if (last) await expect(last).toBeVisible();
  await settle(page);
  await expect.poll(() => waiting, `${path} is answered`).toBeLessThanOrEqual(0);
  // Parts that load after the answers ask for more.
  await page.waitForLoadState('networkidle');
  await settle(page);
  await twoFrames(page);

  const left = await page.evaluate(() =>
    Object.keys(Reflect.get(window, 'playtallyEarly') ?? {}).filter((key) => key.startsWith('http')),
  );
  const twice = asked.filter((url, at) => asked.indexOf(url) !== at);
  expect.soft([...left, ...twice], `${path} asks in vain`).toEqual([]);
  await expectNoShifts(page, path);
  await page.unroute(`${apiUrl}/**`);
}

/** Checks that nothing has shifted since the page was opened (watchShifts). */
export async function expectNoShifts(page: Page, path: string): Promise<void> {
  const shifts = await page.evaluate(() => Reflect.get(window, 'shiftsNow')() as Shift[]);
  for (const [byFont, limit] of [
    [false, LIMIT],
    [true, LATE_FONT_LIMIT],
  ] as const) {
    const some = shifts.filter((one) => one.byFont === byFont);
    expect
      .soft(
        some.reduce((sum, { value }) => sum + value, 0),
        `${path} moves:\n${some.map((one) => JSON.stringify(one)).join('\n')}`,
      )
      .toBeLessThanOrEqual(limit);
  }
}
