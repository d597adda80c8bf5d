/** Where the browser finds the API and the socket: fixed when the site is built (see the README's table of settings). */
const env: Readonly<Record<string, unknown>> = import.meta.env;

function setting(name: string, standard: string): string {
  const given = env[name];
  return typeof given === 'string' && given !== '' ? given : standard;
}

export const apiUrl = setting('PUBLIC_API_URL', 'http://localhost:8000');

export const realtime = {
  key: setting('PUBLIC_REALTIME_KEY', 'playtally'),
  wsHost: setting('PUBLIC_REALTIME_HOST', new URL(apiUrl).hostname),
  port: Number(setting('PUBLIC_REALTIME_PORT', '6001')),
} as const;

/** False for hosts whose CORS refuses the Idempotency-Key header. */
export const sendsIdempotencyKey = setting('PUBLIC_API_IDEMPOTENCY', 'on') !== 'off';
