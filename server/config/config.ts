/** The settings, read from the environment once and checked before anything starts. The README has the same table in words. */
import { resolve } from 'node:path';
import { type PlaceSettings, placeSettings, refuseOthers } from './environment.ts';
import { type OperateSettings, operateSettings } from './observability.ts';
import { type PlayBudget, playSettings } from './play-budget.ts';
import { type RealtimeSettings, realtimeSettings } from './realtime.ts';
import { type SignInSettings, signInSettings } from './sign-in.ts';
import { type Origins, type SiteAddresses, type SiteConfig, siteAddresses, siteEnv } from './site.ts';
import { type TlsSettings, tlsSettings } from './tls.ts';
import { type TrustSettings, trustSettings } from './trust.ts';
import { ConfigError, choice, type Env, isLoopback, origin, port } from './values.ts';

export { ConfigError };

export interface Config
  extends SignInSettings,
    OperateSettings,
    RealtimeSettings,
    TlsSettings,
    PlaceSettings,
    Origins {
  readonly sitePort: number;
  readonly apiPort: number;
  /** Where the demo partner's page listens on this machine (`npm run partner`). */
  readonly partnerPort: number;
  /** Where the pages of the site that this process serves find the API and the realtime socket. */
  readonly siteAddresses: SiteAddresses;
  /** Absolute. */
  readonly dataDir: string;
  /** Further ones that the API may ask over HTTP: 'https://login.example'. */
  readonly outgoingOrigins: readonly string[];
  /** undefined: PGlite in dataDir. */
  readonly databaseUrl: string | undefined;
  /** smtp:// or smtps://. undefined: each mail becomes a file in dataDir/outbox. */
  readonly mailUrl: string | undefined;
  /** Who mails are from: 'Playtally <no-reply@playtally.example>'. */
  readonly mailFrom: string;
  /** What is encrypted at rest is sealed by the first and opened by all. Empty: a key in dataDir, made at the first start. */
  readonly dataKeys: readonly Buffer[];
  readonly rateLimit: boolean;
  readonly playBudget: PlayBudget;
  readonly trust: TrustSettings;
  /** What the operator is told at the start, a sentence each. */
  readonly warnings: readonly string[];
}

/** Whether it is an address of a mail server, and nothing is behind it that would be passed over in silence. */
function isMailServer(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && url.pathname.length < 2
  );
}

/**
 * How mail is sent. Without a server each mail becomes a file that anybody at this machine could open an account with, and reaches
 * nobody: so production doesn't start that way, rather than to tell the first who forgot a password.
 */
function mailSettings(env: Env, production: boolean): Pick<Config, 'mailUrl' | 'mailFrom'> {
  const mailUrl = env.MAIL_URL || undefined;
  // Its value may hold a password, and stays out of the sentence.
  if (mailUrl && !isMailServer(mailUrl))
    throw new ConfigError(
      'MAIL_URL must be an address like smtp://user:password@mail.example:587 (or smtps://), or be left out for files in the data folder.',
    );
  if (production && !mailUrl)
    throw new ConfigError(
      'In production MAIL_URL is needed: without a mail server nobody who forgot a password gets back into their account.',
    );
  if (mailUrl && !env.MAIL_FROM)
    throw new ConfigError(
      'MAIL_FROM is needed with MAIL_URL: who mails are from, like Playtally <no-reply@playtally.example>.',
    );
  const mailFrom = env.MAIL_FROM || 'Playtally <no-reply@localhost>';
  if (!/^(?:[^<>@,;:\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@,\s]+@[^<>@,\s]+)$/.test(mailFrom))
    throw new ConfigError(
      `MAIL_FROM must be an address like Playtally <no-reply@playtally.example>, but is ${JSON.stringify(mailFrom)}.`,
    );
  return { mailUrl, mailFrom };
}

/** One name at a time, so that a slip is told by its value. */
function outgoingSettings(env: Env, production: boolean): string[] {
  const given = (env.OUTGOING_ORIGINS || '').split(',').map((text) => text.trim());
  return given
    .filter((text) => text !== '')
    .map((text) => origin({ OUTGOING_ORIGINS: text }, 'OUTGOING_ORIGINS', '', production));
}

