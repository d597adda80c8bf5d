/**
 * The only way in which the API makes HTTP requests: to origins from its settings, and without following redirects. Visitors'
 * input never becomes a URL anyway. This also holds if a bug, or another server's description, makes one.
 */
import type { Config } from '../config/config.ts';
import { captchaServices } from '../config/player-settings.ts';

const GOOGLE = 'https://accounts.google.com';
/** Where Google's own description puts tokens and keys. */
const GOOGLE_ALSO = ['https://oauth2.googleapis.com', 'https://www.googleapis.com'];

/** The push services of Chrome, Firefox, Safari and Edge. A browser names its own URL there; no other host is contacted. */
export const pushServices = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
];

type Settings = Pick<
  Config,
  | 'CAPTCHA'
  | 'captchaKeys'
  | 'google'
  | 'apple'
  | 'discord'
  | 'steam'
  | 'pusher'
  | 'PUSH_KEY'
  | 'OUTGOING_ORIGINS'
>;

/**
 * Returns the origins that these settings make the API contact: 'https://accounts.google.com' and so on. Mail and database use
 * their own connections.
 */
export function originsOf({
  CAPTCHA: captcha,
  captchaKeys,
  google,
  apple,
  discord,
  steam,
  pusher,
  PUSH_KEY: pushKey,
  OUTGOING_ORIGINS,
}: Settings): string[] {
  const asked = [
    ...(captcha === 'altcha' || captcha === 'off'
      ? []
      : [captchaKeys?.verifyUrl ?? captchaServices[captcha]]),
    ...(google ? [google.issuer, google.jwksUrl ?? google.issuer] : []),
    ...(google && new URL(google.issuer).origin === GOOGLE ? GOOGLE_ALSO : []),
    ...(apple ? ['https://appleid.apple.com'] : []),
    ...(discord ? ['https://discord.com'] : []),
    ...(steam ? [steam.endpoint] : []),
    ...(pusher ? [pusher.origin] : []),
    ...(pushKey ? pushServices : []),
    ...OUTGOING_ORIGINS,
  ];
  return [...new Set(asked.map((address) => new URL(address).origin))];
}

/** Returns whether a URL has one of these origins. 'https://*.push.apple.com' matches all hosts below that domain. */
export function isOf(origins: readonly string[], address: string): boolean {
  const { origin, protocol, host } = new URL(address);
  return origins.some((one) => {
    const [scheme, domain] = one.split('//*');
    return domain === undefined ? one === origin : scheme === protocol && host.endsWith(domain);
  });
}

/** Returns a `fetch` that only reaches these origins and follows no redirects. */
export function createOutgoing(origins: readonly string[]): typeof fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!isOf(origins, address))
      throw new Error(
        `${new URL(address).origin} isn't called: the settings don't list it (OUTGOING_ORIGINS)`,
      );
    return fetch(input, { ...init, redirect: 'error' });
  };
}
