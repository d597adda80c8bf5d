/**
 * Resets a database to its start. Opening one takes at least half a second, which would be most of a suite's time, and restoring
 * its rows a fiftieth of that.
 */
import * as v from 'valibot';
import type { Database } from '../../server/db/database.ts';

/** The shape of tables, triggers and functions, which tests may change. Rows are restored, but these aren't. */
const SHAPE = `SELECT md5(
  (SELECT string_agg(concat(c.oid, c.relname, c.relkind), ',' ORDER BY c.oid) FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind IN ('r', 'v', 'i', 'S')) ||
  (SELECT string_agg(concat(attrelid, attname, attnotnull), ',' ORDER BY attrelid, attnum) FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind = 'r') ||
  (SELECT string_agg(concat(oid, tgname, tgenabled), ',' ORDER BY oid) FROM pg_trigger) ||
  (SELECT string_agg(concat(oid, conname), ',' ORDER BY oid) FROM pg_constraint) ||
  (SELECT string_agg(concat(p.oid, md5(prosrc)), ',' ORDER BY p.oid) FROM pg_proc p
    JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public'))`;

/**
 * Done once to the template, by its owner: records the tables' content. Triggers must be off while rows are restored, and foreign
 * keys deferred. The usual way, session_replication_role, drops all plans of the connection, and making them again takes longer
 * than most tests.
 */
const KEEP = [
  'CREATE SCHEMA fresh',
  'GRANT USAGE ON SCHEMA fresh TO PUBLIC',
  `DO $$
  DECLARE
    one record;
  BEGIN
    FOR one IN SELECT conrelid::regclass AS in_table, relname, pg_get_constraintdef(k.oid) AS definition
      FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE contype = 'p' AND connamespace = 'public'::regnamespace
    LOOP
      EXECUTE format('CREATE TABLE fresh.%I AS TABLE %s', one.relname, one.in_table);
      EXECUTE format('ALTER TABLE fresh.%I ADD %s', one.relname, one.definition);
    END LOOP;
    FOR one IN SELECT conrelid::regclass AS in_table, conname FROM pg_constraint
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace
    LOOP
      EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I DEFERRABLE', one.in_table, one.conname);
    END LOOP;
    FOR one IN SELECT tgrelid::regclass AS in_table, tgname, pg_get_triggerdef(oid) AS definition FROM pg_trigger
      WHERE NOT tgisinternal AND pg_get_triggerdef(oid) !~ ' TRUNCATE '
    LOOP
      EXECUTE format('DROP TRIGGER %I ON %s', one.tgname, one.in_table);
      EXECUTE regexp_replace(one.definition, '( WHEN \\((.*)\\))? EXECUTE ',
        ' WHEN (coalesce(current_setting(''fresh.quiet'', true), '''') = '''''
          || CASE WHEN one.definition ~ ' WHEN ' THEN ' AND (\\2)' ELSE '' END || ') EXECUTE ');
    END LOOP;
  END $$`,
  `CREATE TABLE fresh."sequences of tables" AS
    SELECT sequencename AS name, last_value AS value, start_value AS start FROM pg_sequences WHERE schemaname = 'public'`,
  `CREATE TABLE fresh."shape of tables" AS ${SHAPE} AS shape`,
  'CREATE TABLE fresh."last put back" AS SELECT pg_current_xact_id()::xid AS by_transaction, 0::bigint AS entries',
];

/** A change of shape also changes these catalogue rows. They are checked first, because reading the shape takes long. */
const CATALOGS = ['pg_class', 'pg_attribute', 'pg_trigger', 'pg_constraint', 'pg_proc']
  .map((catalog) => `SELECT xmin FROM ${catalog}`)
  .join(' UNION ALL ');

const TABLES = `
SELECT json_agg(t) FROM (
  SELECT quote_ident(c.relname) AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns,
    array_agg(quote_ident(a.attname) ORDER BY a.attnum) FILTER (WHERE a.attnum = ANY (k.conkey)) AS key
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
  JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'p'
  WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY c.relname) t`;
const tablesSchema = v.array(
  v.object({ name: v.string(), columns: v.array(v.string()), key: v.array(v.string()) }),
);
type Table = v.InferOutput<typeof tablesSchema>[number];

/** Whether the number of rows changed, or one was written since the last time. */
const isChanged = (table: string, count: number) =>
  `(SELECT count(*) <> ${count} OR coalesce(bool_or(age(xmin) < age_then), false) FROM ${table})`;

/** Most tests change only a few tables, and the others are skipped. */
function putBackOne({ name, columns, key }: Table, count: number): string {
  const same = key.map((column) => `now.${column} = kept.${column}`).join(' AND ');
  const others = columns.filter((column) => !key.includes(column));
  const changes = others.map((column) => `${column} = excluded.${column}`).join(', ');
  return `
  IF ${isChanged(`public.${name}`, count)} THEN
    DELETE FROM public.${name} now WHERE NOT EXISTS (SELECT FROM fresh.${name} kept WHERE ${same});
    INSERT INTO public.${name} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
      SELECT ${columns.join(', ')} FROM fresh.${name} kept
      WHERE NOT EXISTS (SELECT FROM public.${name} now WHERE ${same} AND age(now.xmin) >= age_then)
      ON CONFLICT (${key.join(', ')}) DO ${others.length > 0 ? `UPDATE SET ${changes}` : 'NOTHING'};
  END IF;`;
}

/** Deleting that many users, with all that refers to them, takes longer than opening another database. */
const MANY_USERS = 150;

/** Uses the rights of the template's owner. Returns false if anything except rows has changed, or too many rows. */
const putBackFunction = (steps: readonly string[]) => `
CREATE FUNCTION fresh.put_back() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET fresh.quiet = 'yes' AS $$
DECLARE
  age_then integer;
  entries_then bigint;
  entries_now bigint;
  has_new boolean;
BEGIN
  SELECT age(by_transaction), entries INTO age_then, entries_then FROM fresh."last put back";
  SELECT count(*), bool_or(age(xmin) < age_then) INTO entries_now, has_new FROM (${CATALOGS}) AS catalogs;
  IF (has_new OR entries_now <> entries_then) AND (SELECT shape FROM fresh."shape of tables") <> (${SHAPE}) THEN RETURN false; END IF;
  IF (SELECT count(*) FROM public.users) > (SELECT count(*) + ${MANY_USERS} FROM fresh.users) THEN RETURN false; END IF;
  SET CONSTRAINTS ALL DEFERRED;
  ${steps.join('')}
  PERFORM setval(format('public.%I', kept.name), coalesce(kept.value, kept.start), kept.value IS NOT NULL)
    FROM fresh."sequences of tables" kept JOIN pg_sequences now ON now.schemaname = 'public' AND now.sequencename = kept.name
    WHERE now.last_value IS DISTINCT FROM kept.value;
  UPDATE fresh."last put back" SET by_transaction = pg_current_xact_id()::xid, entries = entries_now;
  RETURN true;
END $$`;

/** Prepares a filled database, before others are made from it. */
export async function keepFresh(db: Database): Promise<void> {
  for (const statement of KEEP) await db.drizzle.execute(statement);
  const steps: string[] = [];
  for (const table of v.parse(tablesSchema, await db.value(TABLES, [])))
    steps.push(putBackOne(table, Number(await db.value(`SELECT count(*) FROM ${table.name}`, []))));
  await db.drizzle.execute(putBackFunction(steps));
}

/** Returns false if a test has changed more than rows. The database must then be discarded. */
export async function putBack(db: Database): Promise<boolean> {
  return (await db.value('SELECT fresh.put_back()', [])) === true;
}
