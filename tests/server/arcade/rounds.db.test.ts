/**
 * Rounds of our own games: what counts, what it pays, and what is rejected. The replay's rules are tested in tests/unit/arcade.
 */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { playDays, quests, rounds, users } from '../../../server/db/schema.ts';
import { credit } from '../../../server/features/ledger/ledger.ts';
import { directions, UP } from '../../../src/lib/arcade/directions.ts';
import { type MergeState, metricsOf, move, start } from '../../../src/lib/arcade/merge.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { type FinishedRound, finishSession, startSession } from '../../../src/lib/contract/arcade/rounds.ts';
import { getGame } from '../../../src/lib/contract/catalogue/game.ts';
import { MAX_INPUTS } from '../../../src/lib/contract/limits.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { getAccountStats } from '../../../src/lib/contract/progress/account-stats.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import { playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { DAY, MINUTE, pass } from '../../support/time.ts';

const MERGE = 1;
const GAP = 120;
/** Moves of a round that counts, with a score too low for any other quest. */
const FULL = 20;
/**
 * Moves that make no tile of 512 on any seed, because each adds at most a 4: with that quest a round would pay more than the
 * first day's budget.
 */
const BELOW_512 = 120;
const newKey = () => crypto.randomUUID();

interface Played {
  state: MergeState;
  inputs: [number, number][];
  score: number;
}

/** Plays a simple strategy: the first possible of down, left, right, up. Ends after `moves`, or with the game. */
function play(seed: number, moves = Number.POSITIVE_INFINITY): Played {
  let state = start(seed);
  const inputs: [number, number][] = [];
  while (inputs.length < moves) {
    const act = directions.toReversed().find((direction) => move(state, direction) !== state);
    if (act === undefined) break;
    state = move(state, act);
    inputs.push([(inputs.length + 1) * GAP, act]);
  }
  return { state, inputs, score: state.score };
}

/** Begins a round, plays it and lets its time pass. */
async function playRound(api: TestApi, moves?: number): Promise<Played & { id: string }> {
  const { id, seed } = await request(startSession, { params: { id: MERGE }, body: { daily: false } });
  const played = play(seed, moves);
  pass(api, played.inputs.length * GAP);
  return { id, ...played };
}

async function finishRound(api: TestApi, moves?: number): Promise<FinishedRound> {
  const { id, inputs, score } = await playRound(api, moves);
  return request(finishSession, { params: { id }, body: { inputs, score } });
}

/** Nothing was credited and no quest has moved. */
async function expectNothing(): Promise<void> {
  const { balance } = await request(getBalance, {});
  expect(balance).toEqual({ available: 0, pending: 0, reserved: 0, debt: 0, is_new: true });
  expect((await request(listTransactions, {})).total).toBe(0);
  for (const { completionStatus } of (await request(getGame, { params: { id: MERGE } })).quests)
    expect(completionStatus).toBe('not_started');
}

describe('a round played to its end', () => {
  test('makes its day count for the streak, while a few moves don’t count as a round', async () => {
    const { api } = await playerApi();
    const streak = async () => (await request(getAccountStats, {})).streak;
    const short = await finishRound(api, FULL - 1);
    expect(short).toMatchObject({ credited: 0, result: { metrics: { rounds: 0 } } });
    expect((await request(listTransactions, {})).total).toBe(0);
    expect(await streak()).toMatchObject({ days: 0, played_today: false });
    await finishRound(api, FULL);
    expect(await streak()).toMatchObject({ days: 1, played_today: true });
    pass(api, DAY);
    expect(await streak()).toMatchObject({ days: 1, played_today: false });
  });

  test('credits each quest that it completed, once, and shows it in ledger, game and events', async () => {
    const { api } = await playerApi();
    const { id, inputs, score, state } = await playRound(api, BELOW_512);
    const reached = (await request(getGame, { params: { id: MERGE } })).quests.filter(
      ({ metric, goal }) => (metricsOf(state)[metric] ?? 0) >= (goal ?? 0),
    );
    const ids = reached.map((quest) => quest.id);
    expect(ids).toEqual(expect.arrayContaining([101, 109]));
    const finished = await request(finishSession, { params: { id }, body: { inputs, score } });
    const points = reached.reduce((sum, quest) => sum + (quest.points ?? 0), 0);
    expect(finished).toMatchObject({
      result: { score, metrics: { ...metricsOf(state) } },
      credited: points,
      capped: false,
      balance: { available: points },
    });
    expect(finished.quests.filter(({ credited }) => credited > 0).map((quest) => quest.id)).toEqual(ids);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: points });
    // The quest that ends first is paid first; the answer keeps the quests' order.
    const byEnd = ['daily', 'weekly', 'once'].flatMap((one) =>
      reached.filter(({ period }) => period === one),
    );
    expect((await request(listTransactions, { query: { order: 'oldest' } })).data).toMatchObject(
      byEnd.map((quest) => ({ title: `Merge: ${quest.name}`, points: quest.points, state: 'confirmed' })),
    );
    const { quests: after, game } = await request(getGame, { params: { id: MERGE } });
    const completed = after.filter(({ completionStatus }) => completionStatus === 'completed');
    expect(completed.map((quest) => quest.id)).toEqual(ids);
    expect(game.best_scores[0]?.score).toBe(score);
    expect(api.events.filter(({ kind }) => kind === 'balance')).toHaveLength(1);
    // Each quest that progressed, once, including completed ones.
    const moved = api.events.flatMap((event) => (event.kind === 'quest' ? [event.questId] : []));
    expect(new Set(moved).size).toBe(moved.length);
    expect(moved).toEqual(expect.arrayContaining(ids));
  });

  test('credits only what is left when repeated, and the tenth of the week pays the weekly quest', async () => {
    const { api } = await playerApi();
    const rounds: FinishedRound[] = [];
    while (rounds.length < 10) rounds.push(await finishRound(api, FULL));
    expect(rounds.map(({ credited }) => credited)).toEqual([110, ...Array(8).fill(0), 60]);
    const weekly = (at: number) => rounds[at]?.quests.find(({ id }) => id === 110);
    expect(weekly(1)).toMatchObject({ progress: 2, completionStatus: 'in_progress' });
    expect(weekly(9)).toMatchObject({ progress: 10, completionStatus: 'completed', credited: 60 });
    expect(api.events.filter(({ kind }) => kind === 'balance')).toHaveLength(2);
  });

  test('pays a daily quest again after midnight, and a weekly one from Monday on', async () => {
    const { api } = await playerApi();
    await api.db.drizzle.update(quests).set({ goal: 1 }).where(eq(quests.id, 110));
    const paid = async () =>
      (await finishRound(api, FULL)).quests.filter(({ credited }) => credited > 0).map(({ id }) => id);
    expect((await finishRound(api, FULL)).credited).toBe(100 + 10 + 60);
    expect(await paid()).toEqual([]);
    api.now = new Date('2026-11-19T00:00:00Z');
    expect(await paid()).toEqual([109]);
    api.now = new Date('2026-11-23T00:00:00Z');
    expect(await paid()).toEqual([109, 110]);
    expect((await request(getBalance, {})).balance).toMatchObject({ available: 170 + 10 + 70 });
  });
});

