/** Input is decoded once: anything encoded within it stays as written, and isn't taken for something else. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { rewards } from '../../../server/db/schema.ts';
import { getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { createRewardOpinion } from '../../../src/lib/contract/opinions/opinions.ts';
import { type CodeStock, listCodeStock } from '../../../src/lib/contract/redemption/operator-orders.ts';
import { playerApi, request, testApi } from '../../support/api.ts';

/** Two rewards that are delivered as codes. */
const [ENCODED, PLAIN] = [12, 16];

test('a query is decoded once', async () => {
  const api = await testApi();
  const name = (id: number, to: string) =>
    api.db.drizzle.update(rewards).set({ name: to }).where(eq(rewards.id, id));
  await name(ENCODED, 'x%41y');
  await name(PLAIN, 'xAy');
  const operator = await api.addOperator();
  api.operateAs(operator);
  const found = async (search: string): Promise<Set<number>> => {
    const headers = { authorization: `Bearer ${operator.token}` };
    const answer = await api.raw(`/api/operator/codes?search=${search}`, { headers });
    return new Set((await answer.json()).data.map(({ reward }: CodeStock) => reward.id));
  };
  expect(await found('x%2541y')).toEqual(new Set([ENCODED]));
  expect(await found('x%41y')).toEqual(new Set([PLAIN]));
  expect(await found('x%252541y')).toEqual(new Set());
  // As the client writes it.
  expect((await request(listCodeStock, { query: { search: 'x%41y' } })).data[0]?.reward.id).toBe(ENCODED);
});

test('a path is decoded once', async () => {
  const api = await testApi();
  const status = async (path: string) => (await api.raw(path)).status;
  expect(await status('/api/user/rewards/%38%34')).toBe(200);
  expect(await status('/api/user/rewards/%2538%2534')).toBe(404);
  expect(await status('/api%252Fuser%252Fbalance')).toBe(404);
});

test('a body is decoded once, and stored as it was written', async () => {
  const { player } = await playerApi();
  const words = '%3Cb%3E &lt;b&gt; \\u003cb\\u003e %2500 it came';
  await request(createRewardOpinion, { params: { id: 12 }, body: { user_id: player.id, opinion: words } });
  expect((await request(getReward, { params: { id: 12 } })).opinions.data[0]).toMatchObject({
    opinion: words,
  });
});
