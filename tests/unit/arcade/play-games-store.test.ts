// @vitest-environment happy-dom
/** Rounds of the games with time, the round of the day, and switching games. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nextStroke, wayTo } from '../../../server/db/seed-players.ts';
import { $daily, loadDaily } from '../../../src/islands/arcade/daily-store.ts';
import { $gameQuests, loadGameQuests } from '../../../src/islands/arcade/game-quests-store.ts';
import { $play, playTime } from '../../../src/islands/arcade/play-store.ts';
import { returnToRound, startRound } from '../../../src/islands/arcade/start-store.ts';
import { act, finishRound, pause, resume } from '../../../src/islands/arcade/store.ts';
import type { GameState, Rules } from '../../../src/lib/arcade/arcade.ts';
import { directions, RIGHT, UP } from '../../../src/lib/arcade/directions.ts';
import { LIMIT_MS as HATCH_MS, type HatchState, hatch } from '../../../src/lib/arcade/hatch.ts';
import { merge } from '../../../src/lib/arcade/merge-variants.ts';
import { LIMIT_MS, type ParcelsState } from '../../../src/lib/arcade/parcels-state.ts';
import { parcels } from '../../../src/lib/arcade/parcels-variants.ts';
import { DROP, PAUSE, placeOf, type TowerState, topOf, tower } from '../../../src/lib/arcade/tower.ts';
import { connectApi } from '../../../src/lib/client/client.ts';
import { $session } from '../../../src/lib/session/session.ts';
import { signIn } from '../../support/fixtures.ts';
import { leaderboard, playServer } from '../../support/play-server.ts';

const [MERGE, PARCELS, TOWER, HATCH] = [
  { id: 1, rules: merge },
  { id: 2, rules: parcels },
  { id: 3, rules: tower },
  { id: 4, rules: hatch },
];

let server = playServer(1);
let forget = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  server = playServer(20_241);
  connectApi({ fetch: server.fetch });
  forget = $session.listen(() => {});
  signIn();
});

afterEach(() => {
  forget();
  vi.useRealTimers();
});

/** The state of the running round of the game with these rules. */
function gameOf<S extends GameState>(rules: Rules<S>): S {
  const play = $play.get();
  if (!('round' in play) || play.round.rules.name !== rules.name)
    throw new Error(`No ${rules.name} is played`);
  return play.round.game as S;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function outcome() {
  await pass(1);
  const play = $play.get();
  if (play.state !== 'finished') throw new Error(`Not finished: ${play.state}`);
  return play.outcome;
}

const sent = () => server.arrived.at(-1)?.body.inputs ?? [];

describe('Parcels', () => {
  const game = (): ParcelsState => gameOf(parcels);

  test('is finished and counted by itself when the two minutes are over', async () => {
    await startRound(PARCELS);
    act(UP);
    for (let ms = 0; ms < LIMIT_MS && $play.get().state === 'playing'; ms += 90) {
      const way = wayTo(game(), game().row.length > 3 ? [game().door] : game().parcels);
      if (way !== undefined) act(way);
      await pass(90);
    }
    expect(await outcome()).toMatchObject({ state: 'saved', answer: { result: { metrics: { rounds: 1 } } } });
    const last = sent().at(-1) ?? [0, 0];
    expect(last[1]).toBe(parcels.stop);
    expect(last[0]).toBeGreaterThan(LIMIT_MS - 200);
    expect(last[0]).toBeLessThan(LIMIT_MS + 500);
  });

  test('counts deliveries after the last turn if the player finishes the round', async () => {
    await startRound(PARCELS);
    act(UP);
    await pass(3000);
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'saved' });
    expect(sent()).toEqual([
      [0, UP],
      [3000, parcels.stop],
    ]);
  });

  test('waits during a pause, however long, and then until a direction is given', async () => {
    await startRound(PARCELS);
    act(UP);
    await pass(1000);
    pause();
    const { steps } = game();
    await pass(600_000);
    expect(game().steps).toBe(steps);
    expect(playTime()).toBe(1000);
    resume();
    await pass(2000);
    expect(game().steps).toBe(steps);
    act(RIGHT);
    await pass(1000);
    expect(game().steps).toBeGreaterThan(steps);
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'saved' });
  });

  test('ignores a pause before the first direction', async () => {
    await startRound(PARCELS);
    pause();
    resume();
    finishRound();
    expect($play.get()).toEqual({ state: 'idle' });
  });
});

describe('Tower', () => {
  const game = (): TowerState => gameOf(tower);

  /** Drops the ticket as soon as it lies over the tower. */
  async function dropOne() {
    await pass(160);
    while (placeOf(game().slide, playTime()) !== topOf(game()).x) await pass(1);
    act(DROP);
  }

  test('is counted with the times of its drops', async () => {
    await startRound(TOWER);
    for (let row = 0; row < 12; row++) await dropOne();
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'saved', answer: { result: { metrics: { rows: 12 } } } });
  });

  test('records a pause, after which the ticket starts over', async () => {
    await startRound(TOWER);
    await dropOne();
    await pass(700);
    pause();
    await pass(60_000);
    resume();
    expect(placeOf(game().slide, playTime())).toBe(
      game().slide.from === 'left' ? 0 : 64 - game().slide.width,
    );
    await dropOne();
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'saved', answer: { result: { metrics: { rows: 2 } } } });
    expect(sent().map(([, given]) => given)).toEqual([DROP, PAUSE, DROP]);
    expect(sent()[2]?.[0]).toBeLessThan(10_000);
  });
});

