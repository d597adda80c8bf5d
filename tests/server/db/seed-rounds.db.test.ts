/** The demo's sample rounds: played by the rules and counted like any other. */
import { eq, isNotNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { games, ledger, rounds, users } from '../../../server/db/schema.ts';
import { demoAccount } from '../../../server/db/seed.ts';
import { seedRounds } from '../../../server/db/seed-rounds.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import { getDailyLeaderboard } from '../../../src/lib/contract/arcade/rounds.ts';
import { getTournament } from '../../../src/lib/contract/arcade/tournament.ts';
import { PLAY_BUDGET } from '../../../src/lib/contract/limits.ts';
import { getProfile } from '../../../src/lib/contract/profile/profiles.ts';
import { request, testApi } from '../../support/api.ts';

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
    sample,
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
  const paid = await drizzle.select({ points: ledger.points }).from(ledger).where(isNotNull(ledger.questId));
  expect(paid.reduce((sum, { points }) => sum + points, 0)).toBeLessThanOrEqual(
    2 * (PLAY_BUDGET.welcome + PLAY_BUDGET.daily),
  );
});
