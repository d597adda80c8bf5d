/** Compares the migrations of a database with those of this version, and says what is left to do or why it can't be opened. */
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { ConfigError } from '../config/config.ts';

export const migrations = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) };

const MADE_BEFORE_BASELINE =
  'This database was made by a version from before the first release, and can’t be upgraded; nothing in it was changed. Keep running it with the version that made it, or start with an empty one: set DATA_DIR to another folder, or DATABASE_URL to another database.';
const MADE_BY_NEWER =
  'This database was upgraded by a newer version of Playtally, and this version would damage it; nothing in it was changed. Run that newer version again, or restore the backup from before the upgrade.';
export const MAY_NOT_MIGRATE =
  'The database’s tables aren’t those of this version, and the role of DATABASE_URL may not change them: run `npm run migrate` first (with Docker: docker compose run --rm migrate).';
const HAS_OTHER_TABLES =
  'This database holds tables that Playtally didn’t make; nothing in it was changed. Give Playtally an empty database of its own.';

/**
 * Returns whether a database with these migrations is up to date or behind. Each migration is identified by the time it was
 * generated.
 * @throws ConfigError with a sentence if its history isn't the start of this version's
 */
export function compareHistory(applied: readonly number[], known: readonly number[]): 'current' | 'behind' {
  if (applied.some((when, at) => at < known.length && when !== known[at]))
    throw new ConfigError(applied[0] === known[0] ? MADE_BY_NEWER : MADE_BEFORE_BASELINE);
  if (applied.length > known.length) throw new ConfigError(MADE_BY_NEWER);
  return applied.length === known.length ? 'current' : 'behind';
}

/** Runs one statement without values. */
type Query = (text: string) => Promise<{ rows: unknown[] }>;

/** Returns the result of `compareHistory` for the database that `query` reads. A role that can't read the history finds none. */
export async function stateOfTables(query: Query): Promise<'current' | 'behind'> {
  const known = readMigrationFiles(migrations).map(({ folderMillis }) => folderMillis);
  const applied = await whenApplied(query);
  if (applied === null) {
    const { rows } = await query(
      "SELECT 1 FROM pg_tables WHERE schemaname = 'public' AND tablename = 'users'",
    );
    if (rows.length > 0) throw new ConfigError(HAS_OTHER_TABLES);
  }
  return compareHistory(applied ?? [], known);
}

/** Returns null if no migration was recorded. */
async function whenApplied(query: Query): Promise<number[] | null> {
  const { rows: found } = await query(
    "SELECT 1 FROM pg_tables WHERE schemaname = 'drizzle' AND tablename = '__drizzle_migrations'",
  );
  if (found.length === 0) return null;
  const { rows } = await query('SELECT created_at FROM drizzle.__drizzle_migrations ORDER BY id').catch(
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE)
        return { rows: [] };
      throw error;
    },
  );
  return rows.map((row) =>
    typeof row === 'object' && row !== null && 'created_at' in row ? Number(row.created_at) : Number.NaN,
  );
}
const INSUFFICIENT_PRIVILEGE = '42501';
