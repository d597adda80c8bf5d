import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeEarly } from '../../src/lib/api/early.ts';

const address = 'https://api.test.example/api/user/games?page=1';
let stop: AbortController;
let answer: Promise<Response>;

function asked(change: { at?: string; token?: string | null } = {}): void {
  stop = new AbortController();
  answer = Promise.resolve(new Response('{}'));
  window.playtallyEarly = { [address]: { at: location.pathname, token: 'mine', answer, stop, ...change } };
}
const sent = (token: string | null, more: RequestInit = {}): RequestInit => ({
  method: 'GET',
  headers: { accept: 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
  ...more,
});

beforeEach(() => asked());
afterEach(() => {
  delete window.playtallyEarly;
});

test('an answer that is on its way is handed out once', () => {
  expect(takeEarly(address, sent('mine'))).toBe(answer);
  expect(takeEarly(address, sent('mine'))).toBeUndefined();
  expect(stop.signal.aborted).toBe(false);
});

test('a guest takes what was asked as a guest', () => {
  asked({ token: null });
  expect(takeEarly(address, sent(null))).toBe(answer);
});

test.each([
  ['somebody else', 'another', {}],
  ['nobody, after somebody signed in', 'mine', { token: null }],
  ['somebody, after they signed out', null, {}],
  ['another page', 'mine', { at: '/elsewhere' }],
])('what was asked for %s is dropped', (_, token, change) => {
  asked(change);
  expect(takeEarly(address, sent(token))).toBeUndefined();
  expect(stop.signal.aborted).toBe(true);
  expect(window.playtallyEarly).toEqual({});
});

test('only a read takes it over', () => {
  expect(takeEarly(address, sent('mine', { method: 'POST' }))).toBeUndefined();
  expect(takeEarly(address, sent('mine'))).toBe(answer);
});

test('it stops with the call that took it over', () => {
  const call = new AbortController();
  takeEarly(address, sent('mine', { signal: call.signal }));
  expect(stop.signal.aborted).toBe(false);
  call.abort();
  expect(stop.signal.aborted).toBe(true);
  asked();
  takeEarly(address, sent('mine', { signal: call.signal }));
  expect(stop.signal.aborted).toBe(true);
});
