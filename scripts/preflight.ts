import { type Config, ConfigError, getConfig } from '../server/config.ts';
import { BuildError } from './build.ts';
import { portsInWords } from './ports.ts';

/**
 * The settings, once they are checked and their ports are free.
 * @throws ConfigError with one sentence that says what to change.
 */
export async function preflight(env: NodeJS.ProcessEnv): Promise<Config> {
  const config = getConfig(env);
  const trouble = await portsInWords([
    { port: config.sitePort, setting: 'SITE_PORT' },
    { port: config.apiPort, setting: 'API_PORT' },
    { port: config.realtimePort, setting: 'REALTIME_PORT' },
  ]);
  if (trouble) throw new ConfigError(trouble);
  return config;
}

/** The environment in which the site is built or developed, so that its pages know where the API is. */
export function siteEnv(config: Config, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...env,
    SITE_URL: config.siteUrl,
    PUBLIC_API_URL: config.publicApiUrl,
    PUBLIC_REALTIME_PORT: String(config.realtimePort),
    ASTRO_TELEMETRY_DISABLED: '1',
  };
}

/** Tells why it can't go on, in words for what a person can mend and with the stack for a fault of ours, and ends with 1. */
export function giveUp(error: unknown): never {
  const isTold = error instanceof ConfigError || error instanceof BuildError;
  console.error(isTold ? error.message : error);
  process.exit(1);
}
