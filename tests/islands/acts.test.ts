/**
 * Faults while a player acts, for every call that changes something: whatever comes instead of an answer is told in words, and the same
 * again works once the fault is gone. The stores are the product's own, over its real client; a host in memory answers by the contract.
 * What the screens make of it stands in tests/e2e/faults-forms.test.ts, for the main ones.
 */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectApi } from '../../src/lib/api/client.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { $session } from '../../src/lib/stores/session.ts';
import { playerActs, quietCalls } from '../support/player-acts.ts';
import { aUser, storeUser } from '../support/reward-host.ts';
import { sampleAnswer } from '../support/sample.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
const contract = Object.values(
  import.meta.glob<Record<string, unknown>>('../../src/lib/contract/*.ts', { eager: true }),
).flatMap((file) => Object.entries(file).flatMap(([name, call]) => (isCall(call) ? [{ name, call }] : [])));
/** The operators' own have rows of their own (tests/support/operator-acts.ts). */
const changing = contract.filter(
  ({ call }) => call.method !== 'GET' && !call.path.startsWith('/api/operator/'),
);

const json = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });
const untilGivenUp = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

/** What comes instead of an answer, and what must be said of it. */
const faults: Readonly<
  Record<
    string,
    readonly [answer: (signal?: AbortSignal | null) => Response | Promise<Response>, words: string]
  >
> = {
  'an answer of 500': [
    () => json('{"message": "Something went wrong on our side.", "code": "internal"}', 500),
    'Something went wrong on our side.',
  ],
  'JSON that ends half way': [() => json('{"data": [{"id": 1, "na'), "The answer couldn't be read."],
  'a page': [
    () => new Response('<!doctype html><title>A proxy</title>', { headers: { 'content-type': 'text/html' } }),
    "The answer couldn't be read.",
  ],
  'no answer in time': [untilGivenUp, 'The answer took too long.'],
  'no connection': [() => Promise.reject(new TypeError('Failed to fetch')), "We can't be reached."],
  'a session that is gone': [
    () => json('{"message": "Your session has ended.", "code": "unauthenticated"}', 401),
    'Your session has ended.',
  ],
};

let failing: { readonly name: string; readonly answer: (typeof faults)[string][0] } | undefined;
let met = 0;
let answers: (typeof playerActs)[string]['answers'];

const pathOf = ({ path }: Call) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

async function host(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input instanceof Request ? input.url : input));
  // The more it names of its path, the more it is meant.
  const [found] = contract
    .filter(({ call }) => call.method === (init?.method ?? 'GET') && pathOf(call).test(pathname))
    .toSorted((a, b) => a.call.path.split(':').length - b.call.path.split(':').length);
  if (!found) throw new Error(`nobody answers ${init?.method} ${pathname}`);
  if (found.name === failing?.name) {
    met += 1;
    return failing.answer(init?.signal);
  }
  const sample = sampleAnswer(found.call);
  return Response.json(answers?.[found.name]?.(Object(sample)) ?? sample);
}

beforeEach(() => {
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  vi.spyOn(location, 'replace').mockImplementation(() => {});
  connectApi({ fetch: host, timeout: 40 });
  onTestFinished($session.listen(() => {}));
});
afterEach(() => {
  vi.restoreAllMocks();
  failing = undefined;
});

/** On a page that nobody has been led away from, as oneself or as nobody. */
function enter(guest: boolean): void {
  history.replaceState(null, '', '/user');
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  storeUser(guest ? null : aUser());
}

/** Everything that is said of how an act ended. */
async function ended({ act, told }: (typeof playerActs)[string]): Promise<string> {
  const outcome = await Promise.resolve()
    .then(act)
    .catch((error: unknown) => String(error));
  return JSON.stringify([outcome, told?.()]);
}

test('every call that changes something has its row', () => {
  const rows = [...Object.keys(playerActs), ...Object.keys(quietCalls)].toSorted();
  expect(rows).toEqual(changing.map(({ name }) => name).toSorted());
});

describe.each(Object.entries(playerActs))('%s', (name, row) => {
  test.each(Object.entries(faults))(
    'tells of %s, and works once that is over',
    async (_, [answer, words]) => {
      enter(row.guest === true);
      answers = row.answers;
      await row.before?.();
      met = 0;
      failing = { name, answer };
      expect(await ended(row)).toContain(words);
      expect(met).toBeGreaterThan(0);

      failing = undefined;
      if (!row.guest && $session.get().state === 'signed-out') {
        enter(false);
        await row.before?.();
      }
      const after = await ended(row);
      for (const [, said] of Object.values(faults)) expect(after).not.toContain(said);
    },
  );
});
