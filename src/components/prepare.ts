import { matchRoute } from '../lib/routing/route-match.ts';
import { type Route, routes } from '../lib/routing/route-table.ts';

/** For so long a prepared page is taken as it is, in milliseconds. */
const FRESH = 5 * 60_000;

interface Prepared {
  readonly since: number;
  /** Undefined when it couldn't be had. */
  readonly html: Promise<string | undefined>;
}
const pages = new Map<string, Prepared>();

/** The page of the app areas that answers at a path: one for all games, one for all rewards, so that one fetch serves many links. */
function pageFor(path: string): string | undefined {
  const all: readonly Route[] = Object.values(routes);
  const route = all.find(({ pattern }) => matchRoute(pattern, path));
  const isApp = route !== undefined && ['guest', 'user', 'play'].includes(route.area);
  return isApp ? (route.shell ?? path) : undefined;
}

const isFresh = (page: Prepared | undefined) => page !== undefined && Date.now() - page.since < FRESH;

/** Fetches the page behind a link and its scripts before they are asked for. Nothing on slow connections. */
export function prepare(path: string): void {
  const page = pageFor(path);
  if (page === undefined || page === pageFor(location.pathname) || isFresh(pages.get(page)) || isSlow())
    return;
  pages.set(page, { since: Date.now(), html: fetchPage(page) });
}

async function fetchPage(page: string): Promise<string | undefined> {
  const response = await fetch(page, { priority: 'low' }).catch(() => undefined);
  if (!response?.ok || response.redirected) return undefined;
  const html = await response.text().catch(() => '');
  const { head } = new DOMParser().parseFromString(html, 'text/html');
  for (const link of head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'))
    if (!document.querySelector(`link[rel=modulepreload][href="${link.getAttribute('href')}"]`))
      document.head.append(link);
  return html || undefined;
}

/** Only some browsers tell. */
function isSlow(): boolean {
  const { connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  };
  return Boolean(connection?.saveData) || /[23]g/.test(connection?.effectiveType ?? '');
}

export interface Preparation extends Event {
  readonly to: URL;
  readonly signal: AbortSignal;
  newDocument: Document;
  loader(): Promise<void>;
}

/** Lets the router take what was prepared. To be called once per document. */
export function takePrepared(): void {
  document.addEventListener('astro:before-preparation', (event) => {
    const navigation = event as Preparation;
    const prepared = pages.get(pageFor(navigation.to.pathname) ?? '');
    if (!prepared || !isFresh(prepared)) return;
    const { loader } = navigation;
    navigation.loader = async () => {
      const html = await prepared.html;
      if (html === undefined) return loader();
      navigation.newDocument = new DOMParser().parseFromString(html, 'text/html');
      for (const part of navigation.newDocument.querySelectorAll('noscript')) part.remove();
    };
  });
}
