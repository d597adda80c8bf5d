import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { quests, rounds } from '../../server/db/schema.ts';
import { getBalance } from '../../src/lib/api/account.ts';
import { listTransactions } from '../../src/lib/api/dashboard.ts';
import { getGame } from '../../src/lib/api/games.ts';
import { finishSession, startSession } from '../../src/lib/api/play.ts';
import { getStanding } from '../../src/lib/api/standing.ts';
import { directions, LEFT, RIGHT, UP } from '../../src/lib/arcade/directions.ts';
import { type MergeState, metricsOf, move, start } from '../../src/lib/arcade/merge.ts';
import type { FinishedRound } from '../../src/lib/contract/games.ts';
import { MAX_INPUTS } from '../../src/lib/contract/limits.ts';
import { type TestApi, testApi } from '../support/api.ts';

const MERGE = 1;
const GAP = 120;
/** Moves of a round that counts as one, and scores too little for more than that. */
const FULL = 20;
/** Moves that make no tile of 512 on any seed, since each adds a 4 at most: with its quest a round pays more than the budget of a first day. */
const BELOW_512 = 120;
const newKey = () => crypto.randomUUID();

interface Played {
  state: MergeState;
  inputs: [number, number][];
  score: number;
}

/** Plays by a habit that gets far: down, left, right, up, whichever is possible first. Ends after `moves`, or with the game. */
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

const wait = (api: TestApi, ms: number) => {
  api.now = new Date(api.now.getTime() + ms);
};

/** Begins a round, plays it and lets its time pass. */
async function playRound(api: TestApi, moves?: number): Promise<Played & { id: string }> {
  const { id, seed } = await startSession(MERGE);
  const played = play(seed, moves);
  wait(api, played.inputs.length * GAP);
  return { id, ...played };
}

async function finishRound(api: TestApi, moves?: number): Promise<FinishedRound> {
  const { id, inputs, score } = await playRound(api, moves);
  return finishSession(id, { inputs, score }, newKey());
}

async function asPlayer(): Promise<TestApi> {
  const api = await testApi();
  api.actAs(await api.addPlayer());
  return api;
}

/** Nothing was credited and no quest has moved. */
async function expectNothing(): Promise<void> {
  expect(await getBalance()).toEqual({ available: 0, pending: 0, reserved: 0, debt: 0 });
  expect((await listTransactions()).total).toBe(0);
  expect(
    (await getGame(MERGE)).quests.every(({ completionStatus }) => completionStatus === 'not_started'),
  ).toBe(true);
}

describe('a round played to its end', () => {
  test('makes its day count for the streak, a few moves don’t', async () => {
    const api = await asPlayer();
    await finishRound(api, FULL - 1);
    expect((await getStanding()).streak).toMatchObject({ days: 0, played_today: false });
    await finishRound(api, FULL);
    expect((await getStanding()).streak).toMatchObject({ days: 1, played_today: true });
    wait(api, 86_400_000);
    expect((await getStanding()).streak).toMatchObject({ days: 1, played_today: false });
  });

  test('credits each quest that it reached, once, and shows it in ledger, game and events', async () => {
    const api = await asPlayer();
    const { id, inputs, score, state } = await playRound(api, BELOW_512);
    const reached = (await getGame(MERGE)).quests.filter(
      ({ metric, goal }) => (metricsOf(state)[metric] ?? 0) >= (goal ?? 0),
    );
    expect(reached.map((quest) => quest.id)).toEqual(expect.arrayContaining([101, 109]));
    const finished = await finishSession(id, { inputs, score }, newKey());
    const points = reached.reduce((sum, quest) => sum + (quest.points ?? 0), 0);
    expect(finished).toMatchObject({
      result: { score, metrics: { ...metricsOf(state) } },
      credited: points,
      capped: false,
      balance: { available: points },
    });
    expect(finished.quests.filter(({ credited }) => credited > 0).map((quest) => quest.id)).toEqual(
      reached.map((quest) => quest.id),
    );
    expect(await getBalance()).toMatchObject({ available: points });
    const lines = (await listTransactions({ order: 'oldest' })).data;
    // What ends first is paid first; the answer keeps the quests' own order.
    const byEnd = ['daily', 'weekly', 'once'].flatMap((one) =>
      reached.filter(({ period }) => period === one),
    );
    expect(lines.map((entry) => [entry.title, entry.points, entry.state])).toEqual(
      byEnd.map((quest) => [`Merge: ${quest.name}`, quest.points, 'confirmed']),
    );
    const { quests: after, game } = await getGame(MERGE);
    expect(
      after.filter(({ completionStatus }) => completionStatus === 'completed').map((quest) => quest.id),
    ).toEqual(reached.map((quest) => quest.id));
    expect(game.best_score).toBe(score);
    expect(api.events.filter(({ kind }) => kind === 'balance')).toHaveLength(1);
    expect(api.events.filter(({ kind }) => kind === 'quest')).toHaveLength(reached.length);
  });

  test('a second one credits only what is left', async () => {
    const api = await asPlayer();
    const first = await finishRound(api, FULL);
    expect(first.credited).toBe(110);
    const second = await finishRound(api, FULL);
    expect(second.credited).toBe(0);
    expect(second.quests.find(({ id }) => id === 110)).toMatchObject({
      progress: 2,
      completionStatus: 'in_progress',
    });
    expect(api.events.filter(({ kind }) => kind === 'balance')).toHaveLength(1);
  });

  test('of a few moves alone counts as none', async () => {
    const api = await asPlayer();
    expect(await finishRound(api, FULL - 1)).toMatchObject({
      credited: 0,
      result: { metrics: { rounds: 0 } },
    });
    expect((await listTransactions()).total).toBe(0);
  });

  test('the tenth of the week pays the weekly quest', async () => {
    const api = await asPlayer();
    for (let at = 0; at < 9; at++) await finishRound(api, FULL);
    const tenth = await finishRound(api, FULL);
    expect(tenth.quests.find(({ id }) => id === 110)).toMatchObject({
      progress: 10,
      completionStatus: 'completed',
      credited: 60,
    });
  });
});

