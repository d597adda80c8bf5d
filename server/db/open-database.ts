/** Opens the database that the settings name. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Config, ConfigError } from '../config/config.ts';
import type { Log } from '../observability/log.ts';
import { checkDatabaseFiles } from '../platform/certificate-files.ts';
import { errorText, innermostText } from '../platform/error-text.ts';
import { type Database, openPglite, openPostgres } from './database.ts';
import { databaseFailure } from './failures.ts';
import { lockFolder } from './folder-lock.ts';
import { callLimits } from './postgres-pool.ts';
import { makePrivate } from './private-folder.ts';

interface OpenDatabases {
  /** For calls. None of its waits is longer than people are patient. */
  readonly db: Database;
  /** For the start and for jobs, which can wait. It has its own connections, so neither uses up the other's. */
  readonly work: Database;
  close(): Promise<void>;
}

/** How long a start waits for PostgreSQL, in seconds, with one try per second. */
const PATIENCE = 60;

/**
 * Waiting won't help: password, certificate, role or database are wrong (invalid_authorization_specification,
 * invalid_catalog_name).
 */
const isWrong = (error: unknown): error is Error =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && /^(?:28|3D)/.test(error.code)) ||
    isWrong(error.cause));

/**
 * Resolves when PostgreSQL answers. It may be starting at the same time as this process, or failing over.
 * @throws ConfigError, one sentence, if it doesn't answer for a minute or rejects the role or its password
 */
export async function untilItAnswers(
  db: Pick<Database, 'value'>,
  host: string,
  log: Log,
  wait: () => Promise<unknown> = () => pause(1000),
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await db.value('SELECT 1', []);
      return;
    } catch (error) {
      if (isWrong(error))
        throw new ConfigError(
          `PostgreSQL at ${host} rejects the role, password or database in its URL: ${innermostText(error)}.`,
        );
      if (databaseFailure(error) !== 'unavailable') throw error;
      if (tries === PATIENCE)
        throw new ConfigError(
          `PostgreSQL at ${host} can't be reached: ${innermostText(error)}. Start it, or correct DATABASE_URL.`,
        );
      if (tries === 1)
        log(`PostgreSQL at ${host} doesn't answer yet (${innermostText(error)}); trying for a minute.`);
      await wait();
    }
  }
}

export async function openDatabase(config: Config, log: Log): Promise<OpenDatabases> {
  if (config.DATABASE_URL) {
    checkDatabaseFiles('DATABASE_URL', config.DATABASE_URL);
    const [db, work] = await Promise.all([
      openPostgres(config.DATABASE_URL, log, callLimits),
      openPostgres(config.DATABASE_URL, log),
    ]);
    const close = async () => {
      await Promise.all([db.close(), work.close()]);
    };
    await untilItAnswers(work, new URL(config.DATABASE_URL).host, log).catch(async (error) => {
      await close();
      throw error;
    });
    return { db, work, close };
  }
  // New files are readable only by their owner, because they contain everyone's addresses, points and mails.
  process.umask(0o077);
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const folder = join(config.DATA_DIR, 'db');
  const release = lockFolder(join(config.DATA_DIR, 'db.lock'), folder);
  try {
    const db = await openPglite(folder);
    makePrivate(folder);
    const close = async () => {
      await db.close();
      release();
    };
    return { db, work: db, close };
  } catch (error) {
    release();
    log(`the embedded database didn’t open: ${errorText(error)}`);
    throw new ConfigError(
      `The database in ${folder} can’t be opened: it is damaged, or another version of the embedded database made it. Restore a backup of the folder, or set DATA_DIR to another one to start with an empty database.`,
    );
  }
}
