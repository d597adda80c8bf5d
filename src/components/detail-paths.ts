import { extensions } from '../lib/host.ts';
import { fillRoute, type Route } from '../lib/routing/routes.ts';

/**
 * Returns the paths for `[...path].astro` in the app areas: one for each catalogue entry at its own address, and the shell for
 * all others. Another host's entries aren't in our catalogue.
 */
export function detailPaths<T>(
  { pattern, shell = '' }: Pick<Route, 'pattern' | 'shell'>,
  entries: readonly T[],
  hrefOf: (entry: T) => string,
) {
  const pathOf = (address: string) => address.slice(fillRoute(pattern).length + 1) || undefined;
  const known = extensions ? entries : [];
  return [
    { params: { path: pathOf(shell) }, props: { entry: undefined } },
    ...known.map((entry) => ({ params: { path: pathOf(hrefOf(entry)) }, props: { entry } })),
  ];
}
