/**
 * Where the pages' scripts find the API and the realtime socket. The build writes this into each page with scripts and nowhere
 * else. So a server can insert its own URLs when it serves the pages (docs/decisions/0030-one-build.md).
 */
export interface SiteAddresses {
  /** The API's URL, without a trailing slash: 'http://localhost:8000'. */
  readonly api: string;
  /** The origin of the realtime socket: 'ws://localhost:6001'. */
  readonly socket: string;
  /** The key of the socket's app. */
  readonly key: string;
}

/** Parses PUBLIC_ADDRESSES, as `siteEnv` passes it to the build. */
export function siteAddresses(text = 'http://localhost:8000 ws://localhost:6001 playtally'): SiteAddresses {
  const [api = '', socket = '', key = ''] = text.split(' ');
  return { api, socket, key };
}

/** Returns the origins that a page's content security policy must allow: the API's and the socket's. */
export const connectOrigins = ({ api, socket }: SiteAddresses): readonly [string, string] => [
  new URL(api).origin,
  socket,
];

/** In the form that src/lib/session/settings.ts reads. */
const metaOf = ({ api, socket, key }: SiteAddresses) =>
  `<meta name="playtally" content="${api} ${socket} ${key}">`;

/** Returns the page with its addresses, before its first script. */
export const withAddresses = (page: string, addresses: SiteAddresses): string =>
  page.replace('</title>', (end) => end + metaOf(addresses));

/**
 * Returns a function that replaces the addresses a page was built with: in its policy, its preconnect links, and where its
 * scripts look for them. Only whole addresses are replaced: 'http://localhost:8000' stays in 'http://localhost:80001'.
 */
export function readdress(built: SiteAddresses, own: SiteAddresses): (text: string) => string {
  const places = new Map([
    [metaOf(built), metaOf(own)],
    [built.api, own.api],
    [connectOrigins(built)[0], connectOrigins(own)[0]],
    [built.socket, own.socket],
  ]);
  if ([...places].every(([from, to]) => from === to)) return (text) => text;
  const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\{}]/g, '\\$&');
  const pattern = new RegExp(`(?:${[...places.keys()].map(literal).join('|')})(?![\\w.:-])`, 'g');
  return (text) => text.replace(pattern, (found) => places.get(found) ?? found);
}
