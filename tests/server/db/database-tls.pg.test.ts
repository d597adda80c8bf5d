/**
 * Connecting to a database on another machine: with TLS, and a certificate for its name. Skipped without PostgreSQL's binaries.
 * @module-tag postgres
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../server/db/database.ts';
import { selfSigned } from '../../support/certificate.ts';
import { findBinaries, startPostgres } from '../../support/postgres.ts';

test.runIf(findBinaries())(
  'DATABASE_URL with sslmode connects only to servers with a certificate of its authority',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'playtally-database-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { key, cert } = selfSigned('127.0.0.1');
    const authority = join(folder, 'ca.pem');
    writeFileSync(authority, cert);
    const other = join(folder, 'other.pem');
    writeFileSync(other, selfSigned('127.0.0.1').cert);

    const usesTls = async (query: string) => {
      const db = await openPostgres(`${postgres?.url}${query}`);
      try {
        return await db.value('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()', []);
      } finally {
        await db.close();
      }
    };
    const postgres = await startPostgres({ fsync: 'off' }, undefined, { key, cert });
    onTestFinished(() => postgres?.stop());
    expect(await usesTls(`?sslmode=verify-full&sslrootcert=${authority}`)).toBe(true);
    await expect(usesTls('?sslmode=verify-full')).rejects.toThrow(/self-signed certificate/);
    await expect(usesTls('?sslmode=require')).rejects.toThrow(/self-signed certificate/);
    await expect(usesTls(`?sslmode=verify-full&sslrootcert=${other}`)).rejects.toThrow(/self-signed|verify/);
    const byName = postgres?.url.replace('127.0.0.1', 'localhost');
    const db = await openPostgres(`${byName}?sslmode=verify-full&sslrootcert=${authority}`);
    onTestFinished(() => db.close());
    await expect(db.value('SELECT 1', [])).rejects.toThrow(/altnames/);
  },
);
