import { eq, isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contestEntries, users } from '../../../server/db/schema.ts';
import { enterContest, listContests, listEntries } from '../../../src/lib/contract/draws/contests.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';

test('lists only the player’s own entries with their prizes, newest first', async () => {
  const api = await testApi();
  const me = await api.addPlayer();
  const other = await api.addPlayer();
  api.actAs(me);
  expect((await request(listEntries, {})).total).toBe(0);
  const [first, second] = (await request(listContests, { query: { per_page: 100 } })).data;
  if (!first || !second) throw new Error('two contests are needed');
  await request(enterContest, { params: { id: first.id }, body: { seed: '5eed1' } });
  api.now = new Date(api.now.getTime() + 1000);
  await request(enterContest, { params: { id: second.id }, body: { seed: '5eed2' } });
  api.actAs(other);
  await request(enterContest, { params: { id: first.id }, body: { seed: 'a07e' } });
  api.actAs(me);
  const entries = await request(listEntries, {});
  expect(entries.data).toMatchObject([
    {
      contest: { id: second.id, name: second.name, state: 'open', entries: 1 },
      number: 1,
      seed: '5eed2',
      drawn: false,
      won: null,
    },
    { contest: { id: first.id, entries: 2 }, number: 1, seed: '5eed1', drawn: false, won: null },
  ]);
  expect(await request(listEntries, { query: { page: 2, per_page: 1 } })).toMatchObject({
    data: [{ contest: { id: first.id } }],
    total: 2,
    last_page: 2,
  });

  // The first request after the end draws, so the list never shows a contest that is over and undrawn.
  api.now = new Date('2026-11-23T00:00:00Z');
  const [last] = (await request(listEntries, {})).data;
  expect(last).toMatchObject({
    drawn: true,
    contest: { state: 'ended' },
    won: { place: 1, points: expect.any(Number) },
  });
});

describe('a contest allows one entry per mailbox', () => {
  const enterAs = async (api: TestApi, player: Player, contest: number) => {
    api.actAs(player);
    return (await request(enterContest, { params: { id: contest }, body: { seed: 'a5eed' } })).contest;
  };
  const set = (api: TestApi, { id }: Player, values: Partial<typeof users.$inferInsert>) =>
    api.db.drizzle.update(users).set(values).where(eq(users.id, id));

  test('and only with a confirmed address', async () => {
    const api = await testApi();
    const me = await api.addPlayer();
    await set(api, me, { emailConfirmedAt: null });
    const refused = {
      code: 'email_unconfirmed',
      message: expect.stringContaining('each mailbox gets one entry'),
    };
    await expect(enterAs(api, me, 1)).rejects.toMatchObject(refused);
    expect(await api.db.drizzle.$count(contestEntries)).toBe(0);
    await set(api, me, { emailConfirmedAt: api.now });
    expect((await enterAs(api, me, 1)).entry).toMatchObject({ number: 1 });
  });

  test('even for accounts that had the mailbox one after the other, until the draw', async () => {
    const api = await testApi();
    const [first, second] = [await api.addPlayer(), await api.addPlayer()];
    await enterAs(api, first, 1);
    await set(api, first, { email: null, emailConfirmedAt: null });
    await set(api, second, { email: first.email.replace('@', '+again@') });
    const refused = { code: 'already_entered', message: expect.stringContaining('mailbox') };
    await expect(enterAs(api, second, 1)).rejects.toMatchObject(refused);
    api.now = new Date('2026-11-23T00:00:00Z');
    await request(listEntries, {});
    expect(await api.db.drizzle.$count(contestEntries, isNotNull(contestEntries.mailbox))).toBe(0);
  });
});
