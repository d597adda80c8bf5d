import { extensions } from '../lib/host.ts';
import { fillRoute, type Route } from '../lib/routing/routes.ts';

/**
 * The pages of `[...path].astro` in the app areas: one for each thing of the catalogue, at its own address, and the shell for those that no
 * build knows. What another host has isn't in our catalogue.
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
