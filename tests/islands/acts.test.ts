/**
 * Faults during every call that changes something: whatever arrives instead of an answer is explained, and the action works once
 * the fault is gone, with the same key if it is unknown whether it was done. The stores are real, with the real client; a host in
 * memory answers by the contract.
 */
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectApi } from '../../src/lib/client/client.ts';
import { getUser } from '../../src/lib/contract/account/account.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { $session } from '../../src/lib/session/session.ts';
import { calls } from '../support/calls.ts';
import { aUser, signIn } from '../support/fixtures.ts';
import { hostOfEachTest } from '../support/host.ts';
import { type PlayerAct, playerActs, quietCalls } from '../support/player-acts.ts';
import { sampleAnswer } from '../support/sample.ts';
import { visit } from '../support/screen.ts';

/** Operators' actions have their own rows (admin/operator-acts.test.tsx). */
const changing = calls.filter(({ call }) => call.method !== 'GET' && !call.path.startsWith('/api/operator/'));

const json = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });
const page = () =>
  new Response('<!doctype html><title>A proxy</title>', { headers: { 'content-type': 'text/html' } });

const GONE = 'Your session has ended.';
/** What arrives instead of an answer, and the message that it must lead to. */
const faults: readonly [fault: string, answer: () => Response | Promise<Response>, words: string][] = [
  [
    'an answer of 500',
    () => json('{"message": "Something went wrong on our side.", "code": "internal"}', 500),
    'Something went wrong on our side.',
  ],
  [
    'JSON that ends half way',
    () => json('{"data": [{"id": 1, "na'),
    'Something went wrong with the response.',
  ],
  ['a page', page, 'Something went wrong with the response.'],
  ['no answer in time', () => new Promise<never>(() => {}), 'This is taking too long.'],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'We can’t connect.'],
  ['a session that is gone', () => json(`{"message": "${GONE}", "code": "unauthenticated"}`, 401), GONE],
];

const host = hostOfEachTest();
beforeEach(() => {
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  vi.spyOn(location, 'replace').mockImplementation(() => {});
  connectApi({ timeout: 40 });
  onTestFinished($session.listen(() => {}));
});
afterEach(() => vi.restoreAllMocks());

/** The account that the host’s samples sign in. A page that has shown one account doesn't take another. */
const { id } = v.parse(v.object({ user: v.object({ id: v.number() }) }), sampleAnswer(getUser)).user;

/** Opens a page as a player or a guest, with no earlier redirect. */
function enter(guest: boolean): void {
  visit('/');
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  visit('/user');
  signIn(guest ? null : aUser({ id }));
}

/** All messages about how an action ended. */
async function ended({ act, result }: PlayerAct): Promise<string> {
  const outcome = await Promise.resolve()
    .then(act)
    .catch((error: unknown) => String(error));
  // JSON leaves out an error's message.
  return JSON.stringify([outcome, result?.()], (_, value) =>
    value instanceof Error ? { ...value, message: value.message } : value,
  );
}

test('every call that changes something has a row in the table', () => {
  const rows = [...Object.keys(playerActs), ...Object.keys(quietCalls)].toSorted();
  expect(rows).toEqual(changing.map(({ name }) => name).toSorted());
});

describe.each(Object.entries(playerActs))('%s', (name, row) => {
  test.each(faults)('shows %s, and works once that is over', async (_, fault, words) => {
    let met = 0;
    let isOver = false;
    const keys: (string | null)[] = [];
    for (const { name: each, call } of calls)
      host.on<Call>(call, ({ key }) => {
        if (each === name) keys.push(key);
        const sample = sampleAnswer(call);
        if (each !== name || isOver) return row.answers?.[each]?.(Object(sample)) ?? sample;
        met += 1;
        return fault();
      });
    enter(row.guest === true);
    await row.before?.();
    met = 0;
    keys.length = 0;
    expect(await ended(row)).toContain(words);
    expect(met).toBeGreaterThan(0);

    isOver = true;
    if (!row.guest && $session.get().state === 'signed-out') {
      enter(false);
      await row.before?.();
    }
    const again = keys.length;
    const after = await ended(row);
    // Calls for guests have no key: there is no account in which anything could be duplicated.
    if (calls.find((one) => one.name === name)?.call.who === 'user') {
      expect(keys).not.toContain(null);
      if (words !== GONE) expect(keys[again]).toBe(keys[again - 1]);
    }
    for (const [, , said] of faults) expect(after).not.toContain(said);
  });
});
