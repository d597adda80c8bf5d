/**
 * `npm run migrate`: creates or updates the tables, and grants the API's role its rights. Run it before starting a new version;
 * running it again does nothing. DATABASE_OWNER_URL is the role that owns the tables. DATABASE_URL is the API's role, which is
 * created with that name, and with that password unless it uses a certificate (sslcert). An argument names another database on
 * the same server, such as a restored one: `npm run migrate -- playtally_restored`.
 */

import { ConfigError, type Env, withSecretFiles } from '../config/config.ts';
import { grantApiRole } from '../db/api-role.ts';
import { openPostgres } from '../db/database.ts';
import { untilItAnswers } from '../db/open-database.ts';
import { checkDatabaseFiles } from '../platform/certificate-files.ts';
import { fatalText } from '../platform/error-text.ts';

/** Values contain passwords, so error messages don't repeat them. */
function addressOf(env: Env, name: string): URL {
  const given = env[name] ?? '';
  const url = /^postgres(ql)?:\/\//.test(given) && URL.canParse(given) ? new URL(given) : undefined;
  if (!url?.username)
    throw new ConfigError(`${name} is required: a URL like postgres://role:password@host:5432/playtally.`);
  return url;
}

/** Updates the database, or `another` one on the same server. Returns one line per step. */
export async function migrate(env: Env, another?: string): Promise<string[]> {
  const owner = addressOf(env, 'DATABASE_OWNER_URL');
  const api = addressOf(env, 'DATABASE_URL');
  if (another) for (const url of [owner, api]) url.pathname = `/${encodeURIComponent(another)}`;
  if (owner.host !== api.host || owner.pathname !== api.pathname)
    throw new ConfigError('DATABASE_OWNER_URL and DATABASE_URL must name the same database.');
  const [name, password] = [api.username, api.password].map(decodeURIComponent);
  const byCertificate = api.searchParams.has('sslcert');
  if (!name || (!password && !byCertificate))
    throw new ConfigError(
      'DATABASE_URL needs a password, used to create the API’s role, or a certificate (sslcert and sslkey), so that the role needs none.',
    );
  if (password && byCertificate)
    throw new ConfigError(
      'DATABASE_URL has a password and a certificate (sslcert): leave one out, so that it’s clear how the API signs in.',
    );
  checkDatabaseFiles('DATABASE_OWNER_URL', owner.href);
  if (api.username === owner.username)
    throw new ConfigError(
      'DATABASE_URL must name a different role than DATABASE_OWNER_URL: one that owns no tables.',
    );
  const db = await openPostgres(owner.href);
  try {
    await untilItAnswers(db, owner.host, console.error);
    await db.migrate();
  } finally {
    await db.close();
  }
  await grantApiRole(owner.href, { name, password: password || null });
  return ['The tables are up to date.', `${name} can read and write them, and nothing else.`];
}

if (import.meta.main) {
  try {
    for (const line of await migrate(withSecretFiles(process.env), process.argv[2])) console.log(line);
  } catch (error) {
    console.error(fatalText(error));
    process.exitCode = 1;
  }
}
