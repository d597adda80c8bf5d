/** What comes is decoded once: what stands encoded within it stays as it was written, and passes no check as something else. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../server/db/schema.ts';
import { findUsers } from '../../src/lib/api/operator-users.ts';
import { createRewardOpinion } from '../../src/lib/api/opinions.ts';
import { getReward } from '../../src/lib/api/rewards.ts';
import { testApi } from '../support/api.ts';

test('a query is decoded once', async () => {
  const api = await testApi();
  const [encoded, plain] = [await api.addPlayer(), await api.addPlayer()];
  await api.db.drizzle.update(users).set({ name: 'x%41y' }).where(eq(users.id, encoded.id));
  await api.db.drizzle.update(users).set({ name: 'xAy' }).where(eq(users.id, plain.id));
  const operator = await api.addOperator();
  api.operateAs(operator);
  const found = async (search: string) => {
    const headers = { authorization: `Bearer ${operator.token}` };
    const answer = await api.raw(`/api/operator/users?search=${search}`, { headers });
    return (await answer.json()).data.map(({ id }: { id: number }) => id);
  };
  expect(await found('x%2541y')).toEqual([encoded.id]);
  expect(await found('x%41y')).toEqual([plain.id]);
  expect(await found('x%252541y')).toEqual([]);
  // As the client writes it.
  expect((await findUsers({ search: 'x%41y' })).data).toMatchObject([{ id: encoded.id }]);
});

test('a path is decoded once', async () => {
  const api = await testApi();
  const status = async (path: string) => (await api.raw(path)).status;
  expect(await status('/api/user/rewards/%38%34')).toBe(200);
  expect(await status('/api/user/rewards/%2538%2534')).toBe(404);
  expect(await status('/api%252Fuser%252Fbalance')).toBe(404);
});

test('a body is read once, and kept as it was written', async () => {
  const api = await testApi();
  const player = await api.addPlayer();
  api.actAs(player);
  const words = '%3Cb%3E &lt;b&gt; \\u003cb\\u003e %2500 it came';
  await createRewardOpinion(12, player.id, words);
  expect((await getReward(12)).opinions.data[0]).toMatchObject({ opinion: words });
});
