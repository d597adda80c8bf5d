/**
 * Visits a page of the app areas with an empty cache on a slow line and a slow processor, and measures when its content appears.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';

/** Lighthouse's "slow 4G" and slow phone, applied by the browser itself. */
const LINE = { latency: 562.5, throughput: (1.6 * 1024 * 1024 * 0.9) / 8 };
export const SLOWDOWN = 4;

export interface Visit {
  /** Milliseconds until the API's answer was painted. */
  readonly content: number;
  readonly lcp: number;
  readonly tbt: number;
  /** The longest time from pressing the menu until it was painted open or closed. */
  readonly inp: number;
  /** Bytes of scripts over the wire until the content appeared. */
  readonly script: number;
}

interface Marks {
  content: number;
  lcp: number;
  fcp: number;
  inp: number;
  tasks: { start: number; duration: number }[];
}

/** Runs in the page before anything else. */
function watch(selector: string): void {
  const marks: Marks = { content: 0, lcp: 0, fcp: 0, inp: 0, tasks: [] };
  Object.assign(window, { marks });
  const observe = (type: string, use: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({
      type,
      buffered: true,
      ...(type === 'event' && { durationThreshold: 16 }),
    });
  observe('event', (entry) => {
    // Other entries only follow the pointer, and began before the page.
    if ((entry as PerformanceEventTiming).interactionId) marks.inp = Math.max(marks.inp, entry.duration);
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    marks.lcp = startTime;
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') marks.fcp = startTime;
  });
  observe('longtask', ({ startTime, duration }) => marks.tasks.push({ start: startTime, duration }));
  const seen = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    seen.disconnect();
    const painted = new MessageChannel();
    painted.port1.onmessage = () => {
      marks.content = performance.now();
    };
    requestAnimationFrame(() => painted.port2.postMessage(null));
  });
  seen.observe(document, { childList: true, subtree: true });
}

/** @param content what is on the page once the answers have arrived */
export async function visit(
  browser: Browser,
  { url, content, session }: { url: string; content: string; session: Readonly<Record<string, string>> },
): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 } });
  try {
    const cdp = await slowDown(page);
    await page.addInitScript((stored) => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
    }, session);
    await page.addInitScript(watch, content);
    // Without the API this would time an error message.
    let unreached: string | undefined;
    page.on('requestfailed', (request) => {
      if (!request.url().startsWith(new URL(url).origin)) unreached = request.url();
    });
    await page.goto(url, { waitUntil: 'commit' });
    while (!(await read<number>(cdp, 'window.marks?.content'))) await pause(20);
    await page.waitForLoadState('networkidle');
    const { marks, script } = await read<{ marks: Marks; script: number }>(cdp, `(${loaded})()`);
    const { x, y } = await read<{ x: number; y: number }>(cdp, `(${middleOfMore})()`);
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await cdp.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    await page.keyboard.press('Escape');
    // Its entry arrives one frame after the paint.
    const inp = await read<number>(cdp, `(${longestPress})()`);
    if (unreached) throw new Error(`${url} could not reach ${unreached}.`);
    const late = marks.tasks.filter(({ start, duration }) => start + duration > marks.fcp);
    const tbt = late.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    return { content: marks.content, lcp: marks.lcp, tbt, inp, script };
  } finally {
    await page.close();
  }
}

/**
 * Evaluates an expression without Playwright's own scripts: on the slow processor, compiling them takes the page longer than
 * starting its own.
 */
async function read<T>(cdp: CDPSession, expression: string): Promise<T> {
  const { result } = await cdp.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
    awaitPromise: true,
  });
  return result.value as T;
}

/** These three run in the page. */
function loaded() {
  const { marks } = window as unknown as { marks: Marks };
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = resources.filter(
    ({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= marks.content,
  );
  return { marks, script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
}
function middleOfMore() {
  const tabs = document.querySelectorAll('nav[aria-label="Tabs"] button');
  const box = [...tabs].find(({ textContent }) => textContent.trim() === 'More')?.getBoundingClientRect();
  return box && { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
const longestPress = () =>
  new Promise((done) =>
    requestAnimationFrame(() =>
      setTimeout(() => done((window as unknown as { marks: Marks }).marks.inp), 200),
    ),
  );

/** Returns the session that it did so with. */
async function slowDown(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.latency,
    downloadThroughput: LINE.throughput,
    uploadThroughput: LINE.throughput,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  return cdp;
}
