/**
 * The addresses of the API and the socket, and settings for calls. The addresses are in the page, because a server may deliver
 * the same scripts for any address. The rest is fixed at build time (docs/operators/settings.md). Each variable is written out,
 * so that the build inlines its value and leaves out the rest of the environment.
 */
const setting = (given: unknown, fallback: string): string =>
  typeof given === 'string' && given !== '' ? given : fallback;

/**
 * 'http://localhost:8000 ws://localhost:6001 playtally' in a built page (server/config/site.ts). Undefined during build and
 * development.
 */
const inPage =
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name="playtally"]')?.content;

// Built scripts contain no addresses.
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

/** The auth providers that this build's API has. */
export const builtProviders = setting(import.meta.env.PUBLIC_SIGN_IN_PROVIDERS, '').split(',');

/** The time limit of a call, in milliseconds. */
export const apiTimeout = 1000 * Number(setting(import.meta.env.PUBLIC_API_TIMEOUT, '20'));

/** Only for a build without extensions. Otherwise the API sends them. */
export const captchaService = setting(import.meta.env.PUBLIC_CAPTCHA, 'off');
export const captchaSiteKey = setting(import.meta.env.PUBLIC_CAPTCHA_SITE_KEY, '');
export const googleClientId = setting(import.meta.env.PUBLIC_GOOGLE_CLIENT_ID, '');
