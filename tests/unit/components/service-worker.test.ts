/**
 * How the service worker handles a push and a press on its notification. tests/e2e/offline.test.ts tests how it handles pages.
 */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const source = readFileSync('src/components/inline/service-worker.js', 'utf8');
const ORIGIN = 'https://playtally.example';

/** The worker, started; `open` are the addresses of its pages. */
function start(open: readonly string[] = []) {
  const handlers = new Map<string, (event: object) => void>();
  const pages = open.map((url) => ({ url, focus: vi.fn(async () => {}), navigate: vi.fn(async () => {}) }));
  const shown: unknown[][] = [];
  const openWindow = vi.fn(async () => {});
  const matchAll = async () => pages;
  runInNewContext(source, {
    URL,
    location: new URL(`${ORIGIN}/sw.js`),
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    registration: { showNotification: async (...given: unknown[]) => void shown.push(given) },
    clients: { matchAll, openWindow },
  });
  return {
    pages,
    openWindow,
    shown,
    async fire(name: string, event: object) {
      let work: unknown;
      handlers.get(name)?.({ ...event, waitUntil: (given: unknown) => (work = given) });
      await work;
    },
  };
}

test('a push is shown with its title, text and link', async () => {
  const worker = start();
  const found = { title: 'Your order is here', body: 'See the code.', href: '/user/inventory' };
  await worker.fire('push', { data: { json: () => found } });
  expect(worker.shown).toEqual([
    ['Your order is here', expect.objectContaining({ body: 'See the code.', data: '/user/inventory' })],
  ]);
});

test.each([
  ['opens a page', [], '/user/inventory', `${ORIGIN}/user/inventory`],
  ['leaves the open pages as they are', ['/login', '/user'], '/user/inventory', `${ORIGIN}/user/inventory`],
  ['another site is never gone to', [], 'https://evil.test/x', `${ORIGIN}/`],
  ['nor by an address without a scheme', ['/user'], '//evil.test/x', `${ORIGIN}/`],
])('pressing it %s', async (_, open, href, goes) => {
  const worker = start(open.map((path) => ORIGIN + path));
  const close = vi.fn();
  await worker.fire('notificationclick', { notification: { data: href, close } });
  expect(close).toHaveBeenCalled();
  expect(worker.openWindow).toHaveBeenCalledExactlyOnceWith(goes);
  for (const { navigate, focus } of worker.pages) {
    expect(navigate).not.toHaveBeenCalled();
    expect(focus).not.toHaveBeenCalled();
  }
});

test('pressing it shows the page that is already there', async () => {
  const worker = start([`${ORIGIN}/user`, `${ORIGIN}/user/inventory`]);
  await worker.fire('notificationclick', { notification: { data: '/user/inventory', close() {} } });
  expect(worker.pages.map(({ focus }) => focus.mock.calls.length)).toEqual([0, 1]);
  expect(worker.openWindow).not.toHaveBeenCalled();
});
