/** Renamed tables keep their old names as views for one release, so processes of the previous release still work. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { factorRecoveries, idempotencyKeys, mailQueue, notifications } from '../../../server/db/schema.ts';
import { testApi } from '../../support/api.ts';

test('the previous release can read and write with the old names', { tags: 'both' }, async () => {
  const api = await testApi();
  const { drizzle } = api.db;
  const { id } = await api.addPlayer();
  const run = (statement: ReturnType<typeof sql>) => drizzle.execute(statement);
  for (const title of ['First', 'Again'])
    await run(sql`INSERT INTO notices (id, user_id, kind, key, title, body, href, shown, mail, created_at, read_at)
      VALUES (DEFAULT, ${id}, 'order', 'order:1', ${title}, '', DEFAULT, true, 'due', now(), DEFAULT)
      ON CONFLICT (user_id, key) DO NOTHING RETURNING user_id, shown`);
  await run(
    sql`UPDATE notices SET read_at = now(), mail = 'sent' WHERE user_id = ${id} AND shown AND read_at IS NULL`,
  );
  const [notification] = await drizzle.select().from(notifications).where(eq(notifications.userId, id));
  expect(notification).toMatchObject({ title: 'First', mail: 'sent', readAt: expect.any(Date) });

  for (const hash of ['a', 'b'])
    await run(sql`INSERT INTO lost_factors (user_id, link_hash, link_ends_at) VALUES (${id}, ${Buffer.from(hash)}, now())
      ON CONFLICT (user_id) DO UPDATE SET link_hash = EXCLUDED.link_hash`);
  await run(
    sql`UPDATE lost_factors SET begun_at = now(), stop_hash = 'c' WHERE user_id = ${id} AND taken_off_at IS NULL`,
  );
  const [recovery] = await drizzle.select().from(factorRecoveries);
  expect(
    [recovery?.linkHash, recovery?.cancelHash].map((hash) => Buffer.from(hash ?? []).toString()),
  ).toEqual(['b', 'c']);
  await run(sql`DELETE FROM lost_factors`);

  await run(sql`INSERT INTO kept_answers (sender, key, digest, begun_at, sealed) VALUES ('user:1', 'k', 'd', now(), DEFAULT)
    ON CONFLICT DO NOTHING RETURNING key`);
  await run(sql`UPDATE kept_answers SET sealed = 'x' WHERE sender = 'user:1' AND key = 'k'`);
  expect(await drizzle.select().from(idempotencyKeys)).toMatchObject([{ sealedAnswer: 'x' }]);

  await run(
    sql`INSERT INTO waiting_mails (id, sealed, tries, due_at, until) VALUES ('m', 'x', 1, now(), now())`,
  );
  await run(sql`UPDATE waiting_mails SET tries = 2 WHERE id = 'm'`);
  expect(await drizzle.select().from(mailQueue)).toMatchObject([{ attempts: 2 }]);
  await run(sql`DELETE FROM waiting_mails`);
  expect(await drizzle.$count(mailQueue)).toBe(0);
});
