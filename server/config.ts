/** The settings, read from the environment once and checked before anything starts. The README has the same table in words. */
import { resolve } from 'node:path';

export interface Config {
  readonly production: boolean;
  readonly sitePort: number;
  readonly apiPort: number;
  readonly realtimePort: number;
  /** Where the browser finds the site: links in mails, CORS, WebSocket origin. No slash at the end. */
  readonly siteUrl: string;
  /** Where the browser finds the API. No slash at the end. */
  readonly publicApiUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** undefined: PGlite in dataDir. */
  readonly databaseUrl: string | undefined;
  /** smtp:// or smtps://. undefined: each mail becomes a file in dataDir/outbox. */
  readonly mailUrl: string | undefined;
  /** Who mails are from: 'Playtally <no-reply@playtally.example>'. */
  readonly mailFrom: string;
  readonly captcha: 'altcha' | 'off';
  readonly rateLimit: boolean;
}

/** Its message is one sentence for the person who starts the product. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Env = Readonly<Record<string, string | undefined>>;

function port(env: Env, name: string, standard: number): number {
  const given = env[name];
  if (given === undefined || given === '') return standard;
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new ConfigError(`${name} must be a port from 1 to 65535, but is "${given}".`);
  return number;
}

function origin(env: Env, name: string, standard: string): string {
  const given = env[name] || standard;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash)
    throw new ConfigError(
      `${name} must be an origin like https://playtally.example, without a path, but is "${given}".`,
    );
  return url.origin;
}

function choice<const T extends string>(env: Env, name: string, values: readonly [T, ...T[]]): T {
  const given = env[name] || values[0];
  const found = values.find((value) => value === given);
  if (found === undefined)
    throw new ConfigError(`${name} must be ${values.join(' or ')}, but is "${given}".`);
  return found;
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

/** Settings from environment variables; throws a ConfigError that names the variable and what it may be. Pure. */
export function getConfig(env: Env): Config {
  const production = env.NODE_ENV === 'production';
  const sitePort = port(env, 'SITE_PORT', 4321);
  const apiPort = port(env, 'API_PORT', 8000);
  const realtimePort = port(env, 'REALTIME_PORT', 6001);
  if (new Set([sitePort, apiPort, realtimePort]).size < 3)
    throw new ConfigError(
      `SITE_PORT, API_PORT and REALTIME_PORT must differ, but are ${sitePort}, ${apiPort} and ${realtimePort}.`,
    );
  const databaseUrl = env.DATABASE_URL || undefined;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new ConfigError(
      'DATABASE_URL must begin with postgres:// or postgresql://, or be left out for the embedded database.',
    );
  if (production && !databaseUrl)
    throw new ConfigError(
      'In production DATABASE_URL is needed: the embedded database never syncs to disk and could lose orders in a power cut.',
    );
  const captcha = choice(env, 'CAPTCHA', ['altcha', 'off']);
  if (production && captcha === 'off')
    throw new ConfigError('CAPTCHA=off is only for trying and testing, not for production.');
  const rateLimit = choice(env, 'RATE_LIMIT', ['on', 'off']) === 'on';
  if (production && !rateLimit)
    throw new ConfigError('RATE_LIMIT=off is only for trying and testing, not for production.');
  return {
    production,
    sitePort,
    apiPort,
    realtimePort,
    siteUrl: origin(env, 'SITE_URL', `http://localhost:${sitePort}`),
    publicApiUrl: origin(env, 'PUBLIC_API_URL', `http://localhost:${apiPort}`),
    dataDir: resolve(env.DATA_DIR || '.data'),
    databaseUrl,
    ...mailSettings(env, production),
    captcha,
    rateLimit,
  };
}
