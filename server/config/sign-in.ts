/** The settings of signing in: the bot check, the auth providers, and who stands between us and the caller. */
import { createPrivateKey } from 'node:crypto';
import { ConfigError, choice, type Env } from './values.ts';

export interface CaptchaKeys {
  /** Public: the widget on the page is drawn by it. */
  readonly siteKey: string;
  readonly secret: string;
  /** Where solutions are verified; undefined: at the service's own address. */
  readonly verifyUrl: string | undefined;
}

/** developer.apple.com, "Certificates, Identifiers & Profiles" */
export interface AppleSettings {
  /** The Services ID: 'com.playtally.web'. */
  readonly clientId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS #8 in base64, on one line. */
  readonly privateKey: string;
}

export interface SignInSettings {
  readonly captcha: (typeof captchas)[number];
  /** Of the service that `captcha` names; undefined for those without one. */
  readonly captchaKeys: CaptchaKeys | undefined;
  /** undefined: nobody signs in with Google. */
  readonly google:
    | {
        readonly clientId: string;
        readonly clientSecret: string;
        readonly issuer: string;
        readonly jwksUrl: string | undefined;
      }
    | undefined;
  readonly apple: AppleSettings | undefined;
  readonly discord: { readonly clientId: string; readonly clientSecret: string } | undefined;
  /** undefined: nobody signs in with Steam. */
  readonly steam: { readonly endpoint: string } | undefined;
  /** How many proxies of ours a request comes through: 0, and X-Forwarded-For counts for nothing. */
  readonly trustedProxies: number;
  /** A session that wasn't used for so many days ends; used or not it ends after 30. */
  readonly sessionIdleDays: number;
  /** required: an account with a password can do nothing before it has a second factor. */
  readonly secondFactor: (typeof secondFactors)[number];
}

/** Where each service says whether a value holds. */
export const captchaServices = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const;
export type CaptchaService = keyof typeof captchaServices;

const captchas = ['altcha', 'recaptcha', 'hcaptcha', 'turnstile', 'off'] as const;
export const secondFactors = ['optional', 'required'] as const;
const MAX_PROXIES = 8;
/** As long as a session lasts at all (contract: SESSION_DAYS). */
const MAX_IDLE_DAYS = 30;

/** An address of another's service, whole; plain http only outside production, where a service of one's own may stand in. */
function address<T extends string | undefined>(
  env: Env,
  name: string,
  standard: T,
  production: boolean,
): string | T {
  const given = env[name];
  if (!given) return standard;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const schemes = production ? /^https:$/ : /^https?:$/;
  if (!url || !schemes.test(url.protocol) || url.username || url.search || url.hash)
    throw new ConfigError(
      `${name} must be an address that begins with https://, without a question mark or a hash, but is "${given}".`,
    );
  return given;
}

/** Both or none: one alone is a slip. The value of a secret stays out of the sentence. */
function pair(env: Env, one: string, other: string): readonly [string, string] | undefined {
  const [a, b] = [env[one] || undefined, env[other] || undefined];
  if (a !== undefined && b !== undefined) return [a, b];
  if (a === undefined && b === undefined) return undefined;
  throw new ConfigError(`${one} and ${other} go together, but only ${a === undefined ? other : one} is set.`);
}

function captchaSettings(env: Env, production: boolean): Pick<SignInSettings, 'captcha' | 'captchaKeys'> {
  const captcha = choice(env, 'CAPTCHA', captchas);
  if (production && captcha === 'off')
    throw new ConfigError('CAPTCHA=off is only for trying and testing, not for production.');
  if (captcha === 'altcha' || captcha === 'off') return { captcha, captchaKeys: undefined };
  const keys = pair(env, 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET');
  if (!keys)
    throw new ConfigError(
      `CAPTCHA_SITE_KEY and CAPTCHA_SECRET are needed with CAPTCHA=${captcha}: the service gives both out.`,
    );
  const verifyUrl = address(env, 'CAPTCHA_VERIFY_URL', undefined, production);
  return { captcha, captchaKeys: { siteKey: keys[0], secret: keys[1], verifyUrl } };
}

function googleSettings(env: Env, production: boolean): SignInSettings['google'] {
  const keys = pair(env, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
  if (!keys) return undefined;
  return {
    clientId: keys[0],
    clientSecret: keys[1],
    issuer: address(env, 'GOOGLE_ISSUER', 'https://accounts.google.com', production),
    jwksUrl: address(env, 'GOOGLE_JWKS_URL', undefined, production),
  };
}

function discordSettings(env: Env): SignInSettings['discord'] {
  const keys = pair(env, 'DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET');
  return keys && { clientId: keys[0], clientSecret: keys[1] };
}

const appleNames = ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'] as const;

function appleSettings(env: Env): SignInSettings['apple'] {
  const [clientId, teamId, keyId, given] = appleNames.map((name) => env[name]);
  if (!clientId && !teamId && !keyId && !given) return undefined;
  if (!clientId || !teamId || !keyId || !given)
    throw new ConfigError(
      `${appleNames.join(', ')} go together, but ${appleNames.filter((name) => !env[name]).join(', ')} isn’t set.`,
    );
  const privateKey = given.replaceAll(/-----[^-]+-----|\\n|\s/g, '');
  try {
    const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return { clientId, teamId, keyId, privateKey };
  } catch {}
  throw new ConfigError('APPLE_PRIVATE_KEY must be the text of the .p8 file that Apple gave you.');
}

function steamSettings(env: Env, production: boolean): SignInSettings['steam'] {
  const isOn = choice(env, 'STEAM_SIGN_IN', ['off', 'on']) === 'on';
  const endpoint = address(env, 'STEAM_OPENID_URL', 'https://steamcommunity.com/openid/login', production);
  return isOn ? { endpoint } : undefined;
}

function proxySettings(env: Env): number {
  const given = env.TRUSTED_PROXIES || '0';
  if (!/^\d$/.test(given) || Number(given) > MAX_PROXIES)
    throw new ConfigError(
      `TRUSTED_PROXIES must be how many proxies of yours a request comes through, from 0 to ${MAX_PROXIES}, but is "${given}".`,
    );
  return Number(given);
}

function restSettings(env: Env): number {
  const given = env.SESSION_REST_DAYS || '14';
  if (!/^\d{1,2}$/.test(given) || Number(given) < 1 || Number(given) > MAX_IDLE_DAYS)
    throw new ConfigError(
      `SESSION_REST_DAYS must be after how many days without use a session ends, from 1 to ${MAX_IDLE_DAYS}, but is "${given}".`,
    );
  return Number(given);
}

export function signInSettings(env: Env, production: boolean): SignInSettings {
  return {
    ...captchaSettings(env, production),
    google: googleSettings(env, production),
    apple: appleSettings(env),
    discord: discordSettings(env),
    steam: steamSettings(env, production),
    trustedProxies: proxySettings(env),
    sessionIdleDays: restSettings(env),
    secondFactor: choice(env, 'SECOND_FACTOR', secondFactors),
  };
}
