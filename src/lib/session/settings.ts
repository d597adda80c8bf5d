/**
 * Where the browser finds the API and the socket, and how it calls them. The addresses are in the page, since a server hands the same
 * scripts out for any; the rest is fixed when the site is built (docs/operators/settings.md). Each name is written out, so that
 * the build puts its value there and leaves the rest of the environment out.
 */
const setting = (given: unknown, fallback: string): string =>
  typeof given === 'string' && given !== '' ? given : fallback;

/** 'http://localhost:8000 ws://localhost:6001 playtally' in a built page (server/config/site.ts); none while it is built or developed. */
const inPage =
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="playtally"]')?.content;

// The built scripts hold no address of their own.
const isBuilt = import.meta.env.PROD && !import.meta.env.SSR;
const ofBuild = isBuilt
  ? ''
  : setting(import.meta.env.PUBLIC_ADDRESSES, 'http://localhost:8000 ws://localhost:6001 playtally');
const [api = '', socket = '', key = ''] = (inPage ?? ofBuild).split(' ');

export const apiUrl = api;

const { protocol, hostname, port } = new URL(socket);
const isTls = protocol === 'wss:';
export const realtime = {
  key,
  wsHost: hostname,
  port: Number(port || (isTls ? 443 : 80)),
  tls: isTls,
} as const;

/** The auth providers that the API of this build has. */
export const builtProviders = setting(import.meta.env.PUBLIC_SIGN_IN_PROVIDERS, '').split(',');

/** Milliseconds until a call is given up. */
export const apiTimeout = 1000 * Number(setting(import.meta.env.PUBLIC_API_TIMEOUT, '20'));

/** For a build without extensions; the API of any other sends it. */
export const captchaService = setting(import.meta.env.PUBLIC_CAPTCHA, 'off');
export const captchaSiteKey = setting(import.meta.env.PUBLIC_CAPTCHA_SITE_KEY, '');
export const googleClientId = setting(import.meta.env.PUBLIC_GOOGLE_CLIENT_ID, '');
