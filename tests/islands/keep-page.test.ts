/** If a link's page can't be loaded, the screen and its input stay unchanged. */
import { afterEach, expect, test, vi } from 'vitest';
import { keepPage } from '../../src/components/keep-page.ts';

keepPage();
afterEach(() => void vi.unstubAllGlobals());

/** Follows a link, and returns what the router was given. */
async function follow(answer: () => Promise<Response>, online = true) {
  document.body.innerHTML = '<div id="trouble"></div><textarea>Half a comment</textarea>';
  vi.stubGlobal('fetch', answer);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  const stayed = vi.fn();
  document.addEventListener('playtally:stayed', stayed, { once: true });
  const navigation = Object.assign(new Event('astro:before-preparation', { cancelable: true }), {
    from: new URL(location.href),
    to: new URL('/user/dashboard', location.href),
    signal: new AbortController().signal,
    newDocument: document,
    loader: vi.fn(async () => {}),
  });
  const original = navigation.loader;
  document.dispatchEvent(navigation);
  let went = false;
  void navigation.loader().then(() => {
    went = true;
  });
  await expect.poll(() => went || stayed.mock.calls.length > 0).toBe(true);
  document.removeEventListener('playtally:stayed', stayed);
  const { newDocument, defaultPrevented: reloads } = navigation;
  return {
    went,
    reloads,
    words: document.getElementById('trouble')?.textContent ?? '',
    newDocument,
    original,
  };
}
const TAKES_PART = '<meta name="astro-view-transitions-enabled">';
const page = (init: ResponseInit = {}, type = 'text/html', head = TAKES_PART) =>
  Promise.resolve(
    new Response(`${head}<title>Dashboard</title><noscript>no</noscript>`, {
      headers: { 'content-type': type },
      ...init,
    }),
  );
/** An answer that begins and never ends. */
const half = async () =>
  new Response(new ReadableStream({ pull: () => Promise.reject(new TypeError('network error')) }), {
    headers: { 'content-type': 'text/html' },
  });
const gone = () => Promise.reject(new TypeError('Failed to fetch'));

test.each([
  ['there is no connection', gone, false, /^You’re offline/],
  ['the site’s host is away', gone, true, /can’t reach that page right now/],
  ['the connection breaks in the middle of the page', half, true, /can’t reach that page right now/],
  ['a proxy says so', () => page({ status: 502 }), true, /can’t reach that page right now/],
])('if %s, the page says so and stays', async (_, answer, online, words) => {
  const after = await follow(answer, online);
  expect([after.went, after.newDocument === document]).toEqual([false, true]);
  expect(after.words).toMatch(words);
  expect(document.querySelector('textarea')?.value).toBe('Half a comment');
});

test('the banner goes with the next page, and Back without a connection keeps the page’s own address', async () => {
  const own = location.href;
  const shown = await follow(gone);
  expect(shown.words).toMatch(/can’t reach/);
  document.dispatchEvent(new Event('astro:after-swap'));
  expect(document.getElementById('trouble')?.textContent).toBe('');
  const assumed = new URL(own);
  const stays = follow(() => {
    // The router changes the address before it fetches the page.
    history.replaceState(null, '', '/user/dashboard');
    return gone();
  }, false);
  expect((await stays).went).toBe(false);
  expect(location.href).toBe(assumed.href);
});

test('a page that arrives is passed to the router, even a 404 page', async () => {
  for (const init of [{}, { status: 404 }]) {
    const after = await follow(() => page(init));
    expect([after.went, after.words]).toEqual([true, '']);
    expect([after.newDocument.title, after.newDocument.querySelector('noscript')]).toEqual([
      'Dashboard',
      null,
    ]);
  }
});

test('a page outside the app areas is loaded by the browser, without fetching it again or reading it here', async () => {
  const parse = vi.spyOn(DOMParser.prototype, 'parseFromString');
  const answer = vi.fn(() => page({}, 'text/html', ''));
  const after = await follow(answer);
  expect([after.went, after.reloads, after.newDocument === document]).toEqual([true, true, true]);
  // This page's policy would report each of its styles.
  expect(parse).not.toHaveBeenCalled();
  expect([answer.mock.calls.length, after.original.mock.calls.length]).toEqual([1, 0]);
  expect((await follow(() => page())).reloads).toBe(false);
});
