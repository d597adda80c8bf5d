/**
 * The backup and restore commands of docs/operators/reference.md, exactly as written there. Skipped without PostgreSQL's
 * binaries.
 */
import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import { eq, inArray, isNotNull, isNull, lt, min, or } from 'drizzle-orm';
import { load } from 'js-yaml';
import * as v from 'valibot';
import { expect, inject, onTestFinished, test } from 'vitest';
import { checkDatabase } from '../../../server/cli/check.ts';
import { type Database, openPglite, openPostgres } from '../../../server/db/database.ts';
import {
  balances,
  caseCommitments,
  codes,
  factorRecoveries,
  identities,
  notifications,
  operatorSessions,
  operators,
  orders,
  partnerSecrets,
  passkeys,
  recoveryCodes,
  rewards,
  secondFactors,
  tokens,
  users,
} from '../../../server/db/schema.ts';
import { demoAccount, seed } from '../../../server/db/seed.ts';
import { createOperatorSession } from '../../../server/features/admin/sessions.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { getCase } from '../../../server/features/draws/cases.ts';
import { credit } from '../../../server/features/ledger/ledger.ts';
import { notify } from '../../../server/features/notifications/notifications.ts';
import { addPartnerSecret, endOldSecret } from '../../../server/features/offers/partner-secrets.ts';
import { openCode } from '../../../server/features/redemption/code-stock.ts';
import { eraseDueAccounts } from '../../../server/features/settings/erasure.ts';
import { createVault } from '../../../server/platform/encryption.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import { hashOf } from '../../../src/lib/arcade/draw.ts';
import { readProject } from '../../support/compose.ts';
import { findBinaries, otherUser, startPostgres } from '../../support/postgres.ts';
import { DAY, later } from '../../support/time.ts';
import { randomKey, testKey, testVault } from '../../support/vault.ts';

const vault = createVault([randomKey(1)]);

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const postgres = await startPostgres({ fsync: 'off', full_page_writes: 'off' });

/** The shell blocks of a section, without the Docker prefix of commands in the database's container. */
function commandsOf(section: string): string[] {
  const text =
    readProject('docs/operators/reference.md').split(`## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return blocks.map((block) => block.replaceAll(/docker compose exec -T (?:-u postgres )?db /g, ''));
}

/** The document's commands for a database elsewhere, in blocks and sentences; the password is requested at a terminal. */
function statementsElsewhere(): string[] {
  const said = `(?:'[^']*'|"[^"]*")`;
  const found = readProject('docs/operators/reference.md').matchAll(
    new RegExp(
      `docker compose exec (?:-T )?db (psql -U playtally -d playtally -c ${said}(?: -c ${said})*)`,
      'g',
    ),
  );
  return [...found]
    .map(([, command = '']) => command.replace('psql ', 'psql -v ON_ERROR_STOP=1 '))
    .filter((command) => !/ALTER SYSTEM/.test(command));
}

/** A block of commands for the container of the API or of `migrate`, without Docker. */
const inApi = (block = '') => block.replaceAll(/^docker compose run --rm (?:--no-deps api-1|migrate) /gm, '');

/** The address of a database, for another role; nobody asks for its password. */
const urlAs = (username: string, database: string) =>
  Object.assign(new URL(postgres?.urlOf(database) ?? ''), { username, password: 'a secret' }).href;

/** A player with points redeems a code. */
async function redeem(db: Database): Promise<void> {
  const [demo] = await db.drizzle
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, demoAccount.email));
  const outcome = await db.value('SELECT outcome FROM buy($1, 12, 1201, $2, $3)', [
    demo?.id,
    'a key',
    new Date(),
  ]);
  expect(outcome).toBe('bought');
}

