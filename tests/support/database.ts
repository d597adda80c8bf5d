import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, inject, onTestFinished } from 'vitest';
import { type Database, type Drizzle, openPglite, openPostgres } from '../../server/db/database.ts';
import type { DomainEvent } from '../../server/db/events.ts';
import { patientLimits } from '../../server/db/postgres-pool.ts';
import { findBrokenInvariants, invariantChecks } from '../../server/jobs/invariants.ts';
import { putBack } from './database-reset.ts';
import { API_ROLE, TEMPLATE_NAME } from './database-setup.ts';

let made = 0;

interface Kept {
  readonly db: Database;
  /** Listeners of the current test: the database outlives it, but they don't. */
  readonly listeners: Set<(event: DomainEvent) => void>;
}

/**
 * Databases left by finished tests, kept for reuse: opening an embedded one takes as long as ten tests, and a used one has its
 * query plans. At the end of a file, all but two are closed.
 */
const idle: Kept[] = [];

afterAll(async () => {
  const kept = inject('template').startsWith('postgres:') ? 0 : 2;
  await Promise.all(idle.splice(kept).map(({ db }) => db.close()));
});

/** A separate database for one test: migrated, with the catalogue and the demo data. It is released when the test ends. */
export async function testDatabase(): Promise<Database> {
  const kept = await freshDatabase();
  let isClosed = false;
  onTestFinished(() => {
    kept.listeners.clear();
    if (!isClosed) idle.push(kept);
  });
  const close = () => {
    isClosed = true;
    return kept.db.close();
  };
  return { ...kept.db, onEvent: (listener) => void kept.listeners.add(listener), close };
}

async function freshDatabase(): Promise<Kept> {
  for (let kept = idle.pop(); kept; kept = idle.pop()) {
    if (await putBack(kept.db).catch(() => false)) return kept;
    await kept.db.close().catch(() => {});
  }
  const template = inject('template');
  const db = template.startsWith('postgres:')
    ? await copyOf(template)
    : await openPglite(undefined, new Blob([readFileSync(template)]));
  const listeners: Kept['listeners'] = new Set();
  db.onEvent((event) => {
    for (const listener of listeners) listener(event);
  });
  return { db, listeners };
}

async function copyOf(server: string): Promise<Database> {
  const name = `test_${process.pid}_${++made}`;
  const admin = await openPostgres(server);
  await admin.drizzle.execute(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_NAME}`);
  await admin.close();
  const address = (username: string) =>
    Object.assign(new URL(server), { pathname: `/${name}`, username }).href;
  // No statement may time out on a busy machine.
  const db = await openPostgres(address(API_ROLE), undefined, { ...patientLimits, size: 8 });
  owners.set(db.drizzle, address(new URL(server).username));
  return db;
}

/** URLs for connecting as the owner of a database's tables. */
const owners = new WeakMap<object, string>();

/** For what the API's role may not do: the owner changes tables and makes triggers, on a separate connection. */
export async function asOwner<T>(db: Database, work: (drizzle: Drizzle) => Promise<T>): Promise<T> {
  const address = owners.get(db.drizzle);
  if (address === undefined) return work(db.drizzle);
  const owner = await openPostgres(address);
  try {
    return await work(owner.drizzle);
  } finally {
    await owner.close();
  }
}

/**
 * Makes statements on such rows fail: `breakWrites(db, 'INSERT ON orders', 'NEW.user_id = 7')`. The trigger is named `broken`.
 */
export const breakWrites = (db: Database, what: string, when: string) =>
  asOwner(db, async (owner) => {
    await owner.execute(`CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN RAISE EXCEPTION ''broken on purpose''; END'`);
    await owner.execute(
      `CREATE TRIGGER broken BEFORE ${what} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION broken()`,
    );
  });

const broken = sql.join(
  Object.entries(invariantChecks).map(
    ([name, query]) => sql`(SELECT ${name} AS name, what FROM (${sql.raw(query)}) AS found LIMIT 5)`,
  ),
  sql` UNION ALL `,
);
const brokenSchema = v.object({
  rows: v.array(v.object({ name: v.string(), what: v.nullable(v.string()) })),
});

/**
 * Returns what `findBrokenInvariants` finds. One statement keeps its plan, and planning takes many times as long as running it on
 * a
 * test's few rows.
 */
export async function brokenIn(db: Database): Promise<string[]> {
  if (db.kind === 'postgres') return findBrokenInvariants(db);
  const found = new Map<string, string[]>();
  for (const { name, what } of v.parse(brokenSchema, await db.drizzle.execute(broken)).rows)
    found.set(name, [...(found.get(name) ?? []), what ?? '?']);
  return [...found].map(([name, rows]) => `${name}: ${rows.join(', ')}`);
}