describe('Hatch', () => {
  const game = (): HatchState => gameOf(hatch);

  test('is counted as it was shaded', async () => {
    await startRound(HATCH);
    while (game().hatched.length < 3) {
      await pass(150);
      act(nextStroke(game()) ?? 0);
    }
    const { score } = game();
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'saved', answer: { result: { score } } });
  });

  test('is discarded if its time runs out without a stroke', async () => {
    await startRound(HATCH);
    await pass(HATCH_MS);
    expect($play.get()).toEqual({ state: 'idle' });
    expect(server.arrived).toEqual([]);
  });
});

describe("today's round", () => {
  test('is requested as the daily one, and refetches the leaderboard when it is counted', async () => {
    await loadDaily(HATCH.id);
    expect($daily.get()).toMatchObject({ state: 'ready', value: { players: 0 } });
    await startRound(HATCH, { daily: true });
    expect(server.daily).toBe(true);
    expect($play.get()).toMatchObject({ round: { daily: true } });
    await pass(200);
    act(nextStroke(gameOf(hatch)) ?? 0);
    server.leaderboard = leaderboard(3, 2);
    finishRound();
    await outcome();
    await pass(1);
    expect($daily.get()).toMatchObject({ state: 'ready', value: { mine: { place: 2 } } });
  });

  test('isn’t the player’s own round, which fetches no leaderboard', async () => {
    await startRound(HATCH);
    expect(server.daily).toBe(false);
    await pass(200);
    act(nextStroke(gameOf(hatch)) ?? 0);
    finishRound();
    await outcome();
    await pass(1);
    expect(server.looks).toBe(0);
  });

  test('is shared with guests, unlike the tournament’s, which is a private round for them', async () => {
    signIn(null);
    await startRound(HATCH, { daily: true });
    expect($play.get()).toMatchObject({ round: { daily: true, tournament: false } });
    await startRound(HATCH, { tournament: true });
    expect($play.get()).toMatchObject({ round: { daily: false, tournament: false } });
    expect([server.tickets, server.dailyTickets, server.starts]).toEqual([2, 1, 0]);
  });

  test('never shows the previous game’s leaderboard', async () => {
    server.leaderboard = leaderboard(3);
    await loadDaily(TOWER.id);
    const next = loadDaily(HATCH.id);
    expect($daily.get()).toEqual({ state: 'loading' });
    await next;
    const again = loadDaily(HATCH.id);
    expect($daily.get()).toMatchObject({ state: 'loading', before: { players: 3 } });
    await again;
  });
});

describe('switching games', () => {
  test('counts the abandoned round as it is', async () => {
    await startRound(TOWER);
    await pass(300);
    while (placeOf(gameOf(tower).slide, playTime()) !== topOf(gameOf(tower)).x) await pass(1);
    act(DROP);
    pause();
    await startRound(MERGE);
    await pass(1);
    expect(server.counted).toBe(1);
    expect($play.get()).toMatchObject({ state: 'playing', round: { gameId: MERGE.id } });
  });

  test('sends a round again that couldn’t be counted yet', async () => {
    await startRound(HATCH);
    await pass(200);
    act(nextStroke(gameOf(hatch)) ?? 0);
    server.mishaps = ['down'];
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'unsaved' });
    await startRound(MERGE);
    await pass(1);
    expect(server.counted).toBe(1);
    expect(server.arrived[1]).toEqual(server.arrived[0]);
    expect($play.get()).toMatchObject({ state: 'playing', round: { gameId: MERGE.id } });
  });

  test('keeps a round that couldn’t be counted, also while another game is played without the server', async () => {
    await startRound(MERGE);
    await pass(200);
    for (const direction of directions) act(direction);
    server.mishaps = ['down', 'down', 'down'];
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'unsaved' });
    const other = async () => MERGE;
    server.startFails = true;
    await startRound({ ...TOWER, other });
    expect($play.get()).toMatchObject({ state: 'failed' });
    await startRound({ ...TOWER, other }, { practice: true });
    await pass(300);
    act(DROP);
    pause();
    finishRound();
    expect(server.counted).toBe(0);
    // The server is back, and the page is loaded again.
    server.mishaps = [];
    $play.set({ state: 'idle' });
    await returnToRound(MERGE);
    expect(await outcome()).toMatchObject({ state: 'saved' });
    expect(server.counted).toBe(1);
    expect(new Set(server.arrived.map(({ key }) => key)).size).toBe(1);
  });

  test('sends it again before each round of another game', async () => {
    await startRound(MERGE);
    await pass(200);
    for (const direction of directions) act(direction);
    server.mishaps = ['down', 'down'];
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'unsaved' });
    const tower = { ...TOWER, other: async () => MERGE };
    await startRound(tower);
    await pass(300);
    act(DROP);
    pause();
    expect(server.counted).toBe(0);
    await startRound(tower);
    await pass(1);
    expect(server.counted).toBe(1);
    expect($play.get()).toMatchObject({ state: 'playing', round: { gameId: TOWER.id } });
  });

  test('doesn’t change the quests of the game on the screen', async () => {
    await startRound(HATCH);
    await pass(200);
    act(nextStroke(gameOf(hatch)) ?? 0);
    pause();
    await loadGameQuests(MERGE.id, true);
    await startRound(MERGE);
    await pass(1);
    expect($gameQuests.get()).toMatchObject({ gameId: MERGE.id, best: { classic: 248 } });
  });
});

describe('the best round', () => {
  test('is announced only if it beats the known best', async () => {
    await loadGameQuests(HATCH.id, true);
    for (const [strokes, best] of [
      [2, false],
      [30, true],
      [20, false],
    ] as const) {
      await startRound(HATCH);
      for (let stroke = 0; stroke < strokes; stroke++) {
        await pass(150);
        act(nextStroke(gameOf(hatch)) ?? 0);
      }
      finishRound();
      expect(await outcome()).toMatchObject({ state: 'saved', best });
    }
  });
});