/** What could be ended, seen or sent after a backup. */
async function addEndable(db: Database, now: Date): Promise<void> {
  await createToken(db.drizzle, 1, 'a test', now);
  await getCase(db.drizzle, 1, 1, now);
  await notify(db.drizzle, 1, { kind: 'order', key: 'endable', title: 'On its way', now });
  await db.drizzle.update(notifications).set({ mail: 'due' });
  const operator = {
    name: 'ada',
    email: 'ada@play.example',
    passwordHash: 'x',
    totpSecret: 'x',
    totpStep: 0,
  };
  const [ada] = await db.drizzle
    .insert(operators)
    .values({ ...operator, createdAt: now })
    .returning({ id: operators.id });
  await createOperatorSession(db.drizzle, ada?.id ?? 0, 'a test', now);
  const passkey = {
    userId: 1,
    publicKey: Buffer.of(1),
    counter: 0,
    handle: 'h',
    name: 'Phone',
    createdAt: now,
  };
  await db.drizzle
    .insert(passkeys)
    .values(['kept', 'lost'].map((credentialId) => ({ ...passkey, credentialId })));
  const login = { userId: 1, provider: 'google', createdAt: now, lastUsedAt: now } as const;
  await db.drizzle.insert(identities).values(['kept', 'lost'].map((subject) => ({ ...login, subject })));
  const factor = { userId: 1, totpStep: 0, startedAt: now, onSince: now };
  await db.drizzle.insert(secondFactors).values({ ...factor, totpSecret: 'lost' });
  await db.drizzle
    .insert(recoveryCodes)
    .values(['kept', 'used'].map((hash) => ({ userId: 1, hash, createdAt: now })));
  // Its wait is over, so the next login would turn the second factor off.
  await db.drizzle.insert(factorRecoveries).values({
    ...{ userId: 1, linkHash: Buffer.of(1), linkExpiresAt: now, cancelHash: Buffer.of(2) },
    startedAt: later({ now }, -8 * DAY),
  });
  await db.drizzle.update(users).set({ reviewFor: 'lost_factor' }).where(eq(users.id, 1));
}

