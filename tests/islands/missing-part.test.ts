/** A deploy while a page is open: whichever file is missing, the page reloads once, then shows a message. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import missingPart from '../../src/components/inline/missing-part.js?raw';

let reload: ReturnType<typeof vi.spyOn>;
/** Loads the page (again): listeners of earlier documents are gone. */
let page = new AbortController();
function load(): void {
  page.abort();
  page = new AbortController();
  const { signal } = page;
  const listen = (type: string, act: EventListener, options?: boolean | AddEventListenerOptions) =>
    window.addEventListener(type, act, {
      ...(typeof options === 'object' ? options : { capture: Boolean(options) }),
      signal,
    });
  document.body.innerHTML = '<div id="trouble"></div>';
  new Function('addEventListener', missingPart)(listen);
}
const banner = () => document.body.textContent ?? '';
const sentence = /couldn’t load part of this page\. Nothing you saved is lost/;

/** A resource of the page failed, as browsers report it: on the element, without bubbling. */
function failed(markup: string): void {
  document.body.insertAdjacentHTML('beforeend', markup);
  document.body.lastElementChild?.dispatchEvent(new Event('error'));
}
const rejected = (message: string) =>
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new TypeError(message) }));
const script = () => failed('<script type="module"></script>');

/** The status that the site's host returns; undefined if nothing answers. */
let status: number | undefined;
const answer = {
  // biome-ignore lint/suspicious/noThenProperty: a promise would answer after the test has looked
  then: (come: (response: { status?: number }) => void, fail: () => void) =>
    status === undefined ? fail() : come({ status }),
};

beforeEach(() => {
  status = 200;
  vi.stubGlobal('fetch', () => answer);
  vi.useFakeTimers();
  sessionStorage.clear();
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  load();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ['a script of the page', script],
  ['a part that Vite asked for', () => window.dispatchEvent(new Event('vite:preloadError'))],
  [
    'an island',
    () => document.body.dispatchEvent(new CustomEvent('astro:hydration-error', { bubbles: true })),
  ],
  ['a part, in Chrome’s words', () => rejected('Failed to fetch dynamically imported module: /_astro/a.js')],
  ['a part, in Firefox’s words', () => rejected('error loading dynamically imported module: /_astro/a.js')],
  ['a part, in Safari’s words', () => rejected('Importing a module script failed.')],
])('%s: reloads once, then shows a message with a button, and never loops', (_, miss) => {
  miss();
  miss();
  expect([reload.mock.calls.length, banner()]).toEqual([1, '']);
  for (let documents = 0; documents < 3; documents++) {
    // A host that hangs keeps a browser waiting for minutes.
    vi.advanceTimersByTime(2 * 60_000);
    load();
    miss();
    miss();
  }
  expect(reload).toHaveBeenCalledTimes(1);
  expect(banner()).toMatch(sentence);
  const buttons = document.querySelectorAll('button');
  expect([...buttons].map(({ textContent }) => textContent)).toEqual(['Reload']);
  buttons[0]?.click();
  expect(reload).toHaveBeenCalledTimes(2);
});

test.each([
  ['nothing answers', undefined],
  ['a proxy says so', 502],
])('while the site’s host is away (%s), the page stays and says that a part is missing', (_, away) => {
  status = away;
  script();
  expect(reload).not.toHaveBeenCalled();
  expect(banner()).toMatch(sentence);
});

test('a later deploy, and another page, are reloaded again', () => {
  script();
  vi.advanceTimersByTime(11 * 60_000);
  load();
  script();
  history.replaceState(null, '', '/user/games');
  load();
  script();
  expect(reload).toHaveBeenCalledTimes(3);
});

test('files that aren’t parts of the page are ignored', () => {
  failed('<script src="https://captcha.example/api.js"></script>');
  failed('<img alt="">');
  failed('<link rel="modulepreload" href="/_astro/a.js">');
  window.dispatchEvent(new ErrorEvent('error', { message: 'x is not a function' }));
  rejected('x is not a function');
  window.dispatchEvent(new Event('unhandledrejection'));
  expect([reload.mock.calls.length, banner()]).toEqual([0, '']);
});

test('without a connection it waits for one', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  script();
  script();
  expect(reload).not.toHaveBeenCalled();
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['online', () => {}],
  [
    'back online',
    () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
      window.dispatchEvent(new Event('online'));
    },
  ],
])('a page with something typed into it isn’t reloaded by itself, %s', (where, comeBack) => {
  if (where !== 'online') vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  history.replaceState(null, '', '/user/contact');
  document.body.dispatchEvent(new Event('input', { bubbles: true }));
  script();
  comeBack();
  expect(reload).not.toHaveBeenCalled();
  expect(banner()).toMatch(sentence);
  // What was typed is gone with its page.
  history.replaceState(null, '', '/user/orders');
  document.dispatchEvent(new Event('astro:after-swap'));
  script();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('without storage it shows the message immediately', () => {
  vi.stubGlobal('sessionStorage', undefined);
  script();
  vi.unstubAllGlobals();
  expect(reload).not.toHaveBeenCalled();
  expect(banner()).toMatch(sentence);
});

test('the message disappears with its page, and the next page shows it again', () => {
  script();
  load();
  script();
  document.dispatchEvent(new Event('astro:after-swap'));
  expect(banner()).toBe('');
  script();
  expect(banner()).toMatch(sentence);
});
