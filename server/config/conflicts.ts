/** Checks settings against each other. */
import type * as v from 'valibot';
import type { Name, settings } from './settings.ts';

export const withDefaults = (s: v.InferOutput<typeof settings>) => ({
  ...s,
  production: s.NODE_ENV === 'production',
  SITE_URL: s.SITE_URL ?? `http://localhost:${s.SITE_PORT}`,
  OPERATOR_URL: s.OPERATOR_URL ?? `http://operator.localhost:${s.SITE_PORT}`,
  PUBLIC_API_URL: (s.PUBLIC_API_URL ?? `http://localhost:${s.API_PORT}`).replace(/\/+$/, ''),
  DATA_KEYS: s.DATA_KEYS ?? [],
  PUSHER_PORT: s.PUSHER_PORT ?? (s.PUSHER_TLS ? 443 : 80),
  OUTGOING_ORIGINS: s.OUTGOING_ORIGINS ?? [],
  LOG: s.LOG ?? (s.NODE_ENV === 'production' ? 'json' : 'text'),
});
export type Settings = ReturnType<typeof withDefaults>;

/** The local machine. The connection can't be intercepted on the way. */
const isLoopback = (hostname: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Browsers resolve every name with this ending to the local machine. */
const isBrowsersOwn = (hostname: string) => isLoopback(hostname) || hostname.endsWith('.localhost');

const isPlain = (url: string | undefined) => url !== undefined && new URL(url).protocol === 'http:';
const isOpen = (url: string) => isPlain(url) && !isBrowsersOwn(new URL(url).hostname);

function isOpenDatabase(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const mode = url?.searchParams.get('sslmode') ?? '';
  return !isLoopback(url?.hostname ?? '') && !/^(?:require|verify-ca|verify-full)$/.test(mode);
}

/** Returns whether a key is surely not random. 32 random bytes hardly repeat, and are neither text nor a series. */
function isWeak(key: Buffer): boolean {
  const steps = new Set(key.subarray(1).map((byte, at) => byte - (key[at] ?? 0)));
  return new Set(key).size < 20 || steps.size < 8 || key.every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** The problems of settings with each other: sentences, and falsy values for what is right. */
type Conflicts = readonly (string | false | undefined)[];

function together(s: Settings, ...group: readonly Name[]) {
  const missing = group.filter((name) => s[name] === undefined);
  const isHalf = missing.length > 0 && missing.length < group.length;
  return isHalf && `${group.join(', ')} go together, but ${missing.join(' and ')} isn't set.`;
}

function different(s: Settings, ...group: readonly Name[]) {
  const values = group.map((name) => s[name]);
  const isSame = new Set(values).size < values.length;
  return isSame && `${group.join(' and ')} must differ, but are ${values.join(' and ')}.`;
}

export const usesCaptchaService = ({ CAPTCHA }: Settings) => CAPTCHA !== 'altcha' && CAPTCHA !== 'off';

/** Returns the captcha that the site's forms show. Another host's proof of work may differ from ours. */
export const captchaOf = ({ PUBLIC_CAPTCHA, PUBLIC_API_EXTENSIONS, CAPTCHA }: Settings) =>
  PUBLIC_CAPTCHA ?? (!PUBLIC_API_EXTENSIONS && CAPTCHA === 'altcha' ? 'off' : CAPTCHA);
export const googleClientOf = (s: Settings) => s.PUBLIC_GOOGLE_CLIENT_ID ?? s.GOOGLE_CLIENT_ID;

/** Returns what isn't possible on a site whose API knows only the spec. */
function specConflictsOf(s: Settings): Conflicts {
  if (s.PUBLIC_API_EXTENSIONS) return [];
  const captcha = captchaOf(s);
  const providers = s.PUBLIC_SIGN_IN_PROVIDERS ?? [];
  const others = providers.filter((name) => name !== 'google' && name !== 'steam');
  return [
    captcha === 'altcha' &&
      'PUBLIC_CAPTCHA can’t be altcha with PUBLIC_API_EXTENSIONS=off: its challenges need a call that isn’t in the specification.',
    captcha !== 'off' &&
      captcha !== 'altcha' &&
      !(s.PUBLIC_CAPTCHA_SITE_KEY ?? s.CAPTCHA_SITE_KEY) &&
      `PUBLIC_CAPTCHA_SITE_KEY is needed with PUBLIC_CAPTCHA=${captcha} and PUBLIC_API_EXTENSIONS=off.`,
    others.length > 0 &&
      `PUBLIC_SIGN_IN_PROVIDERS can’t have ${others.join(' and ')} with PUBLIC_API_EXTENSIONS=off: the specification has Google and Steam.`,
    providers.includes('google') &&
      !googleClientOf(s) &&
      'PUBLIC_GOOGLE_CLIENT_ID is needed with Google among PUBLIC_SIGN_IN_PROVIDERS and PUBLIC_API_EXTENSIONS=off.',
  ];
}

/** These checks also apply to a build. */
export const conflictsOf = (s: Settings): Conflicts => [
  ...specConflictsOf(s),
  different(s, 'SITE_PORT', 'API_PORT', 'REALTIME_PORT'),
  // Pages on one origin share storage and scripts.
  different(s, 'OPERATOR_URL', 'SITE_URL'),
  different(s, 'OPERATOR_URL', 'PUBLIC_API_URL'),
  together(s, 'PUSHER_APP_ID', 'PUSHER_APP_KEY', 'PUSHER_APP_SECRET', 'PUSHER_HOST'),
  together(s, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
  together(s, 'APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'),
  together(s, 'DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET'),
  together(s, 'TLS_CERT_FILE', 'TLS_KEY_FILE'),
  s.TLS_CLIENT_CA_FILE &&
    !s.TLS_CERT_FILE &&
    'TLS_CLIENT_CA_FILE needs TLS_CERT_FILE and TLS_KEY_FILE: client certificates need TLS.',
  usesCaptchaService(s) &&
    !(s.CAPTCHA_SITE_KEY && s.CAPTCHA_SECRET) &&
    `CAPTCHA_SITE_KEY and CAPTCHA_SECRET are needed with CAPTCHA=${s.CAPTCHA}: the service provides both.`,
  s.PUSHER_APP_KEY &&
    (s.PUBLIC_REALTIME_KEY ?? s.PUSHER_APP_KEY) !== s.PUSHER_APP_KEY &&
    'PUBLIC_REALTIME_KEY and PUSHER_APP_KEY must be the same, or browsers listen to another app.',
  s.MAIL_URL &&
    !s.MAIL_FROM &&
    'MAIL_FROM is needed with MAIL_URL: the sender of all mails, like Playtally <no-reply@playtally.example>.',
];

export const serverConflictsOf = (s: Settings): Conflicts => [
  new URL(s.PUBLIC_API_URL).pathname !== '/' &&
    `PUBLIC_API_URL must be an origin like https://api.playtally.example, without a path, but is "${s.PUBLIC_API_URL}".`,
  (s.PUBLIC_CAPTCHA ?? s.CAPTCHA) !== s.CAPTCHA &&
    'PUBLIC_CAPTCHA and CAPTCHA must be the same, or forms show a captcha that the API doesn’t accept.',
  ...(s.production ? productionConflictsOf(s) : developmentConflictsOf(s)),
];

function developmentConflictsOf(s: Settings): Conflicts {
  const why =
    'which others can reach, but NODE_ENV isn’t production, and everyone knows the demo account’s password. Set NODE_ENV=production, or';
  const isListening = s.LISTEN_HOST !== '::1' && !s.LISTEN_HOST.startsWith('127.');
  return [
    isListening && `LISTEN_HOST is ${s.LISTEN_HOST}, ${why} leave LISTEN_HOST out.`,
    // Behind a proxy, only the site's URL shows that others use it.
    !isBrowsersOwn(new URL(s.SITE_URL).hostname) &&
      `SITE_URL is ${s.SITE_URL}, ${why} use an address of this machine, like http://localhost.`,
  ];
}

const ours = ['SITE_URL', 'OPERATOR_URL', 'PUBLIC_API_URL'] as const;
const services = ['CAPTCHA_VERIFY_URL', 'GOOGLE_ISSUER', 'GOOGLE_JWKS_URL', 'STEAM_OPENID_URL'] as const;

/** The messages don't contain the values of secrets. */
const productionConflictsOf = (s: Settings): Conflicts => [
  ...ours.map(
    (name) =>
      isOpen(s[name]) &&
      `${name} must begin with https:// in production, but is "${s[name]}": passwords and sessions would travel unencrypted. Only an address of this machine may begin with http://.`,
  ),
  ...services.map(
    (name) => isPlain(s[name]) && `${name} must begin with https:// in production, but is "${s[name]}".`,
  ),
  s.OUTGOING_ORIGINS.some(isOpen) && 'OUTGOING_ORIGINS must all begin with https:// in production.',
  s.CAPTCHA === 'off' && 'CAPTCHA=off is for development and tests, not for production.',
  !s.RATE_LIMIT && 'RATE_LIMIT=off is for development and tests, not for production.',
  s.PUSHER_HOST &&
    !s.PUSHER_TLS &&
    !isLoopback(s.PUSHER_HOST) &&
    'PUSHER_TLS=off is for a host on this machine: accounts’ events would travel unencrypted.',
  s.DATABASE_URL &&
    isOpenDatabase(s.DATABASE_URL) &&
    'DATABASE_URL leads to another machine, so in production it must end with ?sslmode=verify-full (and &sslrootcert=/path/to/ca.pem if your own authority issued its certificate).',
  ...s.DATA_KEYS.map(
    (key, at) =>
      isWeak(key) &&
      `DATA_KEYS must be random in production, but number ${at + 1} can be guessed: openssl rand -base64 32 makes one.`,
  ),
];