describe('refused, and nothing credited:', () => {
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
      inputs: inputs.map(([at, act], index) => [index === inputs.length - 1 ? Number.MAX_VALUE : at, act]),
      score,
    }),
    'an act that is none': ({ inputs, score }) => ({
      inputs: [...inputs.slice(0, -1), [inputs.length * GAP, 7]],
      score,
    }),
    'a move that changes nothing': ({ inputs, score, state }) => {
      const stuck = directions.find((direction) => move(state, direction) === state);
      const last = inputs.at(-1)?.[0] ?? 0;
      return { inputs: [...inputs, [last + GAP, stuck ?? UP]], score };
    },
    'half a millisecond': ({ inputs, score }) => ({
      inputs: inputs.map(([at, act]) => [at + 0.5, act]),
      score,
    }),
    'time below zero': ({ score }) => ({
      inputs: [
        [-100, LEFT],
        [-50, RIGHT],
      ],
      score,
    }),
    'no move at all': () => ({ inputs: [], score: 0 }),
  };

  test.each(Object.entries(spoil))('%s', async (_, change) => {
    const api = await asPlayer();
    const played = await playRound(api);
    const { inputs, score } = change(played);
    // Past the client's types, as somebody would who forges.
    const body = JSON.parse(JSON.stringify({ inputs, score }));
    await expect(finishSession(played.id, body, newKey())).rejects.toMatchObject({
      status: 422,
      code: 'round_refused',
      message: expect.stringContaining('can'),
    });
    // The round is closed by it: the honest moves come too late.
    await expect(finishSession(played.id, played, newKey())).rejects.toMatchObject({ code: 'round_refused' });
    await expectNothing();
    expect(api.events).toEqual([]);
    expect(api.logged).toEqual([]);
  });

  test.each([
    ['moves that are no pairs', { inputs: [[1], [2, 3, 4]], score: 0 }],
    ['moves of text', { inputs: [['1', '2']], score: 0 }],
    ['no list', { inputs: 'up up down', score: 0 }],
    ['no score', { inputs: [[120, LEFT]] }],
    ['an object for a list', { inputs: { length: 1, 0: [120, LEFT] }, score: 0 }],
  ])('%s, which leaves the round open', async (_, body) => {
    const api = await asPlayer();
    const played = await playRound(api, FULL);
    await expect(finishSession(played.id, JSON.parse(JSON.stringify(body)), newKey())).rejects.toMatchObject({
      status: 422,
      code: 'invalid',
    });
    await expectNothing();
    await expect(finishSession(played.id, played, newKey())).resolves.toMatchObject({ credited: 110 });
  });

  test('more moves than a round may have, which leaves it open too', async () => {
    const api = await asPlayer();
    const played = await playRound(api, FULL);
    const inputs = Array.from({ length: MAX_INPUTS + 1 }, (_, at): [number, number] => [at * 100, LEFT]);
    await expect(finishSession(played.id, { inputs, score: 0 }, newKey())).rejects.toMatchObject({
      status: 422,
      fields: { inputs: expect.stringContaining('12,000') },
    });
    await expectNothing();
    await expect(finishSession(played.id, played, newKey())).resolves.toMatchObject({ credited: 110 });
  });

  test('a long list of nonsense, in a short answer', async () => {
    const api = await asPlayer();
    const { id } = await playRound(api, FULL);
    const text = `{"score":0,"inputs":[${'0,'.repeat(200_000)}0]}`;
    const { token } = await api.addPlayer();
    const response = await api.raw(`/api/user/sessions/${id}/finish`, {
      method: 'POST',
      body: text,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(422);
    expect((await response.text()).length).toBeLessThan(1000);
  });

  test("another account's round, which stays its owner's", async () => {
    const api = await testApi();
    const [owner, thief] = [await api.addPlayer(), await api.addPlayer()];
    api.actAs(owner);
    const played = await playRound(api, FULL);
    api.actAs(thief);
    await expect(finishSession(played.id, played, newKey())).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
    await expectNothing();
    api.actAs(owner);
    await expect(finishSession(played.id, played, newKey())).resolves.toMatchObject({ credited: 110 });
  });

  test('a round whose session has expired', async () => {
    const api = await asPlayer();
    const played = await playRound(api, FULL);
    wait(api, 60 * 60_000);
    for (let again = 0; again < 2; again++)
      await expect(finishSession(played.id, played, newKey())).rejects.toMatchObject({
        status: 409,
        code: 'session_expired',
      });
    await expectNothing();
  });

  test('a round by rules that are no more', async () => {
    const api = await asPlayer();
    const played = await playRound(api, FULL);
    await api.db.drizzle.update(rounds).set({ version: 0 }).where(eq(rounds.id, played.id));
    await expect(finishSession(played.id, played, newKey())).rejects.toMatchObject({
      code: 'round_refused',
      message: expect.stringContaining('updated'),
    });
    await expectNothing();
  });

  test('a round that never began', async () => {
    const api = await asPlayer();
    const { inputs, score } = play(1, FULL);
    await expect(finishSession(newKey(), { inputs, score }, newKey())).rejects.toMatchObject({ status: 404 });
    const { token } = await api.addPlayer();
    for (const id of ['1', '0', 'x', "1'--", '00000000-0000-0000-0000-00000000000g']) {
      const response = await api.raw(`/api/user/sessions/${encodeURIComponent(id)}/finish`, {
        method: 'POST',
        body: JSON.stringify({ inputs, score }),
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status, id).toBe(404);
    }
  });
});

describe('a round sent again', () => {
  test('under its key has the same answer and one credit', async () => {
    const api = await asPlayer();
    const played = await playRound(api);
    const key = newKey();
    const first = await finishSession(played.id, played, key);
    expect(await finishSession(played.id, played, key)).toEqual(first);
    expect(await getBalance()).toEqual(first.balance);
  });

  test('under another key was counted already', async () => {
    const api = await asPlayer();
    const played = await playRound(api);
    const { balance } = await finishSession(played.id, played, newKey());
    await expect(finishSession(played.id, played, newKey())).rejects.toMatchObject({
      status: 409,
      code: 'session_finished',
    });
    expect(await getBalance()).toEqual(balance);
  });

  test('fifty times at once is credited once', { tags: 'both' }, async () => {
    const api = await asPlayer();
    const played = await playRound(api);
    const key = newKey();
    const same = await Promise.all(Array.from({ length: 50 }, () => finishSession(played.id, played, key)));
    for (const answer of same) expect(answer).toEqual(same[0]);
    const other = await playRound(api, FULL);
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => finishSession(other.id, other, newKey())),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getBalance()).toEqual(same[0]?.balance);
    expect((await getGame(MERGE)).quests.find(({ id }) => id === 110)).toMatchObject({ progress: 2 });
  });
});

describe('quests come back:', () => {
  test('the daily one at midnight, the weekly one on Monday', async () => {
    const api = await asPlayer();
    const credited = async (quest: number) =>
      (await finishRound(api, FULL)).quests.find(({ id }) => id === quest)?.credited;
    await api.db.drizzle.update(quests).set({ goal: 1 }).where(eq(quests.id, 110));
    const first = await finishRound(api, FULL);
    expect(first.credited).toBe(100 + 10 + 60);
    expect(await credited(109)).toBe(0);
    api.now = new Date('2026-11-19T00:00:00Z');
    const nextDay = await finishRound(api, FULL);
    expect(nextDay.quests.filter((quest) => quest.credited > 0).map(({ id }) => id)).toEqual([109]);
    api.now = new Date('2026-11-23T00:00:00Z');
    const nextWeek = await finishRound(api, FULL);
    expect(nextWeek.quests.filter((quest) => quest.credited > 0).map(({ id }) => id)).toEqual([109, 110]);
    expect(await getBalance()).toMatchObject({ available: 170 + 10 + 70 });
  });
});

describe('beginning a round', () => {
  test('needs a game of our own', async () => {
    await asPlayer();
    for (const id of [101, 999_999])
      await expect(startSession(id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });
});
