/** The server is killed while players redeem: acknowledged orders stay, and others were made once or not at all. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openPglite, openPostgres } from '../../server/db/database.ts';
import { findBrokenInvariants } from '../../server/jobs/invariants.ts';
import { createVault, KEY_BYTES } from '../../server/platform/encryption.ts';
import { addBuyers, type Buyer } from '../support/buyers.ts';
import { startPostgres } from '../support/postgres.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const REWARD = { id: 12, amount: 1201 };
const KILLS = 20;
const LANES = 8;
const KEY = Buffer.from(Array.from({ length: KEY_BYTES }, (_, at) => at + 1));

interface World {
  readonly open: () => Promise<Database>;
  readonly settings: Record<string, string>;
}

async function embedded(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'playtally-kill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { open: () => openPglite(join(folder, 'db')), settings: { DATA_DIR: folder } };
}

async function postgres(): Promise<World | null> {
  const server = await startPostgres();
  if (!server) return null;
  onTestFinished(() => server.stop());
  return { open: () => openPostgres(server.url), settings: { DATABASE_URL: server.url } };
}

/** The order's number, or null without an answer. */
async function redeem(server: ServerProcess, buyer: Buyer, key: string): Promise<number | null> {
  const response = await fetch(`http://127.0.0.1:${server.api}/api/user/rewards/${REWARD.id}/buyAmount`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${buyer.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ amount_id: REWARD.amount }),
  }).catch(() => null);
  // The connection may also end in the middle of an answer.
  const answer = await response?.json().catch(() => null);
  if (response && answer && response.status !== 200) throw new Error(`${response.status}: ${answer.message}`);
  return answer?.order?.id ?? null;
}

test.each([
  ['the embedded database', embedded],
  ['PostgreSQL', postgres],
])('kill -9 on %s loses no order and makes none twice', async (_, begin) => {
  const world = await begin();
  if (!world) return;
  const db = await world.open();
  const buyers = await addBuyers(db, createVault([KEY]), {
    buyers: LANES,
    codes: 4_000,
    amountId: REWARD.amount,
  });
  await db.close();
  const server = await startServerProcess({ DATA_KEYS: KEY.toString('base64'), ...world.settings }, [
    KEY.toString('base64'),
    ...buyers.map(({ token }) => token),
  ]);
  onTestFinished(() => server.kill());
  const acknowledged = new Map<string, { order: number; buyer: Buyer }>();
  const unknown = new Map<string, Buyer>();
  let attempts = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    let left = 5 * kill;
    let isOver = false;
    const lanes = buyers.map(async (buyer) => {
      while (!isOver) {
        const key = randomUUID();
        attempts++;
        const order = await redeem(server, buyer, key);
        if (order === null) {
          unknown.set(key, buyer);
          return;
        }
        acknowledged.set(key, { order, buyer });
        // Killed while the other lanes' purchases are in progress.
        if (--left === 0) {
          isOver = true;
          await server.kill();
        }
      }
    });
    await Promise.all(lanes);
    await server.restart();
  }
  expect(acknowledged.size).toBeGreaterThan(KILLS);
  // Sent again with its key, each returns its order, and one whose answer was lost is made now if it didn't exist.
  for (const [key, { order, buyer }] of acknowledged) expect(await redeem(server, buyer, key)).toBe(order);
  for (const [key, buyer] of unknown) expect(await redeem(server, buyer, key)).not.toBeNull();
  await server.stop();
  const after = await world.open();
  const orders = await after.value(
    'SELECT count(*)::integer FROM orders o JOIN users u ON u.id = o.user_id WHERE u.email LIKE $1',
    ['buyer-%'],
  );
  expect(Number(orders)).toBe(attempts);
  expect(await findBrokenInvariants(after)).toEqual([]);
  await after.close();
});
