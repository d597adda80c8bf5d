/**
 * Visits a page of the app areas with an empty cache on a slow line and a slow processor, and measures when its content appears.
 */
import { type BarePage, type Chrome, openPage } from './bare-page.ts';

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
  chrome: Chrome,
  { url, content, session }: { url: string; content: string; session: Readonly<Record<string, string>> },
): Promise<Visit> {
  const page = await openPage(chrome, { width: 412, height: 823, stored: session });
  try {
    await slowDown(page);
    await page.before(`(${watch})(${JSON.stringify(content)})`);
    await page.goto(url);
    await page.until('window.marks?.content');
    await page.settled();
    const { marks, script } = await page.evaluate<{ marks: Marks; script: number }>(`(${loaded})()`);
    await page.touch(MORE, 'press');
    for (const type of ['keyDown', 'keyUp'] as const)
      await page.send('Input.dispatchKeyEvent', { type, key: 'Escape', windowsVirtualKeyCode: 27 });
    // Its entry arrives one frame after the paint.
    const inp = await page.evaluate<number>(`(${longestPress})()`);
    // Without the API this would time an error message.
    const unreached = page.failed.find((address) => !address.startsWith(new URL(url).origin));
    if (unreached) throw new Error(`${url} could not reach ${unreached}.`);
    const late = marks.tasks.filter(({ start, duration }) => start + duration > marks.fcp);
    const tbt = late.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0);
    return { content: marks.content, lcp: marks.lcp, tbt, inp, script };
  } finally {
    await page.close();
  }
}

/** The button that opens the menu. */
const MORE = `[...document.querySelectorAll('nav[aria-label="Tabs"] button')].find(({ textContent }) => textContent.trim() === 'More')`;

/** These two run in the page. */
function loaded() {
  const { marks } = window as unknown as { marks: Marks };
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const scripts = resources.filter(
    ({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= marks.content,
  );
  return { marks, script: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
}
const longestPress = () =>
  new Promise((done) =>
    requestAnimationFrame(() =>
      setTimeout(() => done((window as unknown as { marks: Marks }).marks.inp), 200),
    ),
  );

async function slowDown(page: BarePage): Promise<void> {
  await page.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.latency,
    downloadThroughput: LINE.throughput,
    uploadThroughput: LINE.throughput,
  });
  await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}
