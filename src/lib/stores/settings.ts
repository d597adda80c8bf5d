/**
 * Where the browser finds the API and the socket: fixed when the site is built (see the README's table of settings). Each name is
 * written out, so that the build puts its value there and leaves the rest of the environment out.
 */
const setting = (given: unknown, standard: string): string =>
  typeof given === 'string' && given !== '' ? given : standard;

export const apiUrl = setting(import.meta.env.PUBLIC_API_URL, 'http://localhost:8000');

export const realtime = {
  key: setting(import.meta.env.PUBLIC_REALTIME_KEY, 'playtally'),
  wsHost: setting(import.meta.env.PUBLIC_REALTIME_HOST, new URL(apiUrl).hostname),
  port: Number(setting(import.meta.env.PUBLIC_REALTIME_PORT, '6001')),
} as const;

/** False for hosts whose CORS refuses the Idempotency-Key header. */
export const sendsIdempotencyKey = setting(import.meta.env.PUBLIC_API_IDEMPOTENCY, 'on') !== 'off';
