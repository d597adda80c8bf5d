/** The demo's sample rounds: played by the rules and counted like any other. */
import { eq, isNotNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { games, ledger, messages, notifications, rounds, users } from '../../../server/db/schema.ts';
import { demoAccount, seed } from '../../../server/db/seed.ts';
import { seedRounds } from '../../../server/db/seed-rounds.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import { getDailyLeaderboard, getGuestDuel, startSession } from '../../../src/lib/contract/arcade/rounds.ts';
import { getTournament } from '../../../src/lib/contract/arcade/tournament.ts';
import { PLAY_BUDGET } from '../../../src/lib/contract/limits.ts';
import { getProfile } from '../../../src/lib/contract/profile/profiles.ts';
import { request, testApi } from '../../support/api.ts';
import { testVault } from '../../support/vault.ts';

const { email } = demoAccount;

test('sample rounds fill leaderboards, medals, the tournament and days of play, once, and only with a demo account', async () => {
  const api = await testApi();
  const { drizzle } = api.db;
  const sample = { email: 'sample@playtally.example', name: 'sample-player', days: [0], skill: 1 };
  const suspended = await api.addPlayer();
  const suspension = { suspendedAt: api.now, suspendedFor: 'For a test.' };
  await drizzle.update(users).set(suspension).where(eq(users.id, suspended.id));
  const players = [
    { email, name: 'demo-player', days: [1], skill: 1 },
    { ...sample, days: [7, 0] },
    { ...sample, email: suspended.email },
  ];
  const counted = async () => {
    await seedRounds(api.db, { budget: PLAY_BUDGET, now: api.now, players });
    return drizzle.$count(rounds);
  };
  await drizzle.update(users).set({ email: 'other@playtally.example' }).where(eq(users.email, email));
  expect(await counted()).toBe(0);
  await drizzle.update(users).set({ email }).where(eq(users.email, 'other@playtally.example'));
  const all = await counted();
  expect(await counted()).toBe(all);
  const none = { suspendedAt: null, suspendedFor: null };
  await drizzle.update(users).set(none).where(eq(users.id, suspended.id));
  expect(await drizzle.$count(rounds, isNotNull(rounds.refusal))).toBe(0);

  const [demo] = await drizzle.select({ id: users.id }).from(users).where(eq(users.email, email));
  const { id = 0 } = demo ?? {};
  api.actAs({ id, email, token: await createToken(drizzle, id, 'a test', api.now) });
  const { best, days } = await request(getProfile, { params: { id } });
  expect(days).toEqual(['2026-11-17']);
  expect(best?.filter(({ medal }) => medal === 'silver')).not.toEqual([]);
  const own = await drizzle.select({ id: games.id }).from(games).where(isNotNull(games.arcade));
  for (const game of own)
    expect((await request(getDailyLeaderboard, { params: game })).rows).toMatchObject([
      { user: { name: 'sample-player', sample: true } },
    ]);
  expect((await request(getTournament, {})).rows).toHaveLength(2);
  const [tower, minute] = [{ id: 3 }, { variant: 'minute' }];
  const rival = { rival: { name: 'sample-player' } };
  expect(await request(startSession, { params: tower, body: minute })).toMatchObject(rival);
  expect(await request(getGuestDuel, { params: tower, query: minute })).toMatchObject(rival);
  const paid = await drizzle.select({ points: ledger.points }).from(ledger).where(isNotNull(ledger.questId));
  expect(paid.reduce((sum, { points }) => sum + points, 0)).toBeLessThanOrEqual(
    2 * (PLAY_BUDGET.welcome + PLAY_BUDGET.daily),
  );
});

test('the demo account’s points, messages and rounds come in the order of time, because lists show the newest id first', async () => {
  const api = await testApi();
  const { drizzle } = api.db;
  await drizzle.update(users).set({ email: sql`'old-' || email`, name: sql`'old-' || id` });
  const options = { demo: true, rounds: true, vault: testVault, now: api.now };
  await seed(api.db, readCatalogue(), options);
  const players = [{ email, name: 'demo-player', days: [3, 1], skill: 1 }];
  await seedRounds(api.db, { budget: PLAY_BUDGET, now: api.now, players });

  const [demo] = await drizzle.select({ id: users.id }).from(users).where(eq(users.email, email));
  const { id = 0 } = demo ?? {};
  for (const table of [ledger, notifications, messages]) {
    const rows = await drizzle
      .select({ at: table.createdAt })
      .from(table)
      .where(eq('userId' in table ? table.userId : table.writtenBy, id))
      .orderBy(table.id);
    const times = rows.map(({ at }) => at.getTime());
    expect(times.length).toBeGreaterThan(0);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  }
  const gift = { key: `demo:${id}`, points: 6000, createdAt: new Date('2026-11-06T12:00:00Z') };
  expect(await drizzle.select().from(ledger).where(eq(ledger.key, gift.key))).toMatchObject([gift]);
});
