/** Every page in the contract's answers gets its links. */
import { expect, test } from 'vitest';
import { calls } from '../../../../server/http/docs.ts';
import { withPageLinks } from '../../../../server/http/page-links.ts';
import type { Call } from '../../../../src/lib/contract/call.ts';
import { sampleAnswer } from '../../../support/sample.ts';

/** Returns a copy in which every page, however deep, has these values. */
const withPages = (answer: unknown, values: object): unknown =>
  JSON.parse(JSON.stringify(answer), (_, part) => (part?.per_page ? { ...part, ...values } : part));

const paged = Object.entries<Call>(calls)
  .map(([name, call]) => {
    const given = withPages(sampleAnswer(call), { current_page: 2, last_page: 3, per_page: 20 });
    return { name, call, given };
  })
  .filter(({ given }) => JSON.stringify(given).includes('next_page_url'));

test('calls with pages are found', () => {
  expect(paged.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['listOrders', 'getInvite', 'getThread']),
  );
});

test.each(paged)('$name', ({ call, given }) => {
  const before = structuredClone(given);
  const request = {
    c: { req: { path: '/list' } },
    query: { page: 2, per_page: 20, state: 'all', search: '' },
  };
  expect(withPageLinks(call, given, request)).toEqual(
    withPages(given, {
      next_page_url: '/list?state=all&page=3&per_page=20',
      prev_page_url: '/list?state=all&page=1&per_page=20',
    }),
  );
  // Requests may share an answer, so it stays as it was.
  expect(given).toEqual(before);
});
