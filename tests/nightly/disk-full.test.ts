/**
 * A full disk, with a real file system of fixed size: writes report it, nothing is half done, and everything works once there is
 * space.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openPglite, openPostgres } from '../../server/db/database.ts';
import { findBrokenInvariants } from '../../server/jobs/invariants.ts';
import { createVault, KEY_BYTES } from '../../server/platform/encryption.ts';
import { addBuyers, type Buyer } from '../support/buyers.ts';
import { PLANTED_SECRET } from '../support/log-secrets.ts';
import { startPostgres } from '../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const SIZE = '400m';
const KEY = Buffer.from(Array.from({ length: KEY_BYTES }, (_, at) => at + 1));

/** Returns a separate file system of SIZE, or null if none can be mounted, which takes root on Linux. */
function mountSmall(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'playtally-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0755`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

const ballast = (folder: string) => join(folder, 'ballast');

/**
 * Fills it to the last byte. The writes are asynchronous, so that this process notices when the server closes idle connections.
 */
async function fill(folder: string): Promise<void> {
  for (let size = 1 << 20; size >= 1; size >>= 1)
    try {
      for (;;) await appendFile(ballast(folder), Buffer.alloc(size));
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error;
    }
}

interface World {
  readonly open: () => Promise<Database>;
  readonly settings: Record<string, string>;
}

async function embedded(folder: string): Promise<World> {
  return { open: () => openPglite(join(folder, 'db')), settings: { DATA_DIR: folder } };
}

async function postgres(folder: string): Promise<World | null> {
  const server = await startPostgres({}, join(folder, 'data'));
  if (!server) return null;
  onTestFinished(() => server.stop());
  return { open: () => openPostgres(server.url), settings: { DATABASE_URL: server.url } };
}

interface Answer {
  readonly status: number;
  readonly code?: string;
}

/** Begins a thread with a long message, which needs new database pages. */
async function write(server: ServerProcess, { token }: Buyer, key: string): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${server.api}/api/user/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    // Random letters, so that it can't be compressed.
    body: JSON.stringify({
      topic: 'other',
      subject: PLANTED_SECRET,
      body: PLANTED_SECRET + Array.from({ length: 110 }, () => randomUUID()).join(''),
    }),
  });
  const { code } = await response.json();
  return { status: response.status, code };
}

const ready = async (server: ServerProcess): Promise<number> =>
  (await fetch(`http://127.0.0.1:${server.api}/readyz`)).status;

test.for([
  ['the embedded database', embedded],
  ['PostgreSQL', postgres],
] as const)(
  'a full disk under %s loses nothing and leaves nothing half done',
  async ([, begin], { skip }) => {
    const folder = mountSmall();
    if (folder === null)
      return skip('No file system of a fixed size can be mounted here: it takes root on Linux.');
    const world = await begin(folder);
    if (!world) return skip('PostgreSQL isn’t installed here.');
    const db = await world.open();
    const [player] = await addBuyers(db, createVault([KEY]), { buyers: 1, codes: 10, amountId: 1201 });
    if (!player) throw new Error('no player was made');
    await db.close();
    const server = await startServerProcess({ DATA_KEYS: KEY.toString('base64'), ...world.settings }, [
      KEY.toString('base64'),
      player.token,
    ]);
    onTestFinished(() => server.kill());
    expect((await write(server, player, randomUUID())).status).toBe(200);
    expect(await ready(server)).toBe(200);

    await fill(folder);
    let written = 1;
    const refused: string[] = [];
    // Writes that fit into existing pages still work.
    for (let tries = 0; tries < 5_000 && refused.length < 5; tries++) {
      const key = randomUUID();
      const answer = await write(server, player, key);
      if (answer.status === 200) written += 1;
      else {
        expect(answer).toEqual({ status: 503, code: 'storage_full' });
        refused.push(key);
      }
    }
    expect(refused).toHaveLength(5);
    expect(await ready(server)).toBe(503);
    // Reading still works.
    const read = await fetch(`http://127.0.0.1:${server.api}/api/user/messages`, {
      headers: { authorization: `Bearer ${player.token}` },
    });
    expect([read.status, (await read.json()).total]).toEqual([200, written]);

    rmSync(ballast(folder));
    // Each now succeeds with the key of the rejected attempt.
    for (const key of refused) expect((await write(server, player, key)).status).toBe(200);
    await expect.poll(() => ready(server), { timeout: 60_000, interval: 1_000 }).toBe(200);
    await server.stop();
    const after = await world.open();
    const threads = await after.value('SELECT count(*)::integer FROM threads WHERE user_id = $1', [
      player.id,
    ]);
    const messages = await after.value(
      'SELECT count(*)::integer FROM messages m JOIN threads t ON t.id = m.thread_id WHERE t.user_id = $1',
      [player.id],
    );
    expect([threads, messages]).toEqual([written + refused.length, written + refused.length]);
    expect(await findBrokenInvariants(after)).toEqual([]);
    await after.close();
  },
);
