import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, getConfig } from '../server/config/config.ts';
import { lockFolder } from '../server/db/folder-lock.ts';
import { fatalText } from '../server/platform/error-text.ts';
import { BuildError } from './build.ts';
import { portsInWords } from './ports.ts';

/**
 * The settings, once they are checked, their ports are free and their data folder is nobody else's: before a build, which
 * would take the site away from under a product that runs.
 * @throws ConfigError with sentences that say what to change.
 */
export async function preflight(env: NodeJS.ProcessEnv): Promise<Config> {
  const config = getConfig(env);
  const trouble = await portsInWords([
    { port: config.SITE_PORT, setting: 'SITE_PORT' },
    { port: config.API_PORT, setting: 'API_PORT' },
    // With another's host there are no sockets of ours.
    ...(config.pusher ? [] : [{ port: config.REALTIME_PORT, setting: 'REALTIME_PORT' }]),
  ]);
  if (trouble) throw new ConfigError(trouble);
  if (!config.DATABASE_URL) refuseUsedFolder(config.DATA_DIR);
  return config;
}

function refuseUsedFolder(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const release = lockFolder(join(dataDir, 'db.lock'), join(dataDir, 'db'));
  release();
}

/** Prints why it can't go on, in words for what a person can fix and with the stack for a fault of ours, and ends with 1. */
export function giveUp(error: unknown): never {
  console.error(error instanceof BuildError ? error.message : fatalText(error));
  process.exit(1);
}