/** The ids of codes that a purchase after the backup takes: here the first of each amount. */
async function soldCodes(db: Database): Promise<number[]> {
  const rows = await db.drizzle
    .select({ id: min(codes.id) })
    .from(codes)
    .groupBy(codes.amountId);
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

/** Ends it. The second account is erased, too. */
async function endAll(db: Database, now: Date): Promise<void> {
  await db.drizzle.delete(codes).where(inArray(codes.id, await soldCodes(db)));
  await db.drizzle.update(users).set({ passwordHash: 'it’s new' }).where(eq(users.id, 1));
  await db.drizzle.update(users).set({ deletionDueAt: now }).where(eq(users.id, 2));
  await eraseDueAccounts(db, now, () => {});
  await db.drizzle.update(operators).set({ endedAt: now });
  await db.drizzle.delete(passkeys).where(eq(passkeys.credentialId, 'lost'));
  await db.drizzle.delete(identities).where(eq(identities.subject, 'lost'));
  await db.drizzle.update(secondFactors).set({ totpSecret: 'new' });
  await db.drizzle.delete(recoveryCodes).where(eq(recoveryCodes.hash, 'used'));
  await db.drizzle.transaction(async (tx) => {
    await addPartnerSecret(tx, vault, 'demo', now);
    await endOldSecret(tx, 'demo');
  });
}

/** Returns what still holds of that, in words. */
async function heldOf(
  db: Database,
  before: typeof caseCommitments.$inferSelect | undefined,
  sold: readonly number[],
) {
  const one = <T>([row]: T[]) => row;
  const is = { id: eq(users.id, 1), two: eq(users.id, 2) };
  const seed = one(await db.drizzle.select().from(caseCommitments));
  const found = {
    session: await db.drizzle.$count(tokens, isNull(tokens.revokedAt)),
    'operator’s session': await db.drizzle.$count(operatorSessions, isNull(operatorSessions.revokedAt)),
    'operator’s access': await db.drizzle.$count(operators, isNull(operators.endedAt)),
    'old password': one(await db.drizzle.select().from(users).where(is.id))?.passwordHash !== 'it’s new',
    'erased account': one(await db.drizzle.select().from(users).where(is.two))?.deletionDueAt === null,
    'removed passkey': (await db.drizzle.$count(passkeys)) - 1,
    'removed login': (await db.drizzle.$count(identities)) - 1,
    'replaced app': await db.drizzle.$count(secondFactors, eq(secondFactors.totpSecret, 'lost')),
    'used recovery code': (await db.drizzle.$count(recoveryCodes)) - 1,
    'stopped loss of a factor': await db.drizzle.$count(
      factorRecoveries,
      or(
        isNotNull(factorRecoveries.linkHash),
        lt(factorRecoveries.startedAt, later({ now: new Date() }, -DAY)),
      ),
    ),
    'partner’s key': await db.drizzle.$count(partnerSecrets),
    'mail sent before': await db.drizzle.$count(notifications, eq(notifications.mail, 'due')),
    'seen seed': seed?.seed === before?.seed,
    'sold code': await db.drizzle.$count(codes, inArray(codes.id, [...sold])),
    'reward on sale': await db.drizzle.$count(rewards, isNull(rewards.pausedAt)),
  };
  expect(await hashOf(seed?.seed ?? '')).toBe(seed?.seedHash);
  expect(seed?.nonce).toBe(before?.nonce);
  return Object.entries(found).flatMap(([what, holds]) => (holds ? [what] : []));
}

/** What a restored database has to return like the original. */
async function tellOf(db: Database, by = vault) {
  const [order] = await db.drizzle.select().from(orders);
  return {
    balances: await db.drizzle.select().from(balances).orderBy(balances.userId),
    code: openCode(by, order?.amountId ?? 0, order?.code ?? null),
    check: await checkDatabase(db, by),
  };
}

test.runIf(postgres)(
  'a dump is restored completely: balances, invariants, and the codes with their key',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'playtally-backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    onTestFinished(() => postgres?.stop());
    const { hostname, port } = new URL(postgres?.url ?? '');
    const env = {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${findBinaries()}:${process.env.PATH}`,
      PGHOST: hostname,
      PGPORT: port,
      // As in the API's container in compose.yaml.
      NODE_ENV: 'production',
      OPERATOR_URL: 'https://operator.play.example',
      DATABASE_URL: urlAs('playtally_api', 'playtally'),
      DATABASE_OWNER_URL: postgres?.urlOf('playtally'),
      DATA_KEYS: randomKey(1).toString('base64'),
      SITE_URL: 'https://play.test',
      PUBLIC_API_URL: 'https://api.play.test',
      MAIL_URL: 'smtp://localhost:25',
      MAIL_FROM: 'Playtally <no-reply@play.test>',
    };
    const shell = (script = '', cwd = folder) =>
      run('bash', ['-euo', 'pipefail', '-c', script], { cwd, env });
    await shell('createdb -U playtally playtally');
    const open = (name: string) => openPostgres(postgres?.urlOf(name) ?? '');
    await shell('node server/cli/migrate.ts', ROOT);
    const first = await open('playtally');
    await seed(first, readCatalogue(), { demo: true, vault, now: new Date() });
    await redeem(first);
    await addEndable(first, new Date());
    const before = await tellOf(first);
    expect(before.code).toMatch(/^SAMPLE-/);
    expect(before.check.ok).toBe(true);

    const [backUp, restore, check, end, swap, drop] = commandsOf('Back up and restore');
    await shell(backUp);
    // A backup that fails leaves the last one as it is.
    const kept = readFileSync(join(folder, 'backups/playtally.dump'));
    await expect(shell(backUp?.replace('-Fc playtally ', '-Fc nothing '))).rejects.toThrow('nothing');
    expect(readFileSync(join(folder, 'backups/playtally.dump'))).toEqual(kept);
    const [seen] = await first.drizzle.select().from(caseCommitments);
    const sold = await soldCodes(first);
    await endAll(first, new Date());
    await shell(restore);
    const checked = await shell(inApi(check), ROOT);
    expect(checked.stdout).toMatch(/^The invariants hold\.$\nCodes in stock by key \w+: /m);
    // A dump holds the rights on tables, but not those on the database.
    const asApi = `psql -U playtally_api -d playtally_restored -c 'CREATE TEMP TABLE mine (id integer)'`;
    await expect(shell(asApi)).rejects.toThrow('permission denied');
    const restored = await open('playtally_restored');
    expect(await tellOf(restored)).toEqual(before);
    expect(await heldOf(restored, seen, sold)).toHaveLength(15);
    const inStock = await restored.drizzle.$count(codes);
    await shell(end?.replaceAll(/^docker compose stop.*$/gm, ''), ROOT);
    expect(await heldOf(restored, seen, sold)).toEqual([]);
    expect(await restored.drizzle.$count(codes)).toBe(inStock - sold.length);
    const after = { ...before, check: { ...before.check, lines: expect.any(Array) } };
    expect(await tellOf(restored)).toEqual(after);
    // Not of the database that it replaces: nothing in it may be ended.
    await shell('createdb -U playtally another');
    const another = await open('another');
    await another.migrate();
    await another.close();
    const foreign = end
      ?.replaceAll(/^docker compose stop.*$/gm, '')
      .replaceAll('-d playtally ', '-d another ');
    await expect(shell(foreign, ROOT)).rejects.toThrow('leave out since-backup.sql');
    expect(await restored.drizzle.$count(passkeys)).toBe(1);
    await Promise.all([first.close(), restored.close()]);
    await shell(swap?.replaceAll(/^docker compose (?:stop|up).*$/gm, ''));
    const inPlace = await open('playtally');
    // The tables are up to date, so a start changes nothing.
    await inPlace.migrate();
    expect(await tellOf(inPlace)).toEqual(after);
    await shell(drop);

    const statements = statementsElsewhere();
    expect(statements.length).toBeGreaterThan(3);
    for (const statement of statements) await shell(statement);

    // A backup of an older version, as restored, is checked once its tables are of this version.
    const older = zstdDecompressSync(readFileSync(join(ROOT, 'tests/fixtures/baseline.sql.zst'))).toString();
    writeFileSync(join(folder, 'older.sql'), older.replaceAll(/^\\.*$/gm, ''));
    await shell('createdb -U playtally older && psql -U playtally -d older -qv ON_ERROR_STOP=1 -f older.sql');
    const checkOlder = `unset SITE_URL PUBLIC_API_URL OPERATOR_URL\nexport NODE_ENV=test DATA_KEYS=${testKey}\n${inApi(check).replaceAll('playtally_restored', 'older')}`;
    await expect(shell(checkOlder.replace(/^.*migrate.*$/m, ''), ROOT)).rejects.toThrow('migrate.ts older');
    expect((await shell(checkOlder, ROOT)).stdout).toContain('The invariants hold.');

    await inPlace.drizzle.update(balances).set({ pending: 1 }).where(eq(balances.userId, 2));
    const wrong = await checkDatabase(inPlace, createVault([Buffer.alloc(32, 9)]));
    await inPlace.close();
    expect(wrong.ok).toBe(false);
    expect(wrong.lines.join('\n')).toMatch(
      /BROKEN: stored balances[\s\S]*CAN’T BE DECRYPTED: codes in stock/,
    );
  },
);

/** The settings that deploy/archive.yaml starts PostgreSQL with. */
function archiveSettings(folder: string): Record<string, string> {
  const { services } = v.parse(archiveSchema, load(readProject('deploy/archive.yaml')));
  const [server, ...options] = services.db.command;
  expect([server, options.filter((_, at) => at % 2 === 0)]).toEqual(['postgres', Array(5).fill('-c')]);
  const [config, ...settings] = options
    .filter((_, at) => at % 2 === 1)
    .map((one) => one.replaceAll('/archive', folder));
  // tests/site/deploy.test.ts tests who may connect.
  expect(config).toMatch(/^config_file=/);
  return Object.fromEntries(settings.map((one) => [one.split('=')[0], one.slice(one.indexOf('=') + 1)]));
}
const archiveSchema = v.object({ services: v.object({ db: v.object({ command: v.array(v.string()) }) }) });

test.runIf(postgres)(
  'a base backup and the log restore a point in time: its balances and invariants, and nothing later',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'playtally-archive-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const archive = join(folder, 'archive');
    const data = join(folder, 'data');
    const [once, daily, back, asked, after] = commandsOf('Up to the minute').map((block) =>
      block.replaceAll('/archive', archive),
    );
    // What containers do, without containers: the folder's owner, and the file that starts them.
    mkdirSync(join(archive, 'wal'), { recursive: true });
    const user = otherUser();
    for (const one of [folder, archive, join(archive, 'wal')]) chownSync(one, user.uid ?? -1, user.gid ?? -1);
    const server = await startPostgres({ fsync: 'off', ...archiveSettings(archive) }, data);
    onTestFinished(() => server?.stop());
    const { hostname, port } = new URL(server?.url ?? '');
    const env = {
      ...process.env,
      PATH: `${findBinaries()}:${process.env.PATH}`,
      PGHOST: hostname,
      PGPORT: port,
      PGDATA: data,
    };
    const shell = (script = '', cwd = folder) =>
      run('bash', ['-euo', 'pipefail', '-c', script], { ...user, cwd, env });
    await shell('createdb -U playtally playtally');
    const open = () => openPostgres(server?.urlOf('playtally') ?? '');
    const first = await open();
    await first.migrate();
    await seed(first, readCatalogue(), { demo: true, vault, now: new Date() });
    await createToken(first.drizzle, 1, 'a test', new Date());
    const [change, look] = once?.match(/^psql .*$/gm) ?? [];
    await shell(change);
    await expect.poll(async () => (await shell(look)).stdout, { timeout: 30_000 }).toBe('t|0\n');
    await shell(daily);
    // The next day's backup: the previous one stays, and the log before both is deleted.
    await shell(daily);
    expect(readdirSync(archive).toSorted()).toEqual(['base', 'older', 'wal']);

    await redeem(first);
    const then = await tellOf(first);
    const moment = await first.value("SELECT to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SS.USOF')", []);
    await first.drizzle.transaction((tx) =>
      credit(tx, { key: 'after', userId: 2, points: 700, title: 'After it', detail: '', at: new Date() }),
    );
    const later = await tellOf(first);
    expect(later.balances).not.toEqual(then.balances);
    await first.close();

    await server?.stop();
    const withoutDocker = (block = '') =>
      block
        .replaceAll(/^docker compose (?:stop|up).*$/gm, '')
        .replace(/^docker compose run .* -e MOMENT="\$MOMENT" --entrypoint sh db /m, 'MOMENT="$MOMENT" sh ');
    await shell(withoutDocker(back).replace(/^MOMENT=.*$/m, `MOMENT='${moment}'`));
    await server?.start();
    await expect.poll(async () => (await shell(asked)).stdout, { timeout: 30_000 }).toBe('f\n');
    const restored = await open();
    await shell(after?.replaceAll(/^docker compose .*$/gm, ''), ROOT);
    expect(after).toContain('node server/cli/check.ts');
    expect(await restored.drizzle.$count(tokens, isNull(tokens.revokedAt))).toBe(0);
    expect(await tellOf(restored)).toEqual(then);
    // It accepts changes again, and can be backed up again.
    await restored.drizzle.transaction((tx) =>
      credit(tx, { key: 'anew', userId: 2, points: 5, title: 'Anew', detail: '', at: new Date() }),
    );
    expect((await checkDatabase(restored, vault)).ok).toBe(true);
    const last = await tellOf(restored);
    await restored.close();
    await shell(daily);

    // On another machine, with only the archive.
    await server?.stop();
    for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
    rmSync(join(archive, 'before'), { recursive: true });
    await shell(withoutDocker(back).replace(/^.*recovery_target_time.*$/m, ''));
    await server?.start();
    await expect.poll(async () => (await shell(asked)).stdout, { timeout: 30_000 }).toBe('f\n');
    const elsewhere = await open();
    expect(await tellOf(elsewhere)).toEqual(last);
    await elsewhere.close();
  },
);

/** The two commands for the embedded database: to back up, and to restore. */
const folderCommands = () =>
  [
    ...(
      readProject('docs/operators/reference.md').split('**The embedded database**')[1]?.split('\n## ')[0] ??
      ''
    ).matchAll(/```sh\n([\s\S]*?)```/g),
  ].map(([, block = '']) => block);

test('the folder of the embedded database is restored completely, from the second backup too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'playtally-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const shell = (script = '') => run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder });
  const [backUp, restore] = folderCommands();
  const data = join(folder, '.data/db');
  mkdirSync(join(folder, '.data'));
  const first = await openPglite(data, new Blob([readFileSync(inject('template'))]));
  await first.close();
  await shell(backUp?.replace(/\$\(.*?\)/, 'yesterday'));
  const second = await openPglite(data);
  await redeem(second);
  const before = await tellOf(second, testVault);
  await second.close();
  await shell(backUp?.replace(/\$\(.*?\)/, 'today'));
  const lost = await openPglite(data);
  await lost.drizzle.delete(orders);
  await lost.close();
  await shell(restore?.replace(/backups\/\S+/, 'backups/today'));
  const restored = await openPglite(data);
  expect(await tellOf(restored, testVault)).toEqual(before);
  await restored.close();
});
