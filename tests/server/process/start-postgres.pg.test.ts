/**
 * Starting on a PostgreSQL that isn't there yet, or that others start on at the same moment.
 * @module-tag postgres
 */
import { expect, test } from 'vitest';
import { ConfigError } from '../../../server/config/config.ts';
import { openPostgres } from '../../../server/db/database.ts';
import { untilItAnswers } from '../../../server/db/open-database.ts';
import { startPostgres } from '../../support/postgres.ts';
import { startServerProcess } from '../../support/server-process.ts';

const failing = (error: Error, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  return { value: () => (left-- > 0 ? Promise.reject(error) : Promise.resolve(1)) };
};
const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });

test('who starts before PostgreSQL says so once, and goes on when that answers', async () => {
  const lines: string[] = [];
  let waits = 0;
  const wait = async () => void waits++;
  await untilItAnswers(failing(refused, 20), 'db:5432', (line) => void lines.push(line), wait);
  expect(waits).toBe(20);
  expect(lines).toEqual([
    "PostgreSQL at db:5432 doesn't answer yet (connect ECONNREFUSED 127.0.0.1:5432); trying for a minute.",
  ]);
});

test('after a minute of tries, or at once where no waiting helps, it ends with a sentence', async () => {
  let waits = 0;
  const wait = async () => void waits++;
  await expect(untilItAnswers(failing(refused), 'db:5432', () => {}, wait)).rejects.toThrow(
    new ConfigError(
      "PostgreSQL at db:5432 can't be reached: connect ECONNREFUSED 127.0.0.1:5432. Start it, or correct DATABASE_URL.",
    ),
  );
  expect(waits).toBe(59);
  const password = Object.assign(new Error('password authentication failed for user "x"'), { code: '28P01' });
  await expect(untilItAnswers(failing(password), 'db:5432', () => {}, wait)).rejects.toThrow(
    'PostgreSQL at db:5432 refuses the role, password or database of its address: password authentication failed for user "x".',
  );
  expect(waits).toBe(59);
});

const postgres = await startPostgres({ fsync: 'off' });

test.runIf(postgres)(
  'three processes that start at once on an empty database all come up, with one demo account',
  async () => {
    const server = postgres ?? expect.fail('no PostgreSQL');
    try {
      const processes = await Promise.all(
        Array.from({ length: 3 }, () => startServerProcess({ DATABASE_URL: server.url })),
      );
      const ready = await Promise.all(
        processes.map(async ({ api }) => (await fetch(`http://127.0.0.1:${api}/readyz`)).status),
      );
      expect(ready).toEqual([200, 200, 200]);
      const db = await openPostgres(server.url);
      const demo = "SELECT count(*)::integer FROM users WHERE email = 'demo@playtally.example'";
      expect(await db.value('demo', demo, [])).toBe(1);
      await db.close();
      await Promise.all(processes.map((one) => one.stop()));
    } finally {
      await server.stop();
    }
  },
);
