import { render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GamesIsland } from '../../src/islands/catalogue/games/GamesIsland.tsx';
import { abortPending } from '../../src/lib/client/client.ts';
import { takeEarly } from '../../src/lib/client/early.ts';
import { firstCalls } from '../../src/lib/first-calls.ts';
import { visit } from '../support/screen.ts';

const address = 'https://api.test.example/api/user/games?page=1';
let stop: AbortController;
let answer: Promise<Response>;

function asked(token: string | null | undefined): void {
  stop = new AbortController();
  answer = Promise.resolve(new Response('{}'));
  window.playtallyEarly = { token, stop, [address]: answer };
}
const sent = (token: string | null, more: RequestInit = {}): RequestInit => ({
  method: 'GET',
  headers: { accept: 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
  ...more,
});

beforeEach(() => {
  asked('mine');
  vi.spyOn(performance, 'now').mockReturnValue(15_000);
});
afterEach(() => {
  delete window.playtallyEarly;
  vi.restoreAllMocks();
});

test('a pending answer is handed out once', () => {
  expect(takeEarly(address, sent('mine'))).toBe(answer);
  expect(takeEarly(address, sent('mine'))).toBeUndefined();
  expect(stop.signal.aborted).toBe(false);
});

test('a guest uses an answer that was requested as a guest', () => {
  asked(null);
  expect(takeEarly(address, sent(null))).toBe(answer);
});

test.each([
  ['somebody else', 'mine', 'another'],
  ['nobody, after somebody signed in', null, 'mine'],
  ['somebody, after they signed out', 'mine', null],
])('an answer for %s is dropped, with all the others', (_, before, now) => {
  asked(before);
  expect(takeEarly(address, sent(now))).toBeUndefined();
  expect(stop.signal.aborted).toBe(true);
  expect(window.playtallyEarly).toBeUndefined();
});

test('an answer that isn’t used in time is dropped', () => {
  vi.spyOn(performance, 'now').mockReturnValue(15_001);
  expect(takeEarly(address, sent('mine'))).toBeUndefined();
  expect(stop.signal.aborted).toBe(true);
});

test('navigation cancels it, and the next page requests it again', () => {
  abortPending();
  expect(stop.signal.aborted).toBe(true);
  expect(takeEarly(address, sent('mine'))).toBeUndefined();
});

test('only a read uses it', () => {
  expect(takeEarly(address, sent('mine', { method: 'POST' }))).toBeUndefined();
  expect(takeEarly(address, sent('mine'))).toBe(answer);
});

test('it is cancelled with the call that uses it', () => {
  const call = new AbortController();
  takeEarly(address, sent('mine', { signal: call.signal }));
  expect(stop.signal.aborted).toBe(false);
  call.abort();
  expect(stop.signal.aborted).toBe(true);
  asked('mine');
  takeEarly(address, sent('mine', { signal: call.signal }));
  expect(stop.signal.aborted).toBe(true);
});

test('a network failure is reported by the part that needs the answer, even while the browser thinks it is online', async () => {
  const later = vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => {}));
  const lost = Promise.reject(new TypeError('Failed to fetch'));
  lost.catch(() => {});
  window.playtallyEarly = Object.assign({ token: null, stop }, { [firstCalls.games[0] ?? '']: lost });
  expect(navigator.onLine).toBe(true);
  visit('/guest/gameslist');
  render(createElement(GamesIsland, { area: 'guest' }));
  const part = await screen.findByRole('alert');
  expect(part.textContent).toContain('We couldn’t load the games');
  expect(part.textContent).toContain('We can’t connect.');
  expect(later).not.toHaveBeenCalled();
});
