/**
 * Where the pages' scripts find the API and the realtime socket. The build writes it into each page that runs scripts and nowhere else, so
 * that a server may put its own addresses in their place as it hands the pages out (docs/decisions/0030-one-build.md).
 */
export interface SiteAddresses {
  /** The API, without a slash at its end: 'http://localhost:8000'. */
  readonly api: string;
  /** The origin of the realtime socket: 'ws://localhost:6001'. */
  readonly socket: string;
  /** What the socket's app is called. */
  readonly key: string;
}

/** PUBLIC_ADDRESSES, as `siteEnv` hands it to the build. */
export function siteAddresses(text = 'http://localhost:8000 ws://localhost:6001 playtally'): SiteAddresses {
  const [api = '', socket = '', key = ''] = text.split(' ');
  return { api, socket, key };
}

/** What a page's policy lets its scripts connect to: the origins of the API and of the socket. */
export const connectOrigins = ({ api, socket }: SiteAddresses): readonly [string, string] => [
  new URL(api).origin,
  socket,
];

/** As src/lib/session/settings.ts reads it. */
const metaOf = ({ api, socket, key }: SiteAddresses) =>
  `<meta name="playtally" content="${api} ${socket} ${key}">`;

/** The page with its addresses, where its first script already finds them. */
export const withAddresses = (page: string, addresses: SiteAddresses): string =>
  page.replace('</title>', (end) => end + metaOf(addresses));

/**
 * How the addresses that a page was built with give way to others: in its policy, among what its head asks first, and where its scripts
 * look for them. An address counts as whole only: 'http://localhost:8000' stays in 'http://localhost:80001'.
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
