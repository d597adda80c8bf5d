import { expect, test } from 'vitest';
import { enterContest, listContests, listEntries } from '../../src/lib/api/contests.ts';
import { testApi } from '../support/api.ts';

test('a player’s entries stand there with what they won, newest first, and nobody else’s', async () => {
  const api = await testApi();
  const me = await api.addPlayer();
  const other = await api.addPlayer();
  api.actAs(me);
  expect((await listEntries()).total).toBe(0);
  const [first, second] = (await listContests({ per_page: 100 })).data;
  if (!first || !second) throw new Error('two contests are needed');
  await enterContest(first.id, 'seed-one');
  api.now = new Date(api.now.getTime() + 1000);
  await enterContest(second.id, 'seed-two');
  api.actAs(other);
  await enterContest(first.id, 'another');
  api.actAs(me);
  const entries = await listEntries();
  expect(entries.data).toMatchObject([
    {
      contest: { id: second.id, name: second.name, state: 'open', entries: 1 },
      number: 1,
      seed: 'seed-two',
      drawn: false,
      won: null,
    },
    { contest: { id: first.id, entries: 2 }, number: 1, seed: 'seed-one', drawn: false, won: null },
  ]);
  expect(await listEntries({ page: 2, per_page: 1 })).toMatchObject({
    data: [{ contest: { id: first.id } }],
    total: 2,
    last_page: 2,
  });

  // Whoever asks first after the end draws, so the list never shows a contest that is over and undrawn.
  api.now = new Date('2026-11-23T00:00:00Z');
  const [last] = (await listEntries()).data;
  expect(last).toMatchObject({
    drawn: true,
    contest: { state: 'ended' },
    won: { place: 1, points: expect.any(Number) },
  });

  api.actAs(null);
  await expect(listEntries()).rejects.toMatchObject({ status: 401 });
});
