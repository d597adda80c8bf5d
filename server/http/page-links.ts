/** Adds the links to other pages to a call's answer. Handlers leave them out, because only the request has the list's address. */
import type { Call } from '../../src/lib/contract/call.ts';
import { type Paginator, withLinks } from '../platform/pagination.ts';
import { changedAt, placesOf } from './sound-rows.ts';

const isPage = (value: unknown): value is Paginator<unknown> =>
  typeof value === 'object' && value !== null && 'next_page_url' in value;

/** Returns the answer with the links of its pages. They lead to the same call with the same query. */
export function withPageLinks<T>(
  call: Call,
  answer: T,
  { c, query }: { c: { req: { path: string } }; query: object | undefined },
): T {
  const linked = (part: unknown) => (isPage(part) ? withLinks(part, c.req.path, query) : part);
  const pages = placesOf(call).filter(({ path }) => path.at(-1) === 'data');
  return pages.reduce((whole, { path }) => changedAt(whole, path.slice(0, -1), linked), answer);
}
