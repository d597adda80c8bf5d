import { useEffect, useRef } from 'react';
import { routes } from '../../lib/routing/routes.ts';
import { lazy } from '../shared/lazy.tsx';
import { pageIn, useQuery } from '../shared/use-address.ts';
import { Articles } from './Articles.tsx';
import { Sheet } from './Sheet.tsx';
import './submissions.css';

// Loaded on demand, because most players check on their articles first.
const Draft = lazy(async () => (await import('./Draft.tsx')).Draft, Sheet);

/** The player's articles, or with `?draft=` one of them in the editor. `new` is an empty one. */
export function SubmissionsIsland() {
  const query = useQuery(routes.userCreateContent.pattern);
  const draft = new URLSearchParams(query ?? '').get('draft');
  const isSheet = query === null ? undefined : draft !== null;
  const before = useRef<boolean>(undefined);
  useEffect(() => {
    // Scroll to the top, because the list and the editor are the same page.
    if (before.current !== undefined && before.current !== isSheet) scrollTo({ top: 0 });
    before.current = isSheet;
  }, [isSheet]);
  return draft === null ? <Articles page={query === null ? null : pageIn(query)} /> : <Draft asked={draft} />;
}
