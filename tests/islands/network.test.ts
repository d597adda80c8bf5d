/** Being without a connection is told in the banner from the first moment, before any file of the page is there. */
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
const told = () => document.getElementById('trouble')?.textContent ?? '';
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

test('a page that is loaded without one says so at once, until it is back', () => {
  isOnline = false;
  load();
  expect(told()).toMatch(/^You’re offline\./);
  go(true);
  expect(told()).toBe('');
});

test('one that is lost later is told as well, and by the next page of the app', () => {
  load();
  expect(told()).toBe('');
  go(false);
  expect(told()).toMatch(/^You’re offline\./);
  go(true);
  isOnline = false;
  document.dispatchEvent(new Event('astro:page-load'));
  expect(told()).toMatch(/^You’re offline\./);
});

test('that somebody is logged in on this page alone is told, also after a connection was lost', () => {
  load();
  window.playtallyInMemory = true;
  window.dispatchEvent(new Event('playtally:memory'));
  expect(told()).toMatch(/^Your browser blocks storage/);
  go(false);
  go(true);
  expect(told()).toMatch(/^Your browser blocks storage/);
});
