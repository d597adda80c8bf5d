/**
 * The one way by which the API asks others over HTTP: the addresses of its settings alone, and wherever one of them would send it on, it
 * doesn't go. What visitors write becomes no address anyhow; this holds should a mistake, or another's description, make it one.
 */
import type { Config } from '../config/config.ts';
import { captchaServices } from '../config/player-settings.ts';

const GOOGLE = 'https://accounts.google.com';
/** Where Google's own description leads for tokens and keys. */
const GOOGLE_ALSO = ['https://oauth2.googleapis.com', 'https://www.googleapis.com'];

/** Those of Chrome, Firefox, Safari and Edge. A browser says which address there is its own; no other host is asked for one. */
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

/** 'https://accounts.google.com' and so on: what these settings make the API ask. Mail and database have connections of their own. */
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

/** Whether an address is of one of these origins; 'https://*.push.apple.com' means all hosts below that one. */
export function isOf(origins: readonly string[], address: string): boolean {
  const { origin, protocol, host } = new URL(address);
  return origins.some((one) => {
    const [scheme, domain] = one.split('//*');
    return domain === undefined ? one === origin : scheme === protocol && host.endsWith(domain);
  });
}

/** `fetch` for these origins alone, which follows no redirect. */
export function createOutgoing(origins: readonly string[]): typeof fetch {
  return async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!isOf(origins, address))
      throw new Error(
        `${new URL(address).origin} isn't asked: the settings don't name it (OUTGOING_ORIGINS)`,
      );
    return fetch(input, { ...init, redirect: 'error' });
  };
}
