import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, getConfig } from '../server/config.ts';
import { lockFolder } from '../server/db/folder-lock.ts';
import { BuildError } from './build.ts';
import { portsInWords } from './ports.ts';

/**
 * The settings, once they are checked, their ports are free and their data folder is nobody else's: before a build, which
 * would take the site away from under a product that runs.
 * @throws ConfigError with one sentence that says what to change.
 */
export async function preflight(env: NodeJS.ProcessEnv): Promise<Config> {
  const config = getConfig(env);
  const trouble = await portsInWords([
    { port: config.sitePort, setting: 'SITE_PORT' },
    { port: config.apiPort, setting: 'API_PORT' },
    // With another's host there are no sockets of ours.
    ...(config.pusher ? [] : [{ port: config.realtimePort, setting: 'REALTIME_PORT' }]),
  ]);
  if (trouble) throw new ConfigError(trouble);
  if (!config.databaseUrl) refuseUsedFolder(config.dataDir);
  return config;
}

function refuseUsedFolder(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const release = lockFolder(join(dataDir, 'db.lock'), join(dataDir, 'db'));
  release();
}

/** The environment in which the site is built or developed, so that its pages know where the API is. */
export function siteEnv(config: Config, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...env,
    SITE_URL: config.siteUrl,
    OPERATOR_URL: config.operatorUrl,
    PUBLIC_API_URL: config.publicApiUrl,
    ...realtimeEnv(config, env),
    PUBLIC_CAPTCHA: config.captcha,
    PUBLIC_SIGN_IN_WAYS:
      env.PUBLIC_SIGN_IN_WAYS ?? (['google', 'steam'] as const).filter((way) => config[way]).join(','),
    ASTRO_TELEMETRY_DISABLED: '1',
  };
}

/** A host takes browsers where it takes events, unless it is said that it has another name for them, as Pusher's own has. */
function realtimeEnv({ pusher, realtimePort }: Config, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!pusher) return { PUBLIC_REALTIME_PORT: env.PUBLIC_REALTIME_PORT || String(realtimePort) };
  const { protocol, hostname, port } = new URL(pusher.origin);
  const isTls = protocol === 'https:';
  return {
    PUBLIC_REALTIME_KEY: pusher.key,
    PUBLIC_REALTIME_HOST: env.PUBLIC_REALTIME_HOST || hostname,
    PUBLIC_REALTIME_PORT: env.PUBLIC_REALTIME_PORT || port || (isTls ? '443' : '80'),
    PUBLIC_REALTIME_TLS: env.PUBLIC_REALTIME_TLS || (isTls ? 'on' : 'off'),
  };
}

/** Tells why it can't go on, in words for what a person can mend and with the stack for a fault of ours, and ends with 1. */
export function giveUp(error: unknown): never {
  const isTold = error instanceof ConfigError || error instanceof BuildError;
  console.error(isTold ? error.message : error);
  process.exit(1);
}
