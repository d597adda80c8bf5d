import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, getConfig } from '../server/config/config.ts';
import { lockFolder } from '../server/db/folder-lock.ts';
import { fatalText } from '../server/platform/error-text.ts';
import { BuildError } from './build.ts';
import { portsInWords } from './ports.ts';

/**
 * Returns the settings after checking them, their ports and their data folder. It runs before a build, which would replace the
 * site of a product that is running.
 * @throws ConfigError with sentences that say what to change
 */
export async function preflight(env: NodeJS.ProcessEnv): Promise<Config> {
  const config = getConfig(env);
  const trouble = await portsInWords([
    { port: config.SITE_PORT, setting: 'SITE_PORT' },
    { port: config.API_PORT, setting: 'API_PORT' },
    // With an outside host we open no sockets.
    ...(config.pusher ? [] : [{ port: config.REALTIME_PORT, setting: 'REALTIME_PORT' }]),
  ]);
  if (trouble) throw new ConfigError(trouble);
  if (!config.DATABASE_URL) rejectUsedFolder(config.DATA_DIR);
  return config;
}

function rejectUsedFolder(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const release = lockFolder(join(dataDir, 'db.lock'), join(dataDir, 'db'));
  release();
}

/**
 * Prints why it can't continue: a sentence for problems that a person can fix, and the stack too for a bug of ours. Exits with 1.
 */
export function giveUp(error: unknown): never {
  console.error(error instanceof BuildError ? error.message : fatalText(error));
  process.exit(1);
}
