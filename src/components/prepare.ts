import { matchRoute } from '../lib/routing/route-match.ts';
import { type Route, routes } from '../lib/routing/route-table.ts';

/** How long a prepared page can be used, in milliseconds. */
const FRESH = 5 * 60_000;

interface Prepared {
  readonly since: number;
  /** Undefined if the request failed. */
  readonly html: Promise<string | undefined>;
}
const pages = new Map<string, Prepared>();

/** Whether a path belongs to the app areas. */
function isApp(path: string): boolean {
  const all: readonly Route[] = Object.values(routes);
  const area = all.find(({ pattern }) => matchRoute(pattern, path))?.area;
  return area !== undefined && ['guest', 'user', 'play'].includes(area);
}

const isFresh = (page: Prepared | undefined) => page !== undefined && Date.now() - page.since < FRESH;

/** Fetches a link's page and its scripts ahead of time. Does nothing on slow connections. */
export function prepare(path: string): void {
  if (!isApp(path) || path === location.pathname || isFresh(pages.get(path)) || isSlow()) return;
  pages.set(path, { since: Date.now(), html: fetchPage(path) });
}

async function fetchPage(path: string): Promise<string | undefined> {
  const response = await fetch(path, { priority: 'low' }).catch(() => undefined);
  if (!response?.ok || response.redirected) return undefined;
  const html = await response.text().catch(() => '');
  const { head } = new DOMParser().parseFromString(html, 'text/html');
  for (const link of head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'))
    if (!document.querySelector(`link[rel=modulepreload][href="${link.getAttribute('href')}"]`))
      document.head.append(link);
  return html || undefined;
}

/** Whether the connection is slow. Only some browsers report it. */
function isSlow(): boolean {
  const { connection } = navigator as Navigator & {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  };
  return Boolean(connection?.saveData) || /[23]g/.test(connection?.effectiveType ?? '');
}

export interface Preparation extends Event {
  readonly from: URL;
  readonly to: URL;
  readonly signal: AbortSignal;
  newDocument: Document;
  loader(): Promise<void>;
}

/** Gives prepared pages to the router. Call once per document. */
export function takePrepared(): void {
  document.addEventListener('astro:before-preparation', (event) => {
    const navigation = event as Preparation;
    const prepared = pages.get(navigation.to.pathname);
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
