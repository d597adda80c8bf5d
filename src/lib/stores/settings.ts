/**
 * Where the browser finds the API and the socket: fixed when the site is built (see the README's table of settings). Each name is
 * written out, so that the build puts its value there and leaves the rest of the environment out.
 */
const setting = (given: unknown, standard: string): string =>
  typeof given === 'string' && given !== '' ? given : standard;

/** 'on' and 'off'; anything else leaves it open. */
const tlsOf = (given: string): boolean | undefined => (given === '' ? undefined : given === 'on');

export const apiUrl = setting(import.meta.env.PUBLIC_API_URL, 'http://localhost:8000');

export const realtime = {
  key: setting(import.meta.env.PUBLIC_REALTIME_KEY, 'playtally'),
  wsHost: setting(import.meta.env.PUBLIC_REALTIME_HOST, new URL(apiUrl).hostname),
  port: Number(setting(import.meta.env.PUBLIC_REALTIME_PORT, '6001')),
  /** undefined: as the API's address says. */
  tls: tlsOf(setting(import.meta.env.PUBLIC_REALTIME_TLS, '')),
} as const;

/** The other ways in that the API of this build has, with commas between. */
export const signInWays = setting(import.meta.env.PUBLIC_SIGN_IN_WAYS, '').split(',');

/** Milliseconds until a call is given up. */
export const apiTimeout = 1000 * Number(setting(import.meta.env.PUBLIC_API_TIMEOUT, '20'));

/** False for hosts whose CORS refuses the Idempotency-Key header. */
export const sendsIdempotencyKey = setting(import.meta.env.PUBLIC_API_IDEMPOTENCY, 'on') !== 'off';