describe('rejected, with nothing credited:', () => {
  const spoil: Record<string, (round: Played) => { inputs: unknown; score: number }> = {
    'a forged score': ({ inputs, score }) => ({ inputs, score: score + 4 }),
    'an impossible pace': ({ inputs, score }) => ({
      inputs: inputs.map(([, act], at) => [(at + 1) * 39, act]),
      score,
    }),
    'moves that overtake time': ({ inputs, score }) => ({ inputs: inputs.toReversed(), score }),
    'a round longer than the time since it began': ({ inputs, score }) => ({
      inputs: inputs.map(([at, act]) => [at + 2000, act]),
      score,
    }),
    'a round without an end': ({ inputs, score }) => ({
      inputs: [...inputs.slice(0, -1), [Number.MAX_VALUE, UP]],
      score,
    }),
    'an act that is none': ({ inputs, score }) => ({
      inputs: [...inputs.slice(0, -1), [inputs.length * GAP, 7]],
      score,
    }),
    'half a millisecond': ({ inputs, score }) => ({
      inputs: inputs.map(([at, act]) => [at + 0.5, act]),
      score,
    }),
    'time below zero': ({ score }) => ({ inputs: [[-100, UP]], score }),
    'no move at all': () => ({ inputs: [], score: 0 }),
  };

  test('a log that doesn’t prove the round, which closes it, so that the honest moves come too late', async () => {
    const { api } = await playerApi();
    for (const [what, change] of Object.entries(spoil)) {
      const played = await playRound(api, FULL);
      // Bypasses the client's types, as an attacker would.
      const body = JSON.parse(JSON.stringify(change(played)));
      await expect(request(finishSession, { params: { id: played.id }, body }), what).rejects.toMatchObject({
        status: 422,
        code: 'round_refused',
        message: expect.stringContaining('can'),
      });
      expect(await endOf(request(finishSession, { params: { id: played.id }, body: played })), what).toBe(
        'round_refused',
      );
    }
    await expectNothing();
    expect([api.events, api.logged]).toEqual([[], []]);
  });

  test('an invalid log, which gets a short answer and leaves the round open', async () => {
    const { api, player } = await playerApi();
    const played = await playRound(api, FULL);
    const bodies = [
      { inputs: [[1], [2, 3, 4]], score: 0 },
      { inputs: [['1', '2']], score: 0 },
      { inputs: 'up up down', score: 0 },
      { inputs: [[120, UP]] },
      { inputs: { length: 1, 0: [120, UP] }, score: 0 },
      { inputs: Array(200_000).fill(0), score: 0 },
      { inputs: Array.from({ length: MAX_INPUTS + 1 }, (_, at) => [at * 100, UP]), score: 0 },
    ];
    const answers: string[] = [];
    for (const body of bodies) {
      const answer = await api.send(player.token, 'POST', `/api/user/sessions/${played.id}/finish`, body);
      expect(answer.status).toBe(422);
      answers.push(await answer.text());
      expect(answers.at(-1)?.length).toBeLessThan(1000);
    }
    expect(answers.at(-1)).toContain('12,000');
    await expectNothing();
    expect((await request(finishSession, { params: { id: played.id }, body: played })).credited).toBe(110);
  });

  test("another account's round, which stays its owner's", async () => {
    const api = await testApi();
    const [owner, thief] = [await api.addPlayer(), await api.addPlayer()];
    api.actAs(owner);
    const played = await playRound(api, FULL);
    api.actAs(thief);
    expect(await endOf(request(finishSession, { params: { id: played.id }, body: played }))).toBe(
      'not_found',
    );
    await expectNothing();
    api.actAs(owner);
    expect((await request(finishSession, { params: { id: played.id }, body: played })).credited).toBe(110);
  });

  test('a round with outdated rules, and one whose session has expired', async () => {
    const { api } = await playerApi();
    const played = await playRound(api, FULL);
    await api.db.drizzle.update(rounds).set({ version: 0 }).where(eq(rounds.id, played.id));
    await expect(request(finishSession, { params: { id: played.id }, body: played })).rejects.toMatchObject({
      code: 'round_refused',
      message: expect.stringContaining('updated'),
    });
    const late = await playRound(api, FULL);
    pass(api, 60 * MINUTE);
    for (let again = 0; again < 2; again++)
      expect(await endOf(request(finishSession, { params: { id: late.id }, body: late }))).toBe(
        'session_expired',
      );
    await expectNothing();
  });

  test('a round that never began', async () => {
    const api = await testApi();
    const { token } = await api.addPlayer();
    const { inputs, score } = play(1, FULL);
    for (const id of [newKey(), '1', '0', 'x', "1'--", '00000000-0000-0000-0000-00000000000g']) {
      const path = `/api/user/sessions/${encodeURIComponent(id)}/finish`;
      expect((await api.send(token, 'POST', path, { inputs, score })).status, id).toBe(404);
    }
  });

  test('a round of a game that isn’t ours', async () => {
    await playerApi();
    for (const id of [101, 999_999])
      expect(await endOf(request(startSession, { params: { id }, body: { daily: false } }))).toBe(
        'not_found',
      );
  });
});

