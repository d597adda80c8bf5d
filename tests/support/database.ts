import { readFileSync } from 'node:fs';
import { inject, onTestFinished } from 'vitest';
import { type Database, openPglite, openPostgres } from '../../server/db/database.ts';
import { TEMPLATE_NAME } from './database-setup.ts';

let made = 0;

/** A database of its own for one test: migrated, with the catalogue and the demo data. It ends with the test. */
export async function testDatabase(): Promise<Database> {
  const template = inject('template');
  const db = template.startsWith('postgres:')
    ? await copyOf(template)
    : await openPglite(undefined, new Blob([readFileSync(template)]));
  onTestFinished(() => db.close());
  return db;
}

async function copyOf(server: string): Promise<Database> {
  const name = `test_${process.pid}_${++made}`;
  const admin = await openPostgres(server);
  await admin.drizzle.execute(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_NAME}`);
  await admin.close();
  return openPostgres(Object.assign(new URL(server), { pathname: `/${name}` }).href);
}
