/** Values that follow late, so that an act has its frame to itself. */
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLate, useSettled } from '../../../src/islands/arcade/use-late.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const values = Array.from({ length: 7 }, () => ({}));
/** As long as a frame or a little longer. */
const FRAME_MS = 17;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

const settled = () => renderHook((value: number) => useSettled(values[value] ?? values), { initialProps: 0 });

test('a settled value waits until it has rested, and follows several changes at once', () => {
  const { result, rerender } = settled();
  pass(1_000);
  rerender(1);
  pass(400);
  // Another change puts it off.
  rerender(2);
  pass(599);
  expect(result.current).toBe(values[0]);
  pass(1);
  expect(result.current).toBe(values[2]);
});

test('a settled value that never rests follows every second and a half', () => {
  const { result, rerender } = settled();
  pass(10_000);
  for (let change = 1; change <= 6; change++) {
    rerender(change);
    pass(250);
    expect(result.current, `change ${change}`).toBe(values[change < 6 ? 0 : 6]);
  }
});

test('what is late waits for its milliseconds, and then for its frames', () => {
  const { result, rerender } = renderHook((value: number) => useLate(values[value], 2, 100), {
    initialProps: 0,
  });
  rerender(1);
  pass(100 + FRAME_MS);
  expect(result.current).toBe(values[0]);
  pass(FRAME_MS);
  expect(result.current).toBe(values[1]);
});
