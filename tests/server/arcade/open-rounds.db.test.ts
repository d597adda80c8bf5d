/** The stored moves of an open round: another device continues with them, and they only count if the round isn't ended in time. */
import { describe, expect, test } from 'vitest';
import { playHatch } from '../../../server/db/seed-players.ts';
import { directions } from '../../../src/lib/arcade/directions.ts';
import { type MergeState, move, start } from '../../../src/lib/arcade/merge.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import {
  finishSession,
  getOpenSession,
  keepSession,
  startSession,
} from '../../../src/lib/contract/arcade/rounds.ts';
import { PLAY_SESSION_MINUTES } from '../../../src/lib/contract/limits.ts';
import { getAccountStats } from '../../../src/lib/contract/progress/account-stats.ts';
import { playerApi, request, type TestApi } from '../../support/api.ts';
import { endOf } from '../../support/ends.ts';
import { DAY, MINUTE, pass } from '../../support/time.ts';

const MERGE = 1;
const TOWER = 3;
const HATCH = 4;
const GAP = 120;

async function begin(api: TestApi, moves = 30) {
  const { id, seed } = await request(startSession, { params: { id: MERGE }, body: { daily: false } });
  let state: MergeState = start(seed);
  const inputs: [number, number][] = [];
  while (inputs.length < moves) {
    const act = directions.find((direction) => move(state, direction) !== state);
    if (act === undefined) break;
    state = move(state, act);
    inputs.push([(inputs.length + 1) * GAP, act]);
  }
  pass(api, moves * GAP);
  return { id, seed, inputs, score: state.score, at: moves * GAP };
}
type Begun = Awaited<ReturnType<typeof begin>>;

const keep = ({ id, ...round }: Begun, moves = round.inputs.length, at = moves * GAP) =>
  request(keepSession, { params: { id }, body: { inputs: round.inputs.slice(0, moves), at } });
const open = async () => (await request(getOpenSession, {})).round;
const finish = ({ id, inputs, score }: Begun) =>
  request(finishSession, { params: { id }, body: { inputs, score } });

test('is returned to any device of its owner, as far as it was sent, until it ends, and the end counts all of it', async () => {
  const { api } = await playerApi();
  const round = await begin(api);
  expect(await open()).toBeNull();
  await keep(round, 20);
  const { id, seed } = round;
  expect(await open()).toMatchObject({
    id,
    seed,
    game_id: MERGE,
    arcade: 'merge',
    daily: false,
    at: 20 * GAP,
    elapsed: round.at,
  });
  expect((await open())?.inputs).toEqual(round.inputs.slice(0, 20));
  expect((await request(getBalance, {})).balance.available).toBe(0);
  expect((await finish(round)).result.score).toBe(round.score);
  expect(await open()).toBeNull();
});

test('is never shortened, whatever the order and number of the calls', async () => {
  const { api } = await playerApi();
  const round = await begin(api);
  await Promise.all([10, 25, 5, 25].map((moves) => keep(round, moves)));
  await keep(round, 12);
  expect(await open()).toMatchObject({ at: 25 * GAP, inputs: round.inputs.slice(0, 25) });
});

describe('isn’t kept', () => {
  test.each<[what: string, act: (round: Begun, api: TestApi) => unknown, code: string]>([
    [
      'of another account',
      async (round, api) => {
        api.actAs(await api.addPlayer());
        return keep(round);
      },
      'not_found',
    ],
    [
      'of one that has ended',
      async (round) => {
        await finish(round);
        return keep(round);
      },
      'not_found',
    ],
    [
      'of one that another took the place of',
      async (round, api) => {
        await begin(api);
        return keep(round);
      },
      'not_found',
    ],
    [
      'of one whose time is over',
      (round, api) => {
        pass(api, PLAY_SESSION_MINUTES * MINUTE);
        return keep(round);
      },
      'not_found',
    ],
    ['that is longer than the time since it began', (round) => keep(round, 30, 60 * GAP), 'round_refused'],
    ['that ends before its last move', (round) => keep(round, 30, 20 * GAP), 'round_refused'],
    ['that is no log of the game', (round) => keep({ ...round, inputs: [[10, 9]] }, 1), 'round_refused'],
    ['without a move', (round) => keep(round, 0), 'round_refused'],
  ])('%s', async (_, act, code) => {
    const { api } = await playerApi();
    const round = await begin(api);
    expect(await endOf(Promise.resolve(act(round, api)))).toBe(code);
    expect((await open())?.inputs.length ?? 0).toBe(0);
  });
});

test('is dropped when another round takes its place, or after a day', async () => {
  const { api } = await playerApi();
  await keep(await begin(api));
  const next = await begin(api);
  expect(await open()).toBeNull();
  await keep(next);
  pass(api, DAY);
  expect(await open()).toBeNull();
});

test('counts as far as it was sent if nobody ended it in time, whatever a browser sends later', async () => {
  const { api } = await playerApi();
  const round = await begin(api);
  await keep(round, 25);
  pass(api, PLAY_SESSION_MINUTES * MINUTE);
  expect(await open()).toMatchObject({ id: round.id, inputs: round.inputs.slice(0, 25) });
  const { result } = await finish(round);
  expect(result.metrics.moves).toBe(25);
  expect(result.score).toBeLessThan(round.score);
  expect(await open()).toBeNull();
});

test('is offered on the home page until it ends, whichever game would pay sooner', async () => {
  const { api } = await playerApi();
  const next = async () => (await request(getAccountStats, {})).next;
  expect(await next()).toMatchObject({ arcade: 'merge', label: 'Play Merge' });
  const { id, seed } = await request(startSession, { params: { id: HATCH }, body: { daily: false } });
  expect(await next()).toMatchObject({ arcade: 'merge', label: 'Play Merge' });
  const { inputs, score, lasted } = playHatch(seed, ({ hatched }) => hatched.length >= 1);
  pass(api, lasted);
  await request(keepSession, { params: { id }, body: { inputs, at: lasted } });
  expect(await next()).toMatchObject({ arcade: 'hatch', label: 'Resume Hatch' });
  await request(finishSession, { params: { id }, body: { inputs, score } });
  expect((await next())?.label).toMatch(/^Play /);
});

test('is offered without quests or points if it is of a variant, which completes none', async () => {
  const { api } = await playerApi();
  const { id } = await request(startSession, {
    params: { id: TOWER },
    body: { daily: false, variant: 'wind' },
  });
  pass(api, MINUTE);
  await request(keepSession, { params: { id }, body: { inputs: [[900, 0]], at: 1000 } });
  expect((await request(getAccountStats, {})).next).toEqual({
    game_id: TOWER,
    game: 'Tower',
    arcade: 'tower',
    label: 'Resume Tower',
    rounds: 0,
    minutes: 0,
    points: 0,
    quests: [],
  });
});
