/** The commands of docs/operate.md that back up and restore, as they stand there. Left out where PostgreSQL's binaries aren't there. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { checkDatabase } from '../../server/check.ts';
import { type Database, openPglite, openPostgres } from '../../server/db/database.ts';
import { balances, orders, users } from '../../server/db/schema.ts';
import { demoAccount, seed } from '../../server/db/seed.ts';
import { readCatalogue } from '../../server/domain/catalogue-files.ts';
import { openCode } from '../../server/domain/code-stock.ts';
import { createVault } from '../../server/domain/vault.ts';
import { readProject } from '../support/compose.ts';
import { findBinaries, startPostgres } from '../support/postgres.ts';
import { testVault } from '../support/vault.ts';

const run = promisify(execFile);
const postgres = await startPostgres({ fsync: 'off', full_page_writes: 'off' });

/** The shell's blocks of a section, without Docker before what runs in the database's container. */
function commandsOf(section: string): string[] {
  const text = readProject('docs/operate.md').split(`## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return blocks.map((block) => block.replaceAll('docker compose exec -T db ', ''));
}

/** Somebody with points redeems a code. */
async function redeem(db: Database): Promise<void> {
  const [demo] = await db.drizzle
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, demoAccount.email));
  const outcome = await db.value('buy', 'SELECT outcome FROM buy($1, 12, 1201, $2, $3)', [
    demo?.id,
    'a key',
    new Date(),
  ]);
  expect(outcome).toBe('bought');
}

/** What a restored database has to tell as the first one did. */
async function tellOf(db: Database) {
  const [order] = await db.drizzle.select().from(orders);
  return {
    balances: await db.drizzle.select().from(balances).orderBy(balances.userId),
    code: openCode(testVault, order?.amountId ?? 0, order?.code ?? null),
    check: await checkDatabase(db, testVault),
  };
}

test.runIf(postgres)(
  'a dump comes back whole: balances, invariants, and the codes by their key',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'playtally-backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    onTestFinished(() => postgres?.stop());
    const { hostname, port } = new URL(postgres?.url ?? '');
    const env = {
      ...process.env,
      PATH: `${findBinaries()}:${process.env.PATH}`,
      PGHOST: hostname,
      PGPORT: port,
    };
    const shell = (script = '') => run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, env });
    await shell('createdb -U playtally playtally');
    const open = (name: string) => openPostgres(postgres?.urlOf(name) ?? '');
    const first = await open('playtally');
    await first.migrate();
    await seed(first, readCatalogue(), { demo: true, vault: testVault, now: new Date() });
    await redeem(first);
    const before = await tellOf(first);
    expect(before.code).toMatch(/^SAMPLE-/);
    expect(before.check.ok).toBe(true);

    const [backUp, restore, check, swap] = commandsOf('Back up and restore');
    await shell(backUp);
    await shell(restore);
    expect(check).toContain('node server/check.ts');
    const restored = await open('playtally_restored');
    expect(await tellOf(restored)).toEqual(before);
    await Promise.all([first.close(), restored.close()]);
    await shell(swap?.replaceAll(/^docker compose (?:stop|up).*$/gm, ''));
    const inPlace = await open('playtally');
    // The tables are up to date, so a start changes nothing.
    await inPlace.migrate();
    expect(await tellOf(inPlace)).toEqual(before);

    await inPlace.drizzle.update(balances).set({ pending: 1 }).where(eq(balances.userId, 2));
    const wrong = await checkDatabase(inPlace, createVault([Buffer.alloc(32, 9)]));
    await inPlace.close();
    expect(wrong.ok).toBe(false);
    expect(wrong.lines.join('\n')).toMatch(
      /BROKEN: stored balances[\s\S]*CAN’T BE OPENED: codes in the stock/,
    );
  },
);

test('the folder of the embedded database comes back whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'playtally-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = await openPglite(join(folder, 'db'), new Blob([readFileSync(inject('template'))]));
  await redeem(first);
  const before = await tellOf(first);
  await first.close();
  await cp(join(folder, 'db'), join(folder, 'copy'), { recursive: true });
  const restored = await openPglite(join(folder, 'copy'));
  expect(await tellOf(restored)).toEqual(before);
  await restored.close();
});
