/**
 * A page as in a visitor's browser. Playwright's own pages listen for exceptions and console messages, and while something listens,
 * the browser compiles React twice: on the slow processor, that blocked a page for 30 to 90 ms that no visitor waits.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium } from '@playwright/test';
import * as v from 'valibot';
import { anyPort } from '../../support/ports.ts';

/** Milliseconds without requests until a page counts as loaded, and until waiting for anything fails. */
const QUIET = 500;
const PATIENCE = 60_000;

export interface Chrome {
  readonly browser: Browser;
  /** Where its pages can be reached. */
  readonly port: number;
}

export async function launch(executablePath: string | undefined): Promise<Chrome> {
  const port = await anyPort();
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--remote-debugging-port=${port}`,
    ],
  });
  return { browser, port };
}

interface Setup {
  readonly width: number;
  readonly height: number;
  /** What localStorage holds when a page of the site begins. */
  readonly stored?: Readonly<Record<string, string>>;
}

export interface BarePage {
  readonly send: CDPSession['send'];
  /** The addresses of failed requests. */
  readonly failed: readonly string[];
  /** Runs before each document's own scripts. */
  before(script: string): Promise<void>;
  /** Resolves when the address is requested. */
  goto(url: string): Promise<void>;
  /** Throws an Error with the page's own words if the expression throws. */
  evaluate<T>(expression: string): Promise<T>;
  /** Resolves when the expression is truthy. Throws an Error with the expression after a minute. */
  until(expression: string): Promise<void>;
  /** Resolves half a second after the last request has ended. */
  settled(): Promise<void>;
  /** Moves the mouse to the middle of an element, and presses it unless `how` is 'point'. 'tap': a finger, which leaves no pointer. */
  touch(element: string, how: 'press' | 'point' | 'tap'): Promise<void>;
  close(): Promise<void>;
}

const messageSchema = v.object({
  id: v.optional(v.number()),
  method: v.optional(v.string()),
  params: v.optional(
    v.object({
      requestId: v.optional(v.string()),
      canceled: v.optional(v.boolean()),
      request: v.optional(v.object({ url: v.optional(v.string(), '') })),
    }),
  ),
  result: v.optional(v.unknown()),
  error: v.optional(v.object({ message: v.string() })),
});

/** Opens an empty page with a cache and storage of its own. */
export async function openPage(
  { browser, port }: Chrome,
  { width, height, stored }: Setup,
): Promise<BarePage> {
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send('Target.createBrowserContext');
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width,
    height,
  });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/devtools/page/${targetId}`);
  await new Promise((open, fail) => {
    socket.onopen = open;
    socket.onerror = fail;
  });

  const answers = new Map<number, (answer: v.InferOutput<typeof messageSchema>) => void>();
  const requests = new Map<string, string>();
  const failed: string[] = [];
  let lastRequest = Date.now();
  socket.onmessage = ({ data }) => {
    const message = v.parse(messageSchema, JSON.parse(String(data)));
    if (message.id !== undefined) return answers.get(message.id)?.(message);
    const { requestId, request, canceled } = message.params ?? {};
    if (requestId === undefined) return;
    if (message.method === 'Network.requestWillBeSent') requests.set(requestId, request?.url ?? '');
    else if (message.method === 'Network.loadingFinished') requests.delete(requestId);
    else if (message.method === 'Network.loadingFailed') {
      if (!canceled) failed.push(requests.get(requestId) ?? '');
      requests.delete(requestId);
    } else return;
    lastRequest = Date.now();
  };
  let sent = 0;
  const send = async (method: string, params: object = {}) => {
    const id = ++sent;
    const { result, error } = await new Promise<v.InferOutput<typeof messageSchema>>((answer) => {
      answers.set(id, answer);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };

  const page: BarePage = {
    // The protocol's types are those of Playwright's session, which speaks it too.
    send: send as CDPSession['send'],
    failed,
    before: async (source) => void (await page.send('Page.addScriptToEvaluateOnNewDocument', { source })),
    goto: async (url) => void (await page.send('Page.navigate', { url })),
    async evaluate<T>(expression: string) {
      const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as T;
    },
    async until(expression) {
      for (const begun = Date.now(); !(await page.evaluate(`Boolean(${expression})`)); await pause(20))
        if (Date.now() - begun > PATIENCE) throw new Error(`Never true in the page: ${expression}`);
    },
    async settled() {
      for (const begun = Date.now(); requests.size > 0 || Date.now() - lastRequest < QUIET; await pause(20))
        if (Date.now() - begun > PATIENCE)
          throw new Error(`Still loading: ${[...requests.values()].join(', ')}`);
    },
    async touch(element, how) {
      const at = await page.evaluate<{ x: number; y: number }>(
        `(({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 }))((${element}).getBoundingClientRect())`,
      );
      if (how === 'tap') {
        await page.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
        await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        return;
      }
      await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at });
      for (const type of how === 'press' ? (['mousePressed', 'mouseReleased'] as const) : [])
        await page.send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 });
    },
    async close() {
      socket.close();
      await root.send('Target.disposeBrowserContext', { browserContextId });
      await root.detach();
    },
  };
  await page.send('Network.enable');
  await page.send('Page.enable');
  await page.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: 1,
    mobile: false,
  });
  if (stored) await page.before(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
  return page;
}
