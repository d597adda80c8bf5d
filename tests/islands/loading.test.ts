/** The progress bar of the app areas' navigation, with the numbers of section 9 of the specification. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followNavigation } from '../../src/components/loading.ts';

const bar = document.createElement('div');
bar.id = 'loading';
const state = () => bar.dataset.state ?? '';
const router = (event: string) => document.dispatchEvent(new Event(`astro:${event}`));
const styles = readFileSync('src/styles/status.css', 'utf8');
/** The transition in a state's rule: 'clip-path 5s cubic-bezier(…)'. */
const rule = (name: string, property: string) =>
  new RegExp(`\\.loading\\[data-state="${name}"\\] \\{[^}]*?\\b${property}:\\s+([^;]+);`).exec(styles)?.[1] ??
  '';
const share = (name: string) => 100 - Number(/inset\(0 (\d+)%/.exec(rule(name, 'clip-path'))?.[1] ?? 0);

document.body.append(bar);
followNavigation();

beforeEach(() => {
  vi.useFakeTimers();
  bar.dataset.state = '';
});
// Ends and hides the bar.
afterEach(() => {
  router('after-preparation');
  router('page-load');
  vi.runAllTimers();
});

test('it doesn’t appear if the page arrives within 200 ms', () => {
  router('before-preparation');
  vi.advanceTimersByTime(199);
  expect(state()).toBe('');
  router('after-preparation');
  router('page-load');
  vi.advanceTimersByTime(10_000);
  expect(state()).toBe('');
});

test('it appears after 200 ms, and hides 500 ms after the page is shown', () => {
  router('before-preparation');
  vi.advanceTimersByTime(200);
  expect(state()).toBe('running');
  router('after-preparation');
  router('page-load');
  expect(state()).toBe('done');
  vi.advanceTimersByTime(499);
  expect(state()).toBe('done');
  vi.advanceTimersByTime(1);
  expect(state()).toBe('');
});

test('it continues when the document has arrived, whether or not it was visible before', () => {
  router('before-preparation');
  vi.advanceTimersByTime(1000);
  router('after-preparation');
  expect(state()).toBe('arrived');
  router('page-load');
  vi.runAllTimers();

  router('before-preparation');
  vi.advanceTimersByTime(100);
  router('after-preparation');
  expect(state()).toBe('');
  vi.advanceTimersByTime(100);
  expect(state()).toBe('arrived');
});

test('the next navigation restarts it, even while it is about to hide', () => {
  router('before-preparation');
  vi.advanceTimersByTime(200);
  router('after-preparation');
  router('page-load');
  vi.advanceTimersByTime(100);
  router('before-preparation');
  expect(state()).toBe('');
  vi.advanceTimersByTime(200);
  expect(state()).toBe('running');
  // Another link before that page arrived.
  router('before-preparation');
  vi.advanceTimersByTime(450);
  expect(state()).toBe('running');
});

test('another link while an arrived page still loads restarts it, and it never moves backwards', () => {
  router('before-preparation');
  vi.advanceTimersByTime(1000);
  router('after-preparation');
  expect(state()).toBe('arrived');
  router('before-preparation');
  expect(state()).toBe('');
  vi.advanceTimersByTime(100);
  // A page that was left before it was complete still reports its arrival.
  router('page-load');
  vi.advanceTimersByTime(100);
  expect(state()).toBe('running');
  router('after-preparation');
  router('page-load');
  expect(state()).toBe('done');
});

test('it runs for a nominal 5 s, and never past the known progress', () => {
  expect(rule('running', 'transition')).toMatch(/^clip-path (?:5s|5000ms) /);
  expect(share('running')).toBeGreaterThan(0);
  expect(share('running')).toBeLessThan(share('arrived'));
  expect(share('arrived')).toBeLessThan(share('done'));
  // Full and faded before it is taken away.
  const times = [...rule('done', 'transition').matchAll(/opacity (\d+)ms (\d+)ms/g)].map(
    ([, lasts, after]) => Number(lasts) + Number(after),
  );
  expect(times).toHaveLength(1);
  expect(times[0]).toBeLessThanOrEqual(500);
});
