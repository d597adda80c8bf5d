/** Values that follow late, so that an act has its frame to itself. */
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLate, useThrottled } from '../../../src/islands/arcade/use-late.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const values = [{}, {}, {}, {}];
/** As long as a frame or a little longer. */
const FRAME_MS = 17;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a throttled value follows several changes at once, with the latest', () => {
  const { result, rerender } = renderHook((value: number) => useThrottled(values[value] ?? values), {
    initialProps: 0,
  });
  pass(1_000);
  rerender(1);
  pass(400);
  // Another change doesn't put it off.
  rerender(2);
  pass(199);
  expect(result.current).toBe(values[0]);
  pass(1);
  expect(result.current).toBe(values[2]);
  rerender(3);
  pass(599);
  expect(result.current).toBe(values[2]);
  pass(1);
  expect(result.current).toBe(values[3]);
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
