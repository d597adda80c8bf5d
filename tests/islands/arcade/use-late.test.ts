/** Values that follow late, so that an act has its frame to itself. */
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useThrottled } from '../../../src/islands/arcade/use-late.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const values = [{}, {}, {}, {}];
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a throttled value follows several changes at once, with the latest', () => {
  const { result, rerender } = renderHook((value: number) => useThrottled(values[value]), {
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