describe('a round sent again', () => {
  test('with its key gets the same answer and one credit, and with another key reads that it already counted', async () => {
    const { api } = await playerApi();
    const played = await playRound(api);
    const key = newKey();
    const first = await request(finishSession, {
      params: { id: played.id },
      body: played,
      idempotencyKey: key,
    });
    expect(
      await request(finishSession, { params: { id: played.id }, body: played, idempotencyKey: key }),
    ).toEqual(first);
    expect(await endOf(request(finishSession, { params: { id: played.id }, body: played }))).toBe(
      'session_finished',
    );
    expect((await request(getBalance, {})).balance).toEqual(first.balance);
  });

  test('fifty times concurrently is credited once', { tags: 'concurrent' }, async () => {
    const { api } = await playerApi();
    const played = await playRound(api);
    const key = newKey();
    const [first, ...same] = await Promise.all(
      Array.from({ length: 50 }, () =>
        request(finishSession, { params: { id: played.id }, body: played, idempotencyKey: key }),
      ),
    );
    for (const answer of same) expect(answer).toEqual(first);
    const other = await playRound(api, FULL);
    const ends = await endsOf(
      Array.from({ length: 50 }, () => request(finishSession, { params: { id: other.id }, body: other })),
    );
    expect(ends.toSorted()).toEqual(['done', ...Array(49).fill('session_finished')]);
    expect((await request(getBalance, {})).balance).toEqual(first?.balance);
    expect(
      (await request(getGame, { params: { id: MERGE } })).quests.find(({ id }) => id === 110),
    ).toMatchObject({ progress: 2 });
  });
});

