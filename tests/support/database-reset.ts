/**
 * Puts a database back as it began. Opening one takes half a second and more, which most of a suite's time would go into, and
 * putting its rows back a twentieth of that.
 */
import * as v from 'valibot';
import type { Database } from '../../server/db/database.ts';

/** What tests do to tables, triggers and functions besides filling them; rows are put back, these are not. */
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
 * Done once, to the template (by its owner, whose rights the function keeps): notes what the tables hold, and a function that puts
 * it back. Most tests touch a few tables of the many: one is put back where its rows are fewer or more, or one of them was
 * written by a later transaction than the last that put back. The function answers false where something else has changed.
 */
const KEEP = `
CREATE SCHEMA fresh;
GRANT USAGE ON SCHEMA fresh TO PUBLIC;
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('CREATE TABLE fresh.%I AS TABLE public.%I', name, name);
  END LOOP;
END $$;
CREATE TABLE fresh."sequences of tables" AS
  SELECT sequencename AS name, last_value AS value, start_value AS start FROM pg_sequences WHERE schemaname = 'public';
CREATE TABLE fresh."shape of tables" AS ${SHAPE} AS shape;
CREATE TABLE fresh."last put back" AS SELECT pg_current_xact_id()::text::bigint AS by_transaction;`;

const TABLES = `
SELECT json_agg(t) FROM (
  SELECT quote_ident(c.relname) AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY c.relname) t`;
const tablesSchema = v.array(v.object({ name: v.string(), columns: v.string() }));

/** One for all tables by name: a statement that stands in the function keeps its plan, and planning is most of what it takes. */
const putBackFunction = (tables: readonly { name: string; columns: string }[]) => `
CREATE FUNCTION fresh.put_back() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET session_replication_role = replica AS $$
DECLARE
  last bigint := (SELECT by_transaction FROM fresh."last put back");
BEGIN
  IF (SELECT shape FROM fresh."shape of tables") IS DISTINCT FROM (${SHAPE}) THEN RETURN false; END IF;
  ${tables
    .map(
      ({ name, columns }) => `
  IF (SELECT count(*) <> (SELECT count(*) FROM fresh.${name}) OR coalesce(bool_or(xmin::text::bigint > last), false) FROM public.${name}) THEN
    DELETE FROM public.${name};
    INSERT INTO public.${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM fresh.${name};
  END IF;`,
    )
    .join('')}
  PERFORM setval(format('public.%I', kept.name), coalesce(kept.value, kept.start), kept.value IS NOT NULL)
    FROM fresh."sequences of tables" kept JOIN pg_sequences now ON now.schemaname = 'public' AND now.sequencename = kept.name
    WHERE now.last_value IS DISTINCT FROM kept.value;
  UPDATE fresh."last put back" SET by_transaction = pg_current_xact_id()::text::bigint;
  RETURN true;
END $$`;

/** To a database that is filled, before others are made from it. */
export async function keepFresh(db: Database): Promise<void> {
  for (const statement of KEEP.split(/;\n(?=CREATE|DO|GRANT)/)) await db.drizzle.execute(statement);
  const listed = await db.value('tables', TABLES, []);
  await db.drizzle.execute(putBackFunction(v.parse(tablesSchema, listed)));
}

/** Answers false where a test has changed more than rows: then it is of no use any more. */
export async function putBack(db: Database): Promise<boolean> {
  return (await db.value('put_back', 'SELECT fresh.put_back()', [])) === true;
}
