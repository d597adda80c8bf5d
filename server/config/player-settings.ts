/** Settings that affect players: sign-in, points, and the site's build. */
import { createPrivateKey } from 'node:crypto';
import { PLAY_BUDGET, SESSION_DAYS } from '../../src/lib/contract/limits.ts';
import { address, kind, list, oneOf, onOff, origin, setting, text, whole } from './kinds.ts';

/** Where each service verifies answers. */
export const captchaServices = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const;
export type CaptchaService = keyof typeof captchaServices;

const captcha = oneOf('altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'off');
const provider = oneOf('passkey', 'google', 'apple', 'discord', 'steam');
const applePrivateKey = kind('the text of the .p8 file from Apple', appleKeyOf);
const points = whole(0, 9_999_999, 'a whole number of points from 0 to 9999999');
const count = whole(1, 100_000);
const fromService = text('what the service gives out');

/**
 * Returns the key in base64, without its header, footer and line breaks, which environments and secret files lose or write as
 * \\n.
 */
function appleKeyOf(given: string): string | undefined {
  const text = given.replaceAll(/-----[^-]+-----|\\n|\s/g, '');
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? text : undefined;
  } catch {
    return undefined;
  }
}

export const signIn = {
  CAPTCHA: setting(captcha, {
    about: 'Checks that forms are sent by people. `altcha` needs no third party; production refuses `off`.',
    default: 'altcha',
    builtIn: true,
  }),
  CAPTCHA_SITE_KEY: setting(fromService, { about: 'The public key of the captcha service.' }),
  CAPTCHA_SECRET: setting(fromService, { about: 'The secret key of the captcha service.', secret: true }),
  CAPTCHA_VERIFY_URL: setting(address, {
    about: 'Where the answers of the captcha are verified.',
    otherwise: 'the service’s own address',
  }),
  GOOGLE_CLIENT_ID: setting(fromService, {
    about: 'Turns on sign-in with Google, whose redirect address is `$PUBLIC_API_URL/login/google/callback`.',
  }),
  GOOGLE_CLIENT_SECRET: setting(fromService, { about: 'Needed with `GOOGLE_CLIENT_ID`.', secret: true }),
  GOOGLE_ISSUER: setting(address, {
    about:
      'Another OpenID Connect provider in place of Google. It confirms no addresses, because it doesn’t host Google’s.',
    default: 'https://accounts.google.com',
  }),
  GOOGLE_JWKS_URL: setting(address, {
    about: 'Where that provider publishes its keys.',
    otherwise: 'from the provider’s discovery document',
  }),
  APPLE_CLIENT_ID: setting(fromService, {
    about:
      'The Services ID. Turns on sign-in with Apple, whose return URL is `$PUBLIC_API_URL/login/apple/callback`.',
  }),
  APPLE_TEAM_ID: setting(fromService, { about: 'The team of the Services ID.' }),
  APPLE_KEY_ID: setting(fromService, { about: 'The number of `APPLE_PRIVATE_KEY`.' }),
  APPLE_PRIVATE_KEY: setting(applePrivateKey, { about: 'A key for “Sign in with Apple”.', secret: true }),
  DISCORD_CLIENT_ID: setting(fromService, {
    about: 'Turns on sign-in with Discord, whose redirect is `$PUBLIC_API_URL/login/discord/callback`.',
  }),
  DISCORD_CLIENT_SECRET: setting(fromService, { about: 'Needed with `DISCORD_CLIENT_ID`.', secret: true }),
  STEAM_SIGN_IN: setting(onOff, {
    about: 'Turns on sign-in with Steam, which needs no key.',
    default: 'off',
  }),
  STEAM_OPENID_URL: setting(address, {
    about: 'Another OpenID 2.0 provider in place of Steam.',
    default: 'https://steamcommunity.com/openid/login',
  }),
  PASSKEYS: setting(onOff, {
    about:
      'Whether players can sign up and log in with passkeys. They only work at the host name of `SITE_URL`, and never at an IP address.',
    default: 'on',
  }),
  OUTGOING_ORIGINS: setting(list('origins separated by commas', origin), {
    about: 'Further origins that the API may call: of a provider whose tokens or keys are on another host.',
  }),
  PUBLIC_SIGN_IN_PROVIDERS: setting(
    list('passkey, google, apple, discord and steam, or some of them, separated by commas', provider),
    {
      about:
        'The providers, and passkeys, that the login page reserves space for. A site built apart from its API doesn’t know which are turned on.',
      otherwise: 'those that are turned on',
      builtIn: true,
      formerly: ['PUBLIC_SIGN_IN_WAYS'],
    },
  ),
  SESSION_IDLE_DAYS: setting(whole(1, SESSION_DAYS), {
    about: `A session ends after this many days without use, and after ${SESSION_DAYS} days at the latest.`,
    default: '14',
    formerly: ['SESSION_REST_DAYS'],
  }),
  SECOND_FACTOR: setting(oneOf('optional', 'required'), {
    about:
      'Whether accounts with a password must set up a second factor before anything else. Sign-in with a provider relies on the provider’s.',
    default: 'optional',
  }),
};

