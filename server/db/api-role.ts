/**
 * Two PostgreSQL roles. The owner creates and updates the tables. The API's role has only the rights that its calls need. Someone
 * with the API's connection can't change tables, turn off triggers, read the server's files, or rewrite append-only tables.
 */
import pg from 'pg';

/** Tables whose rows never change. Triggers prevent it, and the role doesn't even have the right to try. */
const appendOnly = ['ledger', 'operator_acts'];

interface ApiRole {
  readonly name: string;
  /** Null if it has none and uses a certificate. */
  readonly password: string | null;
}

/**
 * Returns the statements that grant the role's rights after removing all others. An update may have added tables, and someone may
 * have granted rights by hand.
 */
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
  // USAGE allows it to take the next number. Resetting a sequence would need UPDATE.
  `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${name}`,
  `GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ${name}`,
];

/**
 * Creates the API's role if needed, and sets its password, if any, and its rights. It connects as the owner (`ownerUrl`), after
 * the tables are up to date. Throws if the role has more rights than these.
 */
export async function grantApiRole(ownerUrl: string, role: ApiRole): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const name = pg.escapeIdentifier(role.name);
  try {
    await client.query('BEGIN');
    // Two concurrent runs wait for each other.
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('playtally api role', 0))");
    const { rows: known } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role.name]);
    if (known.length === 0) await client.query(`CREATE ROLE ${name}`);
    const { rows } = await client.query<{ database: string; powers: string[] }>(
      `SELECT current_database() AS database, array_remove(ARRAY[
         CASE WHEN rolsuper THEN 'is a superuser' END, CASE WHEN rolcreaterole THEN 'can create roles' END,
         CASE WHEN rolcreatedb THEN 'can create databases' END, CASE WHEN rolreplication THEN 'replicates' END,
         CASE WHEN rolbypassrls THEN 'bypasses row security' END,
         CASE WHEN rolname = current_user THEN 'owns the tables' END,
         CASE WHEN EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid) THEN 'is a member of other roles' END
       ], NULL) AS powers FROM pg_roles WHERE rolname = $1`,
      [role.name],
    );
    const [found] = rows;
    if (!found || found.powers.length > 0)
      throw new Error(
        `The role in DATABASE_URL must only be able to read and write, but ${role.name} ${found?.powers.join(', ')}. Use a separate role for DATABASE_URL.`,
      );
    await client.query(
      `ALTER ROLE ${name} LOGIN PASSWORD ${role.password === null ? 'NULL' : pg.escapeLiteral(role.password)}`,
    );
    for (const grant of grants(name, pg.escapeIdentifier(found.database))) await client.query(grant);
    await client.query('COMMIT');
  } finally {
    // Without the COMMIT, everything is rolled back.
    await client.end();
  }
}
