import { expect, test } from 'vitest';
import { shareReads } from '../../../../server/platform/shared-reads.ts';

/** Reads that count themselves and return the state at their start. */
function counted() {
  const state = { value: 0, reads: 0 };
  const read = shareReads(async (key: string) => {
    state.reads++;
    if (key === 'broken') throw new Error('no such thing');
    return `${key} ${state.value}`;
  });
  return { state, read };
}

test('callers at the same moment share one read', async () => {
  const { state, read } = counted();
  expect(await Promise.all(Array.from({ length: 50 }, () => read('a')))).toEqual(Array(50).fill('a 0'));
  expect(state.reads).toBe(1);
});

test('different keys have different reads', async () => {
  const { state, read } = counted();
  expect(await Promise.all([read('a'), read('b')])).toEqual(['a 0', 'b 0']);
  expect(state.reads).toBe(2);
});

test('no caller gets an answer older than their request', async () => {
  const { state, read } = counted();
  const answers: string[] = [];
  await Promise.all(
    Array.from({ length: 200 }, async () => {
      const asked = ++state.value;
      const answer = await read('a');
      answers.push(answer);
      expect(Number(answer.slice(2))).toBeGreaterThanOrEqual(asked);
      const again = ++state.value;
      expect(Number((await read('a')).slice(2))).toBeGreaterThanOrEqual(again);
    }),
  );
  expect(answers).toHaveLength(200);
  expect(state.reads).toBeLessThan(20);
});

test('a failed read fails its waiting callers, and the next one is a new attempt', async () => {
  const { state, read } = counted();
  await expect(Promise.all([read('broken'), read('broken')])).rejects.toThrow('no such thing');
  await expect(read('broken')).rejects.toThrow('no such thing');
  expect(state.reads).toBe(2);
});
