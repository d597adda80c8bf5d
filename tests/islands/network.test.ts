/** The banner reports a missing connection from the first moment, before any file of the page has loaded. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import network from '../../src/components/inline/network.js?raw';

let isOnline = true;
let page = new AbortController();
/** The page as it is loaded. */
function load(): void {
  document.body.innerHTML = '<div id="trouble"></div>';
  const { signal } = page;
  const listen = (type: string, act: EventListener) => window.addEventListener(type, act, { signal });
  new Function('addEventListener', network)(listen);
}
const message = () => document.getElementById('trouble')?.textContent ?? '';
function go(online: boolean): void {
  isOnline = online;
  window.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

beforeEach(() => {
  isOnline = true;
  window.playtallyInMemory = false;
  page = new AbortController();
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
});
afterEach(() => {
  page.abort();
  vi.restoreAllMocks();
});

test('a page that is loaded without one says so immediately, until it is back', () => {
  isOnline = false;
  load();
  expect(message()).toMatch(/^You’re offline\./);
  go(true);
  expect(message()).toBe('');
});

test('a connection that is lost later is shown as well, also on the next page of the app', () => {
  load();
  expect(message()).toBe('');
  go(false);
  expect(message()).toMatch(/^You’re offline\./);
  go(true);
  isOnline = false;
  document.dispatchEvent(new Event('astro:page-load'));
  expect(message()).toMatch(/^You’re offline\./);
});

test('a login that only lasts for this page is shown, even after the connection was lost', () => {
  load();
  window.playtallyInMemory = true;
  window.dispatchEvent(new Event('playtally:memory'));
  expect(message()).toMatch(/^Your browser blocks storage/);
  go(false);
  go(true);
  expect(message()).toMatch(/^Your browser blocks storage/);
});