test('a round’s answer shows what it reached, and the round makes one notification', async () => {
  const { api, player: me } = await playerApi();
  const { drizzle } = api.db;
  // Fifty points short of level 2 and of the goal, on the seventh day.
  await drizzle.transaction((tx) =>
    credit(tx, { key: 'before', userId: me.id, points: 950, title: 'Before', detail: '', at: api.now }),
  );
  await drizzle.update(users).set({ myreward: 31 }).where(eq(users.id, me.id));
  const days = [1, 2, 3, 4, 5, 6].map((ago) =>
    new Date(api.now.getTime() - ago * DAY).toISOString().slice(0, 10),
  );
  await drizzle.insert(playDays).values(days.map((day) => ({ userId: me.id, day })));

  const first = await finishRound(api, FULL);
  expect(first.milestones?.map(({ kind, title }) => [kind, title])).toEqual([
    ['level', 'Level 2'],
    ['goal', 'You can get Genshin Genesis Crystals'],
    ['badge', 'New badge: Full week'],
    ['streak', '7 days in a row'],
    ['find', expect.stringMatching(/^Day 7: \w+$/)],
  ]);
  expect(first.milestones?.[3]?.text).toBe('You earned a streak freeze. You have 2 now.');
  const found = (await request(listNotifications, {})).data;
  expect(found).toMatchObject([{ title: `Merge: +${first.credited}`, read: true }]);
  expect(found[0]?.body).toMatch(/Finish your first round\..* Level 2\. .* 7 days in a row\. Day 7: \w+\.$/);

  pass(api, MINUTE);
  expect((await finishRound(api, FULL)).milestones).toEqual([]);
});

test('a streak promises no freeze while all are held', async () => {
  const { api } = await playerApi();
  const texts: (string | undefined)[] = [];
  for (let day = 1; day <= 7; day++) {
    const { milestones } = await finishRound(api, FULL);
    texts.push(milestones?.find(({ kind }) => kind === 'streak')?.text);
    pass(api, DAY);
  }
  expect(texts).toEqual([
    undefined,
    ...Array(6).fill('A streak freeze saves your streak if you miss a day.'),
  ]);
});
