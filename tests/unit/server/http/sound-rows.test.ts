/** Every list of the contract: one bad row takes no other with it, and no row carries HTML. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { calls } from '../../../../server/http/docs.ts';
import { listsIn, withSoundRows } from '../../../../server/http/sound-rows.ts';
import { mapRows, withRowFaults } from '../../../../server/platform/sound-rows.ts';
import type { Call } from '../../../../src/lib/contract/call.ts';
import { sampleAnswer } from '../../../support/sample.ts';

type Json = Record<string, unknown>;

const lists = Object.entries<Call>(calls).flatMap(([name, call]) =>
  listsIn(call.answer).map((list) => ({ name, call, where: list.path.join('.'), ...list })),
);

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((inner, name) => (inner as Json)[name], value);

function withList(value: unknown, [name = '', ...rest]: readonly string[], rows: unknown[]): unknown {
  const inner = (value as Json)[name];
  return { ...(value as Json), [name]: rest.length === 0 ? rows : withList(inner, rest, rows) };
}

/** The row with its first strictly typed field replaced by another type. */
function spoilt(good: Json, row: v.GenericSchema): unknown {
  const all = Object.keys(good).map((field) => ({ ...good, [field]: { secret: 'planted' } }));
  return all.find((one) => !v.is(row, one)) ?? 'no row';
}

test('every list of the contract is found', () => {
  expect(lists.length).toBeGreaterThan(70);
  expect(lists.map(({ name, where }) => `${name} ${where}`)).toEqual(
    expect.arrayContaining(['listOrders data', 'getInvite friends.data', 'listPartners partners']),
  );
});

test.each(lists)('$name, $where', ({ call, path, row }) => {
  const sample = sampleAnswer(call);
  const [good] = at(sample, path) as [Json];
  expect(JSON.stringify(good)).not.toMatch(/html"/i);
  const bad = spoilt(good, row);
  const found: string[] = [];
  const sound = withRowFaults(
    (ids, error) => found.push(`${ids} ${error instanceof v.ValiError}`),
    () => withSoundRows(call, withList(sample, path, [bad, good, bad])),
  );
  expect(sound).toEqual(sample);
  expect(found).toHaveLength(2);
  expect(found.join()).not.toContain('planted');
  expect(withSoundRows(call, sample)).toBe(sample);
});

test('article cards don’t contain the article’s HTML text', () => {
  const withBody = lists.filter(({ call, path }) => 'body' in (at(sampleAnswer(call), path) as [Json])[0]);
  expect(withBody.map(({ name }) => name).toSorted()).toEqual([
    'getSupportThread',
    'getThread',
    'listNotifications',
    'listWaitingSubmissions',
  ]);
});

describe('a row that throws', () => {
  const open = ({ text }: { text: string | null }) => {
    if (text === null) throw new Error('sealed by a key that is gone');
    return text;
  };
  const rows = [
    { id: 1, text: 'a' },
    { id: 2, text: null },
    { id: 3, text: 'c' },
  ];

  test('is left out, or shown with less, and reported by its ids', () => {
    const found: string[] = [];
    const note = (ids: string) => void found.push(ids);
    expect(withRowFaults(note, () => mapRows(rows, open))).toEqual(['a', 'c']);
    expect(withRowFaults(note, () => mapRows(rows, open, (row) => ({ ...row, text: '?' })))).toEqual([
      'a',
      '?',
      'c',
    ]);
    expect(found).toEqual(['id 2', 'id 2']);
    const joined = [{ order: { id: 7, details: 'x' }, reward: { id: 84 }, amount: 'secret' }];
    withRowFaults(note, () =>
      mapRows(joined, () => {
        throw new Error();
      }),
    );
    expect(found.at(-1)).toBe('order 7, reward 84');
  });

  test('is thrown if no one handles it', () => {
    expect(() => mapRows(rows, open)).toThrow('sealed by');
  });
});
