/** The cost limits of our own games: one round at a time, the welcome, and daily points per account and for the whole site. */
import { eq, isNull, ne } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { PlayBudget } from '../../../server/config/config.ts';
import { budgetDays, playDays, quests, rounds } from '../../../server/db/schema.ts';
import { playMerge } from '../../../server/db/seed-players.ts';
import { forgetOld } from '../../../server/jobs/retention.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { getPlayBudget } from '../../../src/lib/contract/arcade/play-budget.ts';
import { type FinishedRound, finishSession, startSession } from '../../../src/lib/contract/arcade/rounds.ts';
import { getGame } from '../../../src/lib/contract/catalogue/game.ts';
import { PLAY_BUDGET } from '../../../src/lib/contract/limits.ts';
import { getAccountStats } from '../../../src/lib/contract/progress/account-stats.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import { playerApi, request, type TestApi } from '../../support/api.ts';
import { DAY, later, pass } from '../../support/time.ts';

const MERGE = 1;
const newKey = () => crypto.randomUUID();
const SEED = 7;
const merge = (seed: number) => playMerge(seed, ({ moves }) => moves >= 25);

/** Its budget may be changed while it runs. */
async function asPlayer(change: Partial<PlayBudget> = {}) {
  const budget = { ...PLAY_BUDGET, ...change };
  const { api } = await playerApi(0, { playBudget: budget });
  return { api, budget };
}

const change = (api: TestApi, quest: number, to: { points?: number; goal?: number }) =>
  api.db.drizzle.update(quests).set(to).where(eq(quests.id, quest));

/** Plays a round to its end. They all have the same seed, so that only the way of playing decides which one is the best. */
async function finishRound(api: TestApi, play = merge, id = MERGE): Promise<FinishedRound> {
  const session = await request(startSession, { params: { id }, body: { daily: false } });
  await api.db.drizzle.update(rounds).set({ seed: SEED }).where(eq(rounds.id, session.id));
  const played = play(SEED);
  pass(api, played.lasted);
  return request(finishSession, { params: { id: session.id }, body: played });
}

/** With one game only: rounds of every game are counted by the duration of their log (tests/server/arcade/arcade.db.test.ts). */
describe('one round at a time', () => {
  /** Begins a round. `finish` lets its time pass and ends it. */
  async function begin(api: TestApi) {
    const session = await request(startSession, { params: { id: MERGE }, body: { daily: false } });
    const played = merge(session.seed);
    const finish = (lasting = played.lasted) => {
      pass(api, lasting);
      return request(finishSession, { params: { id: session.id }, body: played });
    };
    return { id: session.id, startedAt: Date.parse(session.started_at), played, finish };
  }

  test('counts, however many begin and end concurrently', { tags: 'concurrent' }, async () => {
    const { api } = await asPlayer();
    const begun = await Promise.all(Array.from({ length: 50 }, () => begin(api)));
    const open = await api.db.drizzle.select({ id: rounds.id }).from(rounds).where(isNull(rounds.replacedAt));
    expect(open).toHaveLength(1);
    pass(api, Math.max(...begun.map(({ played }) => played.lasted)));
    const ends = await Promise.allSettled(begun.map(({ finish }) => finish(0)));
    const counted = begun.filter((_, at) => ends[at]?.status === 'fulfilled');
    expect(counted.map(({ id }) => id)).toEqual(open.map(({ id }) => id));
    expect(ends.find((end) => end.status === 'rejected')).toMatchObject({
      reason: { code: 'round_refused', message: expect.stringContaining('another round') },
    });
    const days = await api.db.drizzle.select({ playedMs: playDays.playedMs }).from(playDays);
    expect(days).toEqual([{ playedMs: counted[0]?.played.lasted }]);
  });

  test('ends where the next one began, and an abandoned round locks no player out', async () => {
    const { api } = await asPlayer();
    const left = await begin(api);
    pass(api, left.played.lasted);
    const next = await begin(api);
    expect((await left.finish(0)).result.score).toBe(left.played.score);
    expect((await next.finish()).result.score).toBe(next.played.score);
  });

  test('begins after the time counted before, even for a browser whose clock is ahead', async () => {
    const { api } = await asPlayer();
    const first = await begin(api);
    await first.finish(first.played.lasted - 1000);
    expect((await begin(api)).startedAt).toBe(first.startedAt + first.played.lasted);
  });
});

