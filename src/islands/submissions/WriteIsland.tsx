import { useEffect, useRef } from 'react';
import { routes } from '../../lib/routing/routes.ts';
import { lazy } from '../shared/lazy.tsx';
import { pageIn, useQuery } from '../shared/use-address.ts';
import { Articles } from './Articles.tsx';
import { Sheet } from './Sheet.tsx';
import './write.css';

// Most who come here look at what became of their articles first.
const Draft = lazy(async () => (await import('./Draft.tsx')).Draft, Sheet);

/** One's own articles, and with `?draft=` in the address one of them to write on: `new` is an empty one. */
export function WriteIsland() {
  const query = useQuery(routes.userCreateContent.pattern);
  const draft = new URLSearchParams(query ?? '').get('draft');
  const isSheet = query === null ? undefined : draft !== null;
  const before = useRef<boolean>(undefined);
  useEffect(() => {
    // Between the list and a sheet the page stays: without this one would begin where the other was left.
    if (before.current !== undefined && before.current !== isSheet) scrollTo({ top: 0 });
    before.current = isSheet;
  }, [isSheet]);
  return draft === null ? <Articles page={query === null ? null : pageIn(query)} /> : <Draft asked={draft} />;
}