export const limits = {
  OPERATOR_DAILY_LIMIT: setting(points, {
    about:
      'Points that one operator may pay out within 24 hours in total. Anything above needs a second operator. A player’s article or social task that pays more than this can’t be accepted.',
    default: '5000',
    formerly: ['PAY_ALONE', 'ADJUST_ALONE'],
  }),
  WELCOME_POINTS: setting(points, {
    about: 'The most points that one-time quests in our games pay an account on top of its daily limit.',
    default: String(PLAY_BUDGET.welcome),
    builtIn: true,
  }),
  DAILY_POINTS: setting(points, {
    about: 'The most points that our games pay an account per UTC day.',
    default: String(PLAY_BUDGET.daily),
    builtIn: true,
  }),
  SITE_DAILY_POINTS: setting(points, {
    about:
      'The most points that our games pay all accounts together per UTC day. It caps what a day of play can cost.',
    default: String(PLAY_BUDGET.siteDaily),
  }),
  SIGN_UPS_PER_HOUR: setting(count, {
    about: 'Accounts that one network (an IPv4 /24 or IPv6 /48) may create within an hour.',
    default: '10',
    formerly: ['JOINS_PER_HOUR'],
  }),
  SIGN_UPS_PER_DAY: setting(count, {
    about: 'Accounts that one network may create within 24 hours.',
    default: '30',
    formerly: ['JOINS_PER_DAY'],
  }),
  FIRST_ORDER_DAYS: setting(whole(1, 30), {
    about:
      'The number of different days that an account must have played before a first order paid only with points from our games is sent immediately.',
    default: '3',
  }),
  FIRST_ORDER_MINUTES: setting(whole(0, 600), {
    about:
      'Until then, such an order is held for review if the account has played fewer minutes than this. 0 turns this off.',
    default: '3',
  }),
};

export const site = {
  PUBLIC_CAPTCHA: setting(captcha, {
    about: 'The captcha of a site that is built apart from its API.',
    otherwise: '`$CAPTCHA`',
    by: 'compose',
    builtIn: true,
  }),
  PUBLIC_API_TIMEOUT: setting(whole(1, 600, 'whole seconds from 1 to 600'), {
    about: 'How long a browser waits for an answer of the API.',
    default: '20',
    builtIn: true,
  }),
  PUBLIC_CAPTCHA_SITE_KEY: setting(fromService, {
    about: 'The public key for `PUBLIC_CAPTCHA`, if the API only knows the specification.',
    otherwise: '`$CAPTCHA_SITE_KEY`',
    builtIn: true,
  }),
  PUBLIC_GOOGLE_CLIENT_ID: setting(fromService, {
    about: 'The client ID of “Continue with Google”, if the API only knows the specification.',
    otherwise: '`$GOOGLE_CLIENT_ID`',
    builtIn: true,
  }),
  PUBLIC_API_EXTENSIONS: setting(onOff, {
    about:
      '`off` is for an API that only knows the specification (docs/developers/hosts.md): the site sends only its calls, without headers or fields of ours.',
    default: 'on',
    builtIn: true,
    formerly: ['PUBLIC_API_IDEMPOTENCY'],
  }),
  DEMO_LISTINGS: setting(onOff, {
    about: 'Whether the site lists the demo partner’s invented games. The API never has them in production.',
    otherwise: '`on`; `off` in production',
    by: 'development',
    builtIn: true,
  }),
};