describe('the budget', () => {
  test('is shown before a round, to guests too, and after it', async () => {
    const { api } = await asPlayer();
    const full = {
      welcome: { points: 600, left: 600 },
      today: { points: 80, left: 80 },
      left: 680,
      used_up: false,
      resets_at: '2026-11-19T00:00:00.000Z',
    };
    expect(await request(getPlayBudget, {})).toEqual(full);
    const { budget, credited } = await finishRound(api);
    const left = { ...full, welcome: { points: 600, left: 500 }, today: { points: 80, left: 70 }, left: 570 };
    expect({ budget, credited }).toEqual({ budget: left, credited: 110 });
    expect(await request(getPlayBudget, {})).toEqual(left);
    api.now = new Date(full.resets_at);
    expect(await request(getPlayBudget, {})).toMatchObject({ welcome: { left: 500 }, today: { left: 80 } });
    api.actAs(null);
    expect(await request(getPlayBudget, {})).toMatchObject({ welcome: { left: 600 }, today: { left: 80 } });
  });

  test('pays a quest in daily parts once the welcome is used up', async () => {
    const { api } = await asPlayer({ welcome: 30 });
    await change(api, 101, { points: 250 });
    const paid = [];
    for (const day of ['18', '19', '20', '21', '22']) {
      api.now = new Date(`2026-11-${day}T12:00:00Z`);
      const { credited, capped, quests: after, budget } = await finishRound(api);
      paid.push([credited, capped, after[0]?.completionStatus, budget?.today.left]);
    }
    expect(paid).toEqual([
      [110, true, 'in_progress', 0],
      [80, true, 'in_progress', 0],
      [80, true, 'in_progress', 0],
      [20, false, 'completed', 60],
      [10, false, 'completed', 70],
    ]);
    expect((await request(listTransactions, { query: { order: 'oldest' } })).data[1]).toMatchObject({
      points: 100,
      detail: 'partly paid: you hit the daily earning limit',
    });
  });

  test('suggests a quest with what it then pays', async () => {
    const { api } = await asPlayer({ welcome: 30 });
    await change(api, 101, { points: 250 });
    await api.db.drizzle.update(quests).set({ active: false }).where(ne(quests.id, 101));
    for (const [day, paid] of [
      ['18', 110],
      ['19', 80],
      ['20', 60],
    ] as const) {
      api.now = new Date(`2026-11-${day}T12:00:00Z`);
      const { next } = await request(getAccountStats, {});
      expect([next?.points, next?.quests[0]?.points]).toEqual([paid, paid]);
      expect((await finishRound(api)).credited).toBe(paid);
    }
    expect((await request(getAccountStats, {})).next).toBeNull();
  });

  test.each([
    ['2026-11-23T00:00:00Z', 170],
    ['2026-11-29T10:00:00Z', 170],
    ['2026-11-30T10:00:00Z', 90],
  ])('keeps what a Sunday held back for the following week: at %s a round pays %i', async (at, credited) => {
    const { api, budget } = await asPlayer({ daily: 10 });
    api.now = new Date('2026-11-22T10:00:00Z');
    await change(api, 110, { points: 80, goal: 1 });
    expect(await finishRound(api)).toMatchObject({ credited: 110, capped: true });
    budget.daily = 1000;
    api.now = new Date(at);
    expect(await finishRound(api)).toMatchObject({ credited, capped: false });
    expect(await finishRound(api), 'and once').toMatchObject({ credited: 0 });
  });

  test('of the site pays in order of arrival; after that, rounds count for scores and are paid the next day', async () => {
    const { api } = await asPlayer({ siteDaily: 150 });
    expect(await finishRound(api)).toMatchObject({ credited: 110, budget: { used_up: false } });
    api.actAs(await api.addPlayer());
    expect(await finishRound(api)).toMatchObject({ credited: 40, capped: true, budget: { used_up: true } });
    api.actAs(await api.addPlayer());
    expect(await request(getPlayBudget, {})).toMatchObject({ used_up: true, today: { left: 80 } });
    const third = await finishRound(api);
    expect(third).toMatchObject({ credited: 0, capped: true });
    expect(third.quests[0]).toMatchObject({ progress: 1, completionStatus: 'in_progress' });
    expect((await request(getGame, { params: { id: MERGE } })).game.best_scores[0]?.score).toBe(
      third.result.score,
    );
    api.now = new Date('2026-11-19T12:00:00Z');
    expect(await request(getPlayBudget, {})).toMatchObject({ used_up: false });
    expect(await finishRound(api), 'both days’ quests and the first one’s').toMatchObject({ credited: 120 });
  });

  test('of the site is never exceeded by rounds that end at the same moment', {
    tags: 'concurrent',
  }, async () => {
    const { api } = await asPlayer({ siteDaily: 1005 });
    const ready = [];
    for (let at = 0; at < 50; at++) {
      const player = await api.addPlayer();
      api.actAs(player);
      const session = await request(startSession, { params: { id: MERGE }, body: { daily: false } });
      ready.push({ player, id: session.id, played: merge(session.seed) });
    }
    pass(api, Math.max(...ready.map(({ played }) => played.lasted)));
    const answers = await Promise.all(
      ready.map(({ player, id, played }) => {
        api.actAs(player);
        return request(finishSession, { params: { id }, body: played });
      }),
    );
    expect(answers.reduce((sum, { credited }) => sum + credited, 0)).toBe(1005);
    expect(await api.db.drizzle.select().from(budgetDays)).toEqual([{ day: '2026-11-18', paid: 1005 }]);
  });

  test('of one player is not exceeded by one round sent fifty times, and can be zero', {
    tags: 'concurrent',
  }, async () => {
    const { api, budget } = await asPlayer({ welcome: 0, daily: 0 });
    expect(await finishRound(api)).toMatchObject({ credited: 0, capped: true });
    budget.daily = 15;
    const session = await request(startSession, { params: { id: MERGE }, body: { daily: false } });
    const played = merge(session.seed);
    pass(api, played.lasted);
    await Promise.allSettled(
      Array.from({ length: 50 }, () => request(finishSession, { params: { id: session.id }, body: played })),
    );
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 15 });
  });

  test('records for a day exactly what its quests were paid', async () => {
    const { api } = await asPlayer();
    await finishRound(api);
    await api.db.drizzle.update(budgetDays).set({ paid: 100 });
    expect(await api.brokenInvariants()).toEqual([expect.stringContaining('2026-11-18')]);
    await api.db.drizzle.update(budgetDays).set({ paid: 110 });
    const counted = { userId: 1, gameId: MERGE, seed: 1, version: 1, playedMs: 60_000, finishedAt: api.now };
    const both = [0, 59_000].map((ms) => ({ ...counted, id: newKey(), startedAt: later(api, ms) }));
    await api.db.drizzle.insert(rounds).values(both);
    expect(await api.brokenInvariants()).toEqual([expect.stringContaining('overlap')]);
    await api.db.drizzle.delete(rounds).where(eq(rounds.userId, 1));
  });
});

describe('stored rounds', () => {
  test('keep their moves if they paid or were the best, and empty ones stay for a day', async () => {
    const { api } = await asPlayer();
    const kept = async () => {
      const rows = await api.db.drizzle.select().from(rounds).orderBy(rounds.startedAt);
      return rows.map(({ score, inputs }) => [score !== null, inputs !== null]);
    };
    for (const most of [60, 20, 120])
      await finishRound(api, (seed) => playMerge(seed, ({ moves }) => moves >= most));
    await request(startSession, { params: { id: MERGE }, body: { daily: false } });
    const all = [
      [true, true],
      [true, false],
      [true, true],
    ];
    expect(await kept()).toEqual([...all, [false, false]]);
    await forgetOld(api.db, api.now);
    expect(await kept()).toHaveLength(4);
    await forgetOld(api.db, later(api, DAY + 1));
    expect(await kept()).toEqual(all);
  });
});
