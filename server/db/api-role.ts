/**
 * Two roles of PostgreSQL: the owner makes the tables at an update, and the API's own may do no more than its calls need. Someone who gets
 * hold of the API's connection can't change tables, switch triggers off, read the server's files, or rewrite what is append-only.
 */
import pg from 'pg';

/** Rows that are never changed: there are triggers against it, and the role hasn't even the right to try. */
const appendOnly = ['ledger', 'operator_acts'];

export interface ApiRole {
  readonly name: string;
  /** null: it has none, and is known by its certificate. */
  readonly password: string | null;
}

/** What the role may, all else taken away again: at an update there may be new tables, and rights that somebody gave by hand. */
const grants = (name: string, database: string) => [
  `REVOKE CREATE, TEMPORARY ON DATABASE ${database} FROM PUBLIC`,
  'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
  `REVOKE ALL ON DATABASE ${database} FROM ${name}`,
  `REVOKE ALL ON SCHEMA public, drizzle FROM ${name}`,
  `REVOKE ALL ON ALL TABLES IN SCHEMA public, drizzle FROM ${name}`,
  `REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${name}`,
  `GRANT CONNECT ON DATABASE ${database} TO ${name}`,
  `GRANT USAGE ON SCHEMA public, drizzle TO ${name}`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`,
  `REVOKE UPDATE, DELETE ON ${appendOnly.join(', ')} FROM ${name}`,
  // To take the next number; putting one back would need UPDATE.
  `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${name}`,
  `GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${name}`,
];

/**
 * Makes the API's role where there is none, sets its password, if it has one, and its rights: by the owner (`ownerUrl`), once the tables are up to date.
 * Throws where the role could do more than these rights say.
 */
export async function grantApiRole(ownerUrl: string, role: ApiRole): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const name = pg.escapeIdentifier(role.name);
  try {
    await client.query('BEGIN');
    // Two that are run concurrently take turns.
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('playtally api role', 0))");
    const { rows: known } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role.name]);
    if (known.length === 0) await client.query(`CREATE ROLE ${name}`);
    const { rows } = await client.query<{ database: string; powers: string[] }>(
      `SELECT current_database() AS database, array_remove(ARRAY[
         CASE WHEN rolsuper THEN 'is a superuser' END, CASE WHEN rolcreaterole THEN 'makes roles' END,
         CASE WHEN rolcreatedb THEN 'makes databases' END, CASE WHEN rolreplication THEN 'replicates' END,
         CASE WHEN rolbypassrls THEN 'passes row security' END,
         CASE WHEN rolname = current_user THEN 'owns the tables' END,
         CASE WHEN EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid) THEN 'is a member of other roles' END
       ], NULL) AS powers FROM pg_roles WHERE rolname = $1`,
      [role.name],
    );
    const [found] = rows;
    if (!found || found.powers.length > 0)
      throw new Error(
        `The role of DATABASE_URL may read and write and no more, but ${role.name} ${found?.powers.join(', ')}: give DATABASE_URL a role of its own.`,
      );
    await client.query(
      `ALTER ROLE ${name} LOGIN PASSWORD ${role.password === null ? 'NULL' : pg.escapeLiteral(role.password)}`,
    );
    for (const grant of grants(name, pg.escapeIdentifier(found.database))) await client.query(grant);
    await client.query('COMMIT');
  } finally {
    // Without its COMMIT nothing of it was done.
    await client.end();
  }
}
