/**
 * Where the pages' scripts find the API and the realtime socket. The build writes it into each page that runs scripts and nowhere else, so
 * that a server may put its own addresses in their place as it hands the pages out (docs/decisions/0030-one-build.md).
 */
import type { RealtimeSettings } from './realtime.ts';
import type { SignInSettings } from './sign-in.ts';
import { ConfigError, type Env } from './values.ts';

export interface SiteAddresses {
  /** The API, without a slash at its end: 'http://localhost:8000'. */
  readonly api: string;
  /** The origin of the realtime socket: 'ws://localhost:6001'. */
  readonly socket: string;
  /** What the socket's app is called. */
  readonly key: string;
}

/** Where browsers find the three hosts. No slash at the end. */
export interface Origins {
  /** The site: links in mails, CORS, WebSocket origin. */
  readonly siteUrl: string;
  /** The operators' desk: another host, so that no script of the players' pages gets at it. */
  readonly operatorUrl: string;
  readonly publicApiUrl: string;
}

/** The settings that enter the site. */
export type SiteConfig = Origins &
  Pick<SignInSettings, 'captcha' | 'google' | 'apple' | 'discord' | 'steam'> &
  Pick<RealtimeSettings, 'pusher' | 'realtimePort'>;

/** The environment in which the site is built or developed, so that its pages know where the API is. */
export function siteEnv(config: SiteConfig, env: Env): NodeJS.ProcessEnv {
  return {
    ...env,
    SITE_URL: config.siteUrl,
    OPERATOR_URL: config.operatorUrl,
    PUBLIC_API_URL: config.publicApiUrl,
    ...realtimeEnv(config, env),
    PUBLIC_CAPTCHA: config.captcha,
    PUBLIC_SIGN_IN_PROVIDERS:
      env.PUBLIC_SIGN_IN_PROVIDERS ??
      (['google', 'apple', 'discord', 'steam'] as const).filter((name) => config[name]).join(','),
    ASTRO_TELEMETRY_DISABLED: '1',
  };
}

/** A host takes browsers where it takes events, unless it is said that it has another name for them, as Pusher's own has. */
function realtimeEnv({ pusher, realtimePort }: SiteConfig, env: Env): NodeJS.ProcessEnv {
  if (!pusher) return { PUBLIC_REALTIME_PORT: env.PUBLIC_REALTIME_PORT || String(realtimePort) };
  const { protocol, hostname, port } = new URL(pusher.origin);
  const isTls = protocol === 'https:';
  return {
    PUBLIC_REALTIME_KEY: pusher.key,
    PUBLIC_REALTIME_HOST: env.PUBLIC_REALTIME_HOST || hostname,
    PUBLIC_REALTIME_PORT: env.PUBLIC_REALTIME_PORT || port || (isTls ? '443' : '80'),
    PUBLIC_REALTIME_TLS: env.PUBLIC_REALTIME_TLS || (isTls ? 'on' : 'off'),
  };
}

/** The addresses in an environment of `siteEnv`. The socket is the API's host's, and as encrypted as the API, where nothing else is said. */
export function siteAddresses(env: Env): SiteAddresses {
  const api = (env.PUBLIC_API_URL || 'http://localhost:8000').replace(/\/+$/, '');
  const { protocol, hostname } = new URL(api);
  const tls = env.PUBLIC_REALTIME_TLS || (protocol === 'https:' ? 'on' : 'off');
  const host = `${env.PUBLIC_REALTIME_HOST || hostname}:${env.PUBLIC_REALTIME_PORT || 6001}`;
  const key = env.PUBLIC_REALTIME_KEY || 'playtally';
  if (!/^[\w.-]{1,100}$/.test(key))
    throw new ConfigError('PUBLIC_REALTIME_KEY may have letters, digits, dots, dashes and underscores.');
  return { api, socket: `${tls === 'on' ? 'wss' : 'ws'}://${host}`, key };
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
