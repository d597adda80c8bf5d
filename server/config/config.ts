/** Reads the settings (./settings.ts) from the environment, and checks them all before anything starts. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import * as v from 'valibot';
import {
  captchaOf,
  conflictsOf,
  googleClientOf,
  type Settings,
  serverConflictsOf,
  usesCaptchaService,
  withDefaults,
} from './conflicts.ts';
import { factsOf, type Name, names, settings } from './settings.ts';
import type { SiteAddresses } from './site.ts';

/** A configuration error. Its message is for the person who starts the product, one sentence per line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type Env = Readonly<Record<string, string | undefined>>;

/** The settings that may come from a file. */
export const SECRETS: readonly Name[] = names.filter((name) => factsOf(name).secret);

/**
 * Returns the environment with the contents of secret files: if NAME_FILE is set, NAME is the text of that file. Docker,
 * Kubernetes and vaults use such files to keep secrets out of a process's environment and a container's description.
 */
export function withSecretFiles(env: Env): Env {
  const read = SECRETS.flatMap((name) => {
    const path = env[`${name}_FILE`];
    if (!path) return [];
    if (env[name]) throw new ConfigError(`${name} and ${name}_FILE are both set. Leave one of them out.`);
    return [[name, textOf(name, path)] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function textOf(name: string, path: string): string {
  try {
    // Editors and `echo` add a line break at the end of a file.
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new ConfigError(`${name}_FILE names ${path}, which can’t be read${why}.`);
  }
}

/** Former settings without a replacement. */
const retired = ['LOG_URL', 'LOG_CA'];

/** Returns a warning for each former name that is set. */
export function settingWarnings(env: Env): string[] {
  const renamed = names.flatMap((name) =>
    (factsOf(name).formerly ?? [])
      .filter((former) => env[former])
      .map((former) => `${former} is now called ${name}. The old name still works.`),
  );
  const gone = retired
    .filter((name) => env[name])
    .map(
      (name) =>
        `${name} is no longer read: the log goes to standard error, where your platform can collect it (docs/operators/reference.md, "The log").`,
    );
  return [...renamed, ...gone];
}

type Given = Partial<Record<Name, string>>;

/**
 * Returns the name under which a setting is set, if any. An empty variable counts as unset, and a former name counts if the
 * current one is unset.
 */
const setName = (env: Env, name: Name) =>
  [name, ...(factsOf(name).formerly ?? [])].find((one) => Boolean(env[one]));

const givenIn = (env: Env): Given =>
  Object.fromEntries(
    names.flatMap((name) => {
      const found = setName(env, name);
      return found ? [[name, env[found]]] : [];
    }),
  );

const missing = (given: Given) =>
  names.map((name) => {
    const why = factsOf(name).required;
    return why && !given[name] && `${name} is required in production: ${why}.`;
  });

/**
 * Returns all settings, for a build or a tool. Settings that only a server needs are checked only with `isServer`.
 * @throws ConfigError with a sentence for each problem
 */
export function readSettings(env: Env, isServer = false): Settings {
  const given = givenIn(env);
  const { success, output, issues = [] } = v.safeParse(settings, given);
  const s = success ? withDefaults(output) : undefined;
  const mistakes = names.flatMap((name) =>
    issues
      .filter(({ path }) => path?.[0].key === name)
      .map(({ message }) => {
        const found = factsOf(name).secret ? '' : `, but is ${JSON.stringify(given[name])}`;
        return `${setName(env, name)} must be ${message}${found}.`;
      }),
  );
  const wrong = [
    ...mistakes,
    ...(isServer && given.NODE_ENV === 'production' ? missing(given) : []),
    ...(s ? conflictsOf(s) : []),
    ...(s && isServer ? serverConflictsOf(s) : []),
  ].filter(Boolean);
  if (!s || wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  return s;
}

function pusherOf(s: Settings) {
  const { PUSHER_APP_ID: appId, PUSHER_APP_KEY: key, PUSHER_APP_SECRET: secret, PUSHER_HOST: host } = s;
  if (!appId || !key || !secret || !host) return undefined;
  const { origin } = new URL(`${s.PUSHER_TLS ? 'https' : 'http'}://${host}:${s.PUSHER_PORT}`);
  return { appId, key, secret, origin };
}

function providersOf(s: Settings) {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER: issuer, GOOGLE_JWKS_URL: jwksUrl } = s;
  const { DISCORD_CLIENT_ID, DISCORD_CLIENT_SECRET } = s;
  const { APPLE_CLIENT_ID, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: privateKey } = s;
  return {
    google:
      GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET
        ? { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET, issuer, jwksUrl }
        : undefined,
    apple:
      APPLE_CLIENT_ID && teamId && keyId && privateKey
        ? { clientId: APPLE_CLIENT_ID, teamId, keyId, privateKey }
        : undefined,
    discord:
      DISCORD_CLIENT_ID && DISCORD_CLIENT_SECRET
        ? { clientId: DISCORD_CLIENT_ID, clientSecret: DISCORD_CLIENT_SECRET }
        : undefined,
    steam: s.STEAM_SIGN_IN ? { endpoint: s.STEAM_OPENID_URL } : undefined,
  };
}

function captchaKeysOf(s: Settings) {
  const { CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret, CAPTCHA_VERIFY_URL: verifyUrl } = s;
  return usesCaptchaService(s) && siteKey && secret ? { siteKey, secret, verifyUrl } : undefined;
}

function tlsOf({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key, TLS_CLIENT_CA_FILE: clientCa }: Settings) {
  return cert && key ? { cert, key, clientCa } : undefined;
}

/** A hosted socket accepts browsers on the host that accepts events, unless another one is set, as for Pusher's own service. */
function addressesOf(s: Settings): SiteAddresses {
  const pusher = pusherOf(s);
  const { protocol, hostname } = new URL(pusher?.origin ?? s.PUBLIC_API_URL);
  const isTls = s.PUBLIC_REALTIME_TLS ?? protocol === 'https:';
  const host = s.PUBLIC_REALTIME_HOST ?? hostname;
  const port = s.PUBLIC_REALTIME_PORT ?? (pusher ? s.PUSHER_PORT : s.REALTIME_PORT);
  const key = s.PUBLIC_REALTIME_KEY ?? pusher?.key ?? 'playtally';
  return { api: s.PUBLIC_API_URL, socket: `${isTls ? 'wss' : 'ws'}://${host}:${port}`, key };
}

/**
 * Returns the name that authenticators know the site by, and the origin of its pages; null without passkeys. An IP address can't
 * be such a name.
 */
function passkeysOf({ PASSKEYS, SITE_URL }: Settings) {
  const { hostname: rpId, origin } = new URL(SITE_URL);
  return PASSKEYS && isIP(rpId.replace(/^\[|\]$/g, '')) === 0 ? { rpId, origin } : null;
}

/** Returns the variables that the site's build and development server get in addition to the environment. */
export function siteEnv(env: Env): Record<string, string> {
  const s = readSettings(env);
  const methods = { passkey: s.PUBLIC_API_EXTENSIONS && passkeysOf(s), ...providersOf(s) };
  const providers = Object.entries(methods).flatMap(([name, keys]) => (keys ? [name] : []));
  const { api, socket, key } = addressesOf(s);
  return {
    SITE_URL: s.SITE_URL,
    OPERATOR_URL: s.OPERATOR_URL,
    PUBLIC_ADDRESSES: `${api} ${socket} ${key}`,
    PUBLIC_API_EXTENSIONS: s.PUBLIC_API_EXTENSIONS ? 'on' : 'off',
    PUBLIC_CAPTCHA: captchaOf(s),
    PUBLIC_CAPTCHA_SITE_KEY: s.PUBLIC_CAPTCHA_SITE_KEY ?? s.CAPTCHA_SITE_KEY ?? '',
    PUBLIC_GOOGLE_CLIENT_ID: googleClientOf(s) ?? '',
    PUBLIC_SIGN_IN_PROVIDERS: (s.PUBLIC_SIGN_IN_PROVIDERS ?? providers).join(','),
    DEMO_LISTINGS: (s.DEMO_LISTINGS ?? !s.production) ? 'on' : 'off',
    ASTRO_TELEMETRY_DISABLED: '1',
  };
}

/** Returns the configuration that the server starts with. @throws ConfigError with a sentence for each problem */
export function getConfig(env: Env) {
  const s = readSettings(env, true);
  return {
    ...s,
    addresses: addressesOf(s),
    tls: tlsOf(s),
    /** Keys of the service that CAPTCHA names. */
    captchaKeys: captchaKeysOf(s),
    ...providersOf(s),
    passkeys: passkeysOf(s),
    /** Undefined means our own sockets. */
    pusher: pusherOf(s),
    /** In points. */
    playBudget: { welcome: s.WELCOME_POINTS, daily: s.DAILY_POINTS, siteDaily: s.SITE_DAILY_POINTS },
    signUps: { hour: s.SIGN_UPS_PER_HOUR, day: s.SIGN_UPS_PER_DAY },
    warnings: settingWarnings(env),
  };
}

export interface Config extends Readonly<ReturnType<typeof getConfig>> {}
export type PlayBudget = Readonly<Config['playBudget']>;
