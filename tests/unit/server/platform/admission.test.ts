import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGate } from '../../../../server/platform/admission.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const overloaded = { code: 'overloaded', retryAfter: 2 };
const limits = { running: 2, waiting: 3, patience: 500 };

/** Enters the gate, and returns whether it was admitted, was rejected, or waits. */
function come(gate: ReturnType<typeof createGate>) {
  const caller = { is: 'waiting', leave: () => {} };
  gate.enter().then(
    (leave) => Object.assign(caller, { is: 'in', leave }),
    (error: unknown) => {
      expect(error).toMatchObject(overloaded);
      caller.is = 'refused';
    },
  );
  return caller;
}
const settled = () => vi.advanceTimersByTimeAsync(0);

test('limits running and waiting calls, and rejects one more immediately', async () => {
  const gate = createGate(limits);
  const all = Array.from({ length: 7 }, () => come(gate));
  const now = () => all.map(({ is }) => is).join(' ');
  await settled();
  expect(now()).toBe('in in waiting waiting waiting refused refused');
  all[1]?.leave();
  // Called twice, it still frees one place.
  all[1]?.leave();
  await settled();
  expect(now()).toBe('in in in waiting waiting refused refused');
  const late = come(gate);
  for (const one of all) one.leave();
  await settled();
  expect(now()).toBe('in in in in in refused refused');
  expect(late.is).toBe('waiting');
  for (const one of all) one.leave();
  await settled();
  expect(late.is).toBe('in');
});

test('no call waits longer than allowed, and later calls keep their own limit', async () => {
  const gate = createGate(limits);
  const [one, , first] = [come(gate), come(gate), come(gate)];
  await vi.advanceTimersByTimeAsync(300);
  const second = come(gate);
  await vi.advanceTimersByTimeAsync(199);
  expect([first.is, second.is]).toEqual(['waiting', 'waiting']);
  await vi.advanceTimersByTimeAsync(1);
  expect([first.is, second.is]).toEqual(['refused', 'waiting']);
  one.leave();
  await settled();
  expect(second.is).toBe('in');
});

test('under ten times its capacity, admitted calls finish within the waiting limit plus their own time', async () => {
  const gate = createGate({ running: 4, waiting: 20, patience: 500 });
  const took: number[] = [];
  let refused = 0;
  const call = async () => {
    const began = performance.now();
    try {
      const leave = await gate.enter();
      await new Promise((resolve) => setTimeout(resolve, 50));
      leave();
      took.push(performance.now() - began);
    } catch {
      refused++;
    }
  };
  const all = Array.from({ length: 240 }, call);
  await vi.runAllTimersAsync();
  await Promise.all(all);
  expect([took.length, refused]).toEqual([24, 216]);
  expect(Math.max(...took)).toBeLessThanOrEqual(550);
});
