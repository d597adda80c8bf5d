/** Checks that the route table and the built pages agree. */
import { ERROR_PAGES } from '../../server/static-site/site-rules.ts';
import { matchRoute, type Route } from '../../src/lib/routing/routes.ts';
import { type Element, elementsOf } from './html.ts';
import { loadsScripts } from './policy.ts';

interface Table {
  readonly routes: Readonly<Record<string, Omit<Route, 'guard' | 'area'> & { readonly guard: string }>>;
  readonly redirects: Readonly<Record<string, string>>;
}

/** The attribute of the script in a page's head that turns visitors away, by the guard's name; null if everyone may enter. */
const guards: Readonly<Record<Route['guard'], string | null>> = { anyone: null, user: 'data-guard' };

export const isGuard = (name: string): name is Route['guard'] => Object.hasOwn(guards, name);

/** Returns the address of a built page: 'about-us.html' → '/about-us', 'index.html' → '/'. */
export const addressOf = (file: string) => (file === 'index.html' ? '/' : `/${file.replace(/\.html$/, '')}`);

/**
 * Checks the pages against the route table.
 * @param pages the built pages by their file: 'user/games.html'. A page that is open to anyone may be empty here, because it has no guard.
 * @throws Error with a sentence and the routes or pages concerned: an unknown guard, a shell without a page, a page at an address
 * without a route, a page without its route's guard, or a page that couldn't report missing scripts.
 */
export function checkRoutes(pages: ReadonlyMap<string, string>, { routes, redirects }: Table): void {
  const all = Object.values(routes);
  failIfAny(
    all.filter(({ guard }) => !isGuard(guard)).map(({ pattern, guard }) => `${pattern}: ${guard}`),
    `These routes name a guard in src/lib/routing/routes.ts that doesn't exist; the guards are ${Object.keys(guards).join(' and ')}`,
  );
  failIfAny(
    all
      .filter(({ shell }) => shell !== undefined && !pages.has(`${shell.slice(1)}.html`))
      .map(({ pattern }) => pattern),
    "These routes name a shell in src/lib/routing/routes.ts that src/pages doesn't have",
  );

  const own = [...pages].filter(([file]) => {
    const address = addressOf(file);
    return !Object.hasOwn(redirects, address) && !Object.values<string>(ERROR_PAGES).includes(address);
  });
  const routeOf = (file: string) => all.find(({ pattern }) => matchRoute(pattern, addressOf(file)) !== null);
  failIfAny(
    own.filter(([file]) => !routeOf(file)).map(([file]) => addressOf(file)),
    'These pages have addresses without a route in src/lib/routing/routes.ts',
  );
  failIfAny(
    own
      .filter(([file, html]) => {
        const guard = guardOf(routeOf(file)?.guard);
        return guard !== null && !hasScript(elementsOf(html), guard);
      })
      .map(([file]) => addressOf(file)),
    "These pages lack the script of the guard that their route in src/lib/routing/routes.ts names (the layout's area decides)",
  );
  failIfAny(
    own
      .filter(([, html]) => {
        const elements = elementsOf(html);
        return loadsScripts(elements) && !hasScript(elements, 'data-missing-part');
      })
      .map(([file]) => addressOf(file)),
    "These pages load scripts but lack the script that reports a missing one (src/components/Head.astro writes it where `ahead` isn't set)",
  );
}

const hasScript = (elements: readonly Element[], attribute: string) =>
  elements.some(({ attributes, text }) => attributes.has(attribute) && text.trim() !== '');

const guardOf = (name: string | undefined) =>
  Object.entries(guards).find(([guard]) => guard === name)?.[1] ?? null;

function failIfAny(found: readonly string[], sentence: string): void {
  if (found.length > 0) throw new Error(`${sentence}:\n${found.join('\n')}`);
}
