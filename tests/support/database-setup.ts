/**
 * Runs once before the tests that need a database. It makes a migrated and seeded template, and every test gets a copy. The
 * project's name decides the database: `server` (PGlite) or `server-postgres`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { grantApiRole } from '../../server/db/api-role.ts';
import { type Database, openPglite, openPostgres } from '../../server/db/database.ts';
import { seed } from '../../server/db/seed.ts';
import { readCatalogue } from '../../server/features/catalogue/files.ts';
import { keepFresh } from './database-reset.ts';
import { findBinaries, startPostgres } from './postgres.ts';
import './server-setup.ts';
import { testVault } from './vault.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A dumped data folder (PGlite), or the URL of the template database's server; empty if there is none. */
    template: string;
    /** Whether tests tagged `concurrent` run here: on PostgreSQL, and on PGlite in a run without it. */
    concurrent: boolean;
  }
}

const FOLDER = join(import.meta.dirname, '../../.cache/tests');
/** Tests on PostgreSQL use the role that the API has in production. */
export const API_ROLE = 'playtally_api';
export const TEMPLATE_NAME = 'template_playtally';
/** An hour before the tests' clock starts, so that the real date doesn't matter. */
const MADE_AT = new Date('2026-11-18T11:00:00Z');

async function fill(db: Database): Promise<void> {
  await db.migrate();
  await seed(db, readCatalogue(), { demo: true, vault: testVault, now: MADE_AT });
  await keepFresh(db);
}

/** Dumps a migrated and seeded PGlite, and returns the file. */
export async function makeTemplate(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const db = await openPglite();
  await fill(db);
  // Otherwise each copy would replay its log.
  await db.drizzle.execute('CHECKPOINT');
  const file = join(FOLDER, 'template.tar');
  writeFileSync(file, await (await db.dump()).bytes());
  await db.close();
  return file;
}

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.name !== 'server-postgres') {
    // Seeded faults run these tests hundreds of times, mostly on the same template (tests/mutations).
    project.provide('template', process.env.TEST_TEMPLATE ?? (await makeTemplate()));
    const hasPostgres = project.vitest.projects.some(({ name }) => name === 'server-postgres');
    project.provide('concurrent', !hasPostgres || findBinaries() === null);
    return undefined;
  }
  const postgres = await startPostgres({ fsync: 'off', full_page_writes: 'off' });
  project.provide('template', postgres?.url ?? '');
  project.provide('concurrent', true);
  if (!postgres) return undefined;
  const admin = await openPostgres(postgres.url);
  await admin.drizzle.execute(`CREATE DATABASE ${TEMPLATE_NAME}`);
  await admin.close();
  const db = await openPostgres(postgres.urlOf(TEMPLATE_NAME));
  await fill(db);
  await db.close();
  await grantApiRole(postgres.urlOf(TEMPLATE_NAME), { name: API_ROLE, password: 'not asked for here' });
  return () => postgres.stop();
}
