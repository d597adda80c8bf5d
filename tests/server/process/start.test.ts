/** Mistakes that stop the server from starting are reported in a sentence before anything is changed. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { ConfigError, getConfig } from '../../../server/config/config.ts';
import { type Database, openPglite } from '../../../server/db/database.ts';
import { deliveryDetails, games, users } from '../../../server/db/schema.ts';
import { demoAccount } from '../../../server/db/seed.ts';
import { detailsOf } from '../../../server/features/account/delivery-details.ts';
import { serve } from '../../../server/main.ts';
import { anyPort } from '../../support/ports.ts';
import { testVault } from '../../support/vault.ts';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
/** The key of `testVault`. */
const OLD = key(7);
const NEW = key(8);

/** Opens the database of a stopped server, for a moment. */
async function look<T>(dataDir: string, work: (db: Database) => Promise<T>, template?: Blob): Promise<T> {
  const db = await openPglite(join(dataDir, 'db'), template);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

test('DATA_KEYS that can’t decrypt saved details or recognize codes stop the start without changing anything, and it works once they are right', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'start-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  // Ignores any existing build.
  vi.stubEnv('SITE_DIST', 'none');
  onTestFinished(() => void vi.unstubAllEnvs());
  const [site, api, realtime] = [await anyPort(), await anyPort(), await anyPort()];
  const ports = { SITE_PORT: String(site), API_PORT: String(api), REALTIME_PORT: String(realtime) };
  const start = (dataKeys: string) =>
    serve(getConfig({ ...ports, DATA_DIR: dataDir, DATA_KEYS: dataKeys, CAPTCHA: 'off' }), () => {});
  const template = new Blob([readFileSync(inject('template'))]);
  const userId = await look(
    dataDir,
    async ({ drizzle }) => {
      const [demo] = await drizzle.select().from(users).where(eq(users.email, demoAccount.email));
      if (!demo) throw new Error('no demo account');
      const own = { userId: demo.id, field: 'roblox_username', savedAt: new Date() };
      const value = testVault.seal(`delivery:${demo.id}:roblox_username`, 'Mira_k');
      await drizzle.insert(deliveryDetails).values({ ...own, value });
      // Data that a start would restore from the catalogue: it mustn't get that far.
      await drizzle.update(games).set({ active: false });
      return demo.id;
    },
    template,
  );

  const refused = await start(NEW).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigError);
  expect(refused).toMatchObject({
    message: expect.stringMatching(/^DATA_KEYS has no key for 1 of the saved /),
  });
  // The data folder is unlocked again, and unchanged.
  await look(dataDir, async ({ drizzle }) => {
    expect(await drizzle.$count(games, eq(games.active, true))).toBe(0);
    expect(await detailsOf(drizzle, testVault, userId)).toEqual({ roblox_username: 'Mira_k' });
  });

  const running = await start(`${NEW},${OLD}`);
  const { status } = await fetch(`http://127.0.0.1:${api}/readyz`);
  // No setting makes it listen anywhere else.
  for (const port of [api, realtime])
    await expect(once(connect(Number(port), '127.0.0.2'), 'connect')).rejects.toThrow();
  // Like a browser's spare connection, which mustn't delay the shutdown.
  const unused = connect(Number(api), '127.0.0.1');
  await once(unused, 'connect');
  const cut = once(unused, 'close');
  await running.close();
  await cut;
  expect(status).toBe(200);

  // With the new key at the end, a code that was added before would be accepted again.
  await expect(start(`${OLD},${NEW}`)).rejects.toThrow(/^DATA_KEYS must end with /);
});