/** Whether a key can't have come from a random source: of 32 random bytes hardly two are the same, and they are neither text nor a series. */
function isWeak(key: Buffer): boolean {
  const steps = new Set(key.subarray(1).map((byte, at) => byte - (key[at] ?? 0)));
  return new Set(key).size < 20 || steps.size < 8 || key.every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** Base64 of 32 bytes; undefined for anything else. */
export function keyOf(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64');
  return key.length === 32 && key.toString('base64') === text ? key : undefined;
}

/** A key in the data folder would be lost or copied with it, so production names its own. */
function keySettings(env: Env, production: boolean): Buffer[] {
  const texts = (env.DATA_KEYS || '').split(',').map((text) => text.trim());
  if (texts[0] === '') {
    if (production)
      throw new ConfigError(
        'In production DATA_KEYS is needed: one or more keys of 32 bytes in base64 with commas between, the newest first (openssl rand -base64 32 makes one).',
      );
    return [];
  }
  return texts.map((text, at) => {
    const key = keyOf(text);
    // The value is a secret and stays out of the sentence.
    if (!key)
      throw new ConfigError(`DATA_KEYS must be keys of 32 bytes in base64, but number ${at + 1} isn't.`);
    if (production && isWeak(key))
      throw new ConfigError(
        `DATA_KEYS must be random, but number ${at + 1} can be guessed: openssl rand -base64 32 makes one.`,
      );
    return key;
  });
}

/** Whatever isn't this very machine is reached by TLS, with its certificate checked: a container's network too. */
function refuseOpenDatabase(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (
    isLoopback(url?.hostname ?? '') ||
    /^(?:require|verify-ca|verify-full)$/.test(url?.searchParams.get('sslmode') ?? '')
  )
    return;
  // Its value holds a password and stays out of the sentence.
  throw new ConfigError(
    'DATABASE_URL leads off this machine in production, so it must end with ?sslmode=verify-full (and &sslrootcert=/path/to/ca.pem, where its certificate is of an authority of your own).',
  );
}

/** The three of them. Whoever shares an origin shares storage and scripts, so the desk shares it with nobody. */
function addressSettings(
  env: Env,
  { sitePort, apiPort }: Pick<Config, 'sitePort' | 'apiPort'>,
  production: boolean,
): Origins {
  const siteUrl = origin(env, 'SITE_URL', `http://localhost:${sitePort}`, production);
  const publicApiUrl = origin(env, 'PUBLIC_API_URL', `http://localhost:${apiPort}`, production);
  if (production && !env.OPERATOR_URL)
    throw new ConfigError(
      'In production OPERATOR_URL is needed: where browsers find the operators’ desk, on a host of its own, like https://desk.playtally.example.',
    );
  const operatorUrl = origin(env, 'OPERATOR_URL', `http://operator.localhost:${sitePort}`, production);
  const shared = operatorUrl === siteUrl ? 'SITE_URL' : operatorUrl === publicApiUrl && 'PUBLIC_API_URL';
  if (shared)
    throw new ConfigError(
      `OPERATOR_URL and ${shared} must differ, but are both ${operatorUrl}: the desk has a host of its own, so that no script of another's pages gets at it.`,
    );
  return { siteUrl, operatorUrl, publicApiUrl };
}

/** Those that a former version read. Whoever still sets one relies on what doesn't happen any more. */
const retiredSettings = (env: Env) =>
  ['LOG_URL', 'LOG_CA']
    .filter((name) => env[name])
    .map(
      (name) =>
        `${name} is no longer read: the log goes to the standard error alone, from where your platform ships it (docs/operators/reference.md, "The log").`,
    );

/** Settings from environment variables; throws a ConfigError that names the variable and what it may be. Pure. */
export function getConfig(env: Env): Config {
  const place = placeSettings(env);
  const { production } = place;
  const sitePort = port(env, 'SITE_PORT', 4321);
  const apiPort = port(env, 'API_PORT', 8000);
  const realtime = realtimeSettings(env, production);
  const { realtimePort } = realtime;
  if (new Set([sitePort, apiPort, realtimePort]).size < 3)
    throw new ConfigError(
      `SITE_PORT, API_PORT and REALTIME_PORT must differ, but are ${sitePort}, ${apiPort} and ${realtimePort}.`,
    );
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new ConfigError(
      'DATABASE_URL must begin with postgres:// or postgresql://, or be left out for the embedded database.',
    );
  if (production && databaseUrl) refuseOpenDatabase(databaseUrl);
  if (production && !databaseUrl)
    throw new ConfigError(
      'In production DATABASE_URL is needed: the embedded database never syncs to disk and could lose orders in a power cut.',
    );
  const rateLimit = choice(env, 'RATE_LIMIT', ['on', 'off']) === 'on';
  if (production && !rateLimit)
    throw new ConfigError('RATE_LIMIT=off is only for trying and testing, not for production.');
  const site = {
    ...realtime,
    ...addressSettings(env, { sitePort, apiPort }, production),
    ...signInSettings(env, production),
  };
  refuseOthers(place, site.siteUrl);
  return {
    ...place,
    sitePort,
    apiPort,
    ...site,
    siteAddresses: siteAddresses(siteEnv(site, env)),
    partnerPort: port(env, 'PARTNER_PORT', 4400),
    dataDir: resolve(env.DATA_DIR || '.data'),
    databaseUrl,
    ...mailSettings(env, production),
    dataKeys: keySettings(env, production),
    ...operateSettings(env, production),
    warnings: retiredSettings(env),
    ...tlsSettings(env),
    outgoingOrigins: outgoingSettings(env, production),
    rateLimit,
    ...playSettings(env),
    ...trustSettings(env),
  };
}

/** What the build of the site needs of them. It starts nothing, so that what a deployment is checked for isn't asked of it. */
export function getSiteConfig(env: Env): SiteConfig {
  const ports = { sitePort: port(env, 'SITE_PORT', 4321), apiPort: port(env, 'API_PORT', 8000) };
  return {
    ...realtimeSettings(env, false),
    ...addressSettings(env, ports, false),
    ...signInSettings(env, false),
  };
}
