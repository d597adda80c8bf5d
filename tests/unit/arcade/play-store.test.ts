// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { $gameQuests, loadGameQuests } from '../../../src/islands/arcade/game-quests-store.ts';
import { $play, playTime } from '../../../src/islands/arcade/play-store.ts';
import { gameIn, type Play, type Playable } from '../../../src/islands/arcade/round.ts';
import { sendAgain } from '../../../src/islands/arcade/saving-store.ts';
import { claimGuestRound, returnToRound, startRound } from '../../../src/islands/arcade/start-store.ts';
import { act, finishRound, pause, ROUND_MINUTES, resume } from '../../../src/islands/arcade/store.ts';
import { chooseGuestRound } from '../../../src/islands/auth/guest-choice.ts';
import type { GameState } from '../../../src/lib/arcade/arcade.ts';
import { directions } from '../../../src/lib/arcade/directions.ts';
import { type MergeState, move, start } from '../../../src/lib/arcade/merge.ts';
import { merge, mergeVariants } from '../../../src/lib/arcade/merge-variants.ts';
import { DROP, PAUSE, tower } from '../../../src/lib/arcade/tower.ts';
import { connectApi } from '../../../src/lib/client/client.ts';
import { GUEST_ROUND_MINUTES } from '../../../src/lib/contract/limits.ts';
import { $guestRound, forgetGuestRound, storedGuestRound } from '../../../src/lib/session/guest-round.ts';
import { forgetRound, storedRound } from '../../../src/lib/session/kept-round.ts';
import { $session, $user, keepSession } from '../../../src/lib/session/session.ts';
import { store } from '../../../src/lib/session/storage.ts';
import { aUser, signIn } from '../../support/fixtures.ts';
import { playServer } from '../../support/play-server.ts';

const MERGE = { id: 1, rules: merge };
const TOWER = { id: 3, rules: tower, other: async () => MERGE };

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
  forgetRound();
  vi.useRealTimers();
});

function roundOf(play: Play = $play.get()) {
  if (!('round' in play)) throw new Error(`There is no round: ${play.state}`);
  return play.round;
}

const isMerge = (game: GameState): game is MergeState => 'tiles' in game;

/** The running game, of Merge. */
function gameOf(): MergeState {
  const { game } = roundOf();
  if (!isMerge(game)) throw new Error('This is no round of Merge');
  return game;
}

function possible() {
  const game = gameOf();
  const direction = directions.find((each) => move(game, each) !== game);
  if (direction === undefined) throw new Error('The round is over');
  return direction;
}

/** Plays at a calm pace. */
async function playOn(moves: number) {
  for (let turn = 0; turn < moves; turn++) {
    await vi.advanceTimersByTimeAsync(150);
    act(possible());
  }
}

async function outcome() {
  await vi.advanceTimersByTimeAsync(1);
  const play = $play.get();
  if (play.state !== 'finished') throw new Error(`Not finished: ${play.state}`);
  return play.outcome;
}

describe('a practice round', () => {
  test('needs no server: its seed is made here, and nothing is sent', async () => {
    signIn(null);
    await startRound(MERGE, { practice: true });
    expect(roundOf().session).toBeNull();
    await playOn(5);
    finishRound();
    expect(await outcome()).toEqual({ state: 'practice' });
    expect(server.starts).toBe(0);
    expect(server.arrived).toEqual([]);
  });

  test('is also available when signed in', async () => {
    await startRound(MERGE, { practice: true });
    expect(roundOf().session).toBeNull();
    expect(server.starts).toBe(0);
  });

  test('has different tiles each time', async () => {
    const boards = new Set<string>();
    for (let turn = 0; turn < 12; turn++) {
      await startRound(MERGE, { practice: true });
      boards.add(JSON.stringify(gameOf().tiles));
    }
    expect(boards.size).toBeGreaterThan(3);
  });
});

describe('a guest’s round', () => {
  const QUESTS = {
    ...MERGE,
    quests: [
      { id: 1, name: 'One', points: 100, metric: 'rounds', mode: 'sum', goal: 1, period: 'once' },
      { id: 2, name: 'Two', points: 10, metric: 'rounds', mode: 'sum', goal: 1, period: 'daily' },
    ],
  } as const;
  beforeEach(() => {
    signIn(null);
  });
  afterEach(forgetGuestRound);

  /** Plays a round to its end without sending anything. */
  async function playAsGuest(moves = 20, start = {}) {
    await startRound(QUESTS, start);
    await playOn(moves);
    finishRound();
    expect(await outcome()).toEqual({ state: 'guest' });
    expect(server.arrived).toEqual([]);
  }
  /** As after a login: the page is new, and a player is signed in. */
  async function comeBack() {
    $play.set({ state: 'idle' });
    signIn();
    claimGuestRound(QUESTS);
    return outcome();
  }

  test('has the server’s seed, and counts once for the account that signs in afterwards', async () => {
    await playAsGuest();
    const { score } = roundOf().game;
    expect($guestRound.get()).toMatchObject({ gameId: 1, reached: { once: 100, again: 10 } });
    expect(await comeBack()).toMatchObject({ state: 'saved', answer: { result: { score } } });
    expect(roundOf().game.score).toBe(score);
    expect(storedGuestRound()).toBeNull();
    $play.set({ state: 'idle' });
    claimGuestRound(QUESTS);
    expect($play.get()).toEqual({ state: 'idle' });
    expect([server.tickets, server.starts, server.counted]).toEqual([1, 0, 1]);
  });

  test('of the daily challenge stays one until it is counted, and the leaderboard is fetched again then', async () => {
    await playAsGuest(20, { daily: true });
    expect(server.dailyTickets).toBe(1);
    expect(roundOf().daily).toBe(true);
    await comeBack();
    expect([roundOf().daily, server.looks]).toEqual([true, 1]);
  });

  test('is sent again with the same key after a lost answer, even after a reload, and counts once', async () => {
    await playAsGuest();
    server.mishaps = ['lost', 'down'];
    expect(await comeBack()).toMatchObject({ state: 'unsaved' });
    sendAgain();
    expect(await outcome()).toMatchObject({ state: 'unsaved' });
    expect(await comeBack()).toMatchObject({ state: 'saved' });
    expect(server.counted).toBe(1);
    expect(new Set(server.arrived.map(({ key }) => key)).size).toBe(1);
  });

  test('is dropped with an explanation if it doesn’t count', async () => {
    await playAsGuest();
    server.mishaps = ['refused'];
    expect(await comeBack()).toEqual({ state: 'refused', message: "This round can't be counted." });
    expect(storedGuestRound()).toBeNull();
  });

  test('is replaced by one that earns at least as much, or once its time is over, but not by a lower one', async () => {
    await playAsGuest();
    const first = $guestRound.get()?.id;
    await playAsGuest(3);
    expect($guestRound.get()?.id).toBe(first);
    vi.setSystemTime(Date.now() + GUEST_ROUND_MINUTES * 60_000);
    await playAsGuest(3);
    expect($guestRound.get()?.reached).toEqual({ once: 0, again: 0 });
    await playAsGuest();
    expect($guestRound.get()?.reached).toEqual({ once: 100, again: 10 });
  });

  test('is removed from the browser when it is read a day later', async () => {
    await playAsGuest();
    expect(localStorage.getItem('guest_round')).not.toBeNull();
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000);
    expect(storedGuestRound()).toBeNull();
    expect(localStorage.getItem('guest_round')).toBeNull();
  });

  test('is counted at its end if the player has signed in meanwhile', async () => {
    await startRound(QUESTS);
    await playOn(20);
    signIn();
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'saved' });
  });

  /** As after a login in the middle of a round. */
  async function signInDuring() {
    pause();
    $play.set({ state: 'idle' });
    chooseGuestRound();
    signIn();
    claimGuestRound(QUESTS);
    await returnToRound(QUESTS);
    await vi.advanceTimersByTimeAsync(1);
  }

  test('goes on after signing in, and is the one that is kept, if it earns as much as the one before', async () => {
    await playAsGuest(3);
    await startRound(QUESTS);
    await playOn(20);
    await signInDuring();
    expect($play.get()).toMatchObject({ state: 'paused', round: { guest: true } });
    expect(storedGuestRound()).toBeNull();
    resume();
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'saved' });
    expect(server.counted).toBe(1);
  });

  test('goes on as free play after signing in, if the one before earns more', async () => {
    await playAsGuest();
    await startRound(QUESTS, { daily: true });
    await playOn(3);
    await signInDuring();
    expect(await outcome()).toMatchObject({ state: 'saved' });
    $play.set({ state: 'idle' });
    await returnToRound(QUESTS);
    expect($play.get()).toMatchObject({
      state: 'paused',
      round: { session: null, guest: false, daily: false },
    });
    finishRound();
    expect(await outcome()).toEqual({ state: 'practice' });
    expect(server.counted).toBe(1);
  });

  test('isn’t promised if the browser stores nothing, because it would be lost at the login', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      removeItem() {},
      setItem() {
        throw new DOMException('no', 'QuotaExceededError');
      },
    });
    await playAsGuest();
    expect($guestRound.get()).toBeNull();
    vi.unstubAllGlobals();
  });

  test.each([
    [
      'fails',
      () => {
        server.guestsFail = true;
      },
    ],
    ['doesn’t answer in time', () => connectApi({ fetch: () => new Promise(() => {}) })],
  ])('is played without points if the server %s', async (_, fail) => {
    fail();
    void startRound(QUESTS);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(roundOf()).toMatchObject({ session: null, guest: false });
  });

  test('of the daily challenge isn’t replaced by another seed if the server fails', async () => {
    server.guestsFail = true;
    await startRound(QUESTS, { daily: true });
    expect($play.get()).toMatchObject({ state: 'failed' });
  });
});

describe('a counted round', () => {
  test("plays from the server's seed and is counted as it was played", async () => {
    await startRound(MERGE);
    expect(roundOf().game).toEqual(start(server.seed));
    await playOn(30);
    const { score } = roundOf().game;
    finishRound();
    expect($play.get()).toMatchObject({ state: 'finished', outcome: { state: 'saving' } });
    expect(await outcome()).toMatchObject({ state: 'saved', answer: { result: { score } } });
    expect(server.counted).toBe(1);
  });

  test('leaves the balance and the quests as the server sent them', async () => {
    await loadGameQuests(1, true);
    expect($gameQuests.get()).toMatchObject({ best: { classic: 248 }, progress: { 102: 24, 110: 7 } });
    await startRound(MERGE);
    await playOn(30);
    finishRound();
    await outcome();
    expect($gameQuests.get()).toMatchObject({ best: { classic: 248 }, progress: { 110: 8 } });
    expect($user.get()?.balance?.available).toBeGreaterThanOrEqual(1000);
  });

  test('is sent automatically when no move is left', async () => {
    await startRound(MERGE);
    for (let turn = 0; turn < 3000 && $play.get().state === 'playing'; turn++) await playOn(1);
    expect(await outcome()).toMatchObject({ state: 'saved' });
  });

  test('is sent automatically before its session closes, even while paused', async () => {
    await startRound(MERGE);
    await playOn(3);
    pause();
    await vi.advanceTimersByTimeAsync(ROUND_MINUTES * 60_000);
    expect(await outcome()).toMatchObject({ state: 'saved' });
  });

  test('leaves a move that changes nothing out of the log', async () => {
    await startRound(MERGE);
    const blocked = () => directions.find((each) => move(gameOf(), each) === gameOf());
    for (let turn = 0; turn < 60 && blocked() === undefined; turn++) await playOn(1);
    const { game } = roundOf();
    await vi.advanceTimersByTimeAsync(150);
    act(blocked() ?? 0);
    expect(roundOf().game).toBe(game);
    await playOn(1);
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'saved' });
  });
});

describe('a counted round whose time ran out while the computer slept', () => {
  /** Advances the wall clock without running timers. */
  const sleep = () => vi.setSystemTime(Date.now() + ROUND_MINUTES * 60_000);

  test('ends when it is resumed, and is sent as it is', async () => {
    await startRound(MERGE);
    await playOn(3);
    pause();
    sleep();
    resume();
    expect($play.get().state).toBe('finished');
    expect(await outcome()).toMatchObject({ state: 'saved' });
  });

  test('accepts no more moves', async () => {
    await startRound(MERGE);
    await playOn(3);
    sleep();
    act(possible());
    expect(gameOf().moves).toBe(3);
    expect(await outcome()).toMatchObject({ state: 'saved' });
  });

  test('can’t happen in practice rounds', async () => {
    await startRound(MERGE, { practice: true });
    await playOn(3);
    pause();
    sleep();
    resume();
    expect($play.get().state).toBe('playing');
  });
});

describe('a round whose page was left', () => {
  /** Like a reload or a crash: everything that isn't stored is gone. */
  function reload(again: Playable = MERGE) {
    $play.set({ state: 'idle' });
    returnToRound(again);
  }

  function noTicket() {
    signIn(null);
    server.guestsFail = true;
  }

  test.each([
    ['an account', () => {}, { state: 'saved' }],
    ['a guest', () => signIn(null), { state: 'guest' }],
    ['free play', noTicket, { state: 'practice' }],
  ])(
    'resumes paused at the same moment, and ends as if it hadn’t been interrupted: of %s',
    async (_, as, end) => {
      as();
      await startRound(MERGE);
      await playOn(6);
      await vi.advanceTimersByTimeAsync(70);
      const { game } = roundOf();
      pause();
      await vi.advanceTimersByTimeAsync(90_000);
      reload();
      expect($play.get()).toMatchObject({ state: 'paused', reason: 'return', round: { game } });
      expect(playTime()).toBe(970);
      resume();
      await playOn(6);
      const { score } = roundOf().game;
      finishRound();
      const came = await outcome();
      expect(came).toMatchObject(end);
      if (came.state === 'saved') expect(came.answer.result.score).toBe(score);
      expect(storedRound(null)).toBeNull();
    },
  );

  test('loses at most the last second in a crash', async () => {
    await startRound(MERGE);
    await playOn(20);
    const { moves } = gameOf();
    await vi.advanceTimersByTimeAsync(400);
    reload();
    expect(gameOf().moves).toBeGreaterThanOrEqual(moves - 6);
    expect(playTime()).toBeGreaterThanOrEqual(2_000);
  });

  test('records a pause if the rules have one, so that no one can aim meanwhile', async () => {
    await startRound(TOWER);
    await vi.advanceTimersByTimeAsync(300);
    act(DROP);
    await vi.advanceTimersByTimeAsync(1_500);
    reload(TOWER);
    resume();
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'saved' });
    expect(server.arrived.at(-1)?.body.inputs.map(([, made]) => made)).toEqual([DROP, PAUSE]);
  });

  test('keeps its variant, whichever is chosen by then, and is Classic if it names none', async () => {
    const [, wide] = mergeVariants;
    const game = { ...MERGE, variants: mergeVariants };
    await startRound({ ...game, rules: wide });
    await playOn(20);
    pause();
    const { score } = roundOf().game;
    reload(game);
    expect(gameOf().shape.size).toBe(5);
    resume();
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'saved', answer: { result: { score } } });
    await startRound(game);
    await playOn(6);
    pause();
    const { variant: _, ...older } = storedRound(aUser().id) ?? { variant: '' };
    store('round', JSON.stringify(older));
    reload(game);
    expect(gameOf().shape.size).toBe(4);
  });

  test('ends if its time is over by then', async () => {
    await startRound(MERGE);
    await playOn(6);
    pause();
    vi.setSystemTime(Date.now() + ROUND_MINUTES * 60_000);
    reload();
    expect(await outcome()).toMatchObject({ state: 'saved' });
  });

  test('is sent again with its key if its answer was lost', async () => {
    await startRound(MERGE);
    await playOn(20);
    server.mishaps = ['lost'];
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'unsaved' });
    reload();
    expect(await outcome()).toMatchObject({ state: 'saved' });
    expect(server.counted).toBe(1);
  });

  test('is counted as it is when another game is begun', async () => {
    await startRound(MERGE);
    await playOn(6);
    pause();
    reload(TOWER);
    expect($play.get()).toEqual({ state: 'idle' });
    await startRound(TOWER);
    expect(gameIn($play.get())).toBe(3);
    expect(server.arrived).toHaveLength(1);
    expect(server.counted).toBe(1);
  });

  function signInAsAnother() {
    keepSession('2|secret', aUser({ id: 2 }));
    onTestFinished(() => keepSession('5|secret', aUser()));
  }

  test.each([
    ['another account', signInAsAnother, MERGE],
    ['a guest who has signed out', () => signIn(null), MERGE],
    ['a game with new rules', () => {}, { id: 1, rules: { ...merge, version: merge.version + 1 } }],
    ['the day after', () => vi.setSystemTime(Date.now() + 24 * 60 * 60_000), MERGE],
  ])('isn’t resumed by %s', async (_, change, again) => {
    await startRound(MERGE);
    await playOn(6);
    pause();
    change();
    reload(again);
    expect($play.get()).toEqual({ state: 'idle' });
  });
});

describe('a round that continues on another device', () => {
  /** Like a browser with empty storage. */
  async function open(game: Playable = MERGE) {
    await vi.advanceTimersByTimeAsync(1);
    $play.set({ state: 'idle' });
    forgetRound();
    await returnToRound(game);
  }

  test('resumes as last saved on the server, and is counted', async () => {
    await startRound(MERGE);
    await playOn(8);
    pause();
    const { game } = roundOf();
    await open();
    expect($play.get()).toMatchObject({ state: 'paused', reason: 'return', round: { game } });
    resume();
    await playOn(3);
    const { score } = roundOf().game;
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'saved', answer: { result: { score } } });
    expect([server.starts, server.counted]).toEqual([1, 1]);
  });

  test('ends there if its time is over by then, and counts as far as it was saved', async () => {
    await startRound(MERGE);
    await playOn(8);
    pause();
    const { score } = roundOf().game;
    await vi.advanceTimersByTimeAsync(1);
    server.late = true;
    vi.setSystemTime(Date.now() + 10 * ROUND_MINUTES * 60_000);
    await open();
    expect(await outcome()).toMatchObject({ state: 'saved', answer: { result: { score } } });
  });

  test('takes precedence over a new one, even if the server is slow', async () => {
    await startRound(MERGE);
    await playOn(8);
    pause();
    await vi.advanceTimersByTimeAsync(1);
    $play.set({ state: 'idle' });
    forgetRound();
    const late = returnToRound(MERGE);
    await startRound(MERGE);
    await late;
    expect($play.get()).toMatchObject({ state: 'paused', reason: 'return' });
    expect(server.starts).toBe(1);
  });

  test('is counted as it is when another game is begun', async () => {
    await startRound(MERGE);
    await playOn(8);
    pause();
    await open(TOWER);
    await startRound(TOWER);
    await vi.advanceTimersByTimeAsync(1);
    expect(gameIn($play.get())).toBe(3);
    expect(server.counted).toBe(1);
  });

  test('is saved at its pauses and regularly in between, only if something changed, and a failure doesn’t interrupt it', async () => {
    server.keepFails = true;
    await startRound(MERGE);
    await playOn(100);
    // 15 seconds: at the first check, and once more after ten.
    expect(server.kept.map(({ inputs }) => inputs.length)).toEqual([6, 76]);
    pause();
    pause();
    resume();
    await vi.advanceTimersByTimeAsync(3_000);
    pause();
    await vi.advanceTimersByTimeAsync(1);
    expect(server.kept.map(({ inputs }) => inputs.length)).toEqual([6, 76, 100, 100]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.kept).toHaveLength(4);
  });

  test.each([
    ['a guest’s', () => signIn(null), false],
    ['free play', () => {}, true],
  ])('isn’t sent: %s', async (_, as, practice) => {
    as();
    await startRound(MERGE, { practice });
    await playOn(20);
    pause();
    expect(server.kept).toEqual([]);
  });
});

describe('pace', () => {
  test('delays an early move, and makes only the latest of the waiting ones', async () => {
    await startRound(MERGE);
    await vi.advanceTimersByTimeAsync(500);
    act(possible());
    expect(gameOf().moves).toBe(1);
    const game = gameOf();
    const [first, last] = directions.filter((each) => move(game, each) !== game);
    act(first ?? 0);
    act(last ?? 0);
    expect(gameOf().moves).toBe(1);
    await vi.advanceTimersByTimeAsync(40);
    expect(roundOf().game).toEqual(move(game, last ?? 0));
  });

  test('counts a round played with rapid key presses', async () => {
    await startRound(MERGE);
    for (let turn = 0; turn < 900 && $play.get().state === 'playing'; turn++) {
      act(directions[turn % 4] ?? 0);
      await vi.advanceTimersByTimeAsync(7);
    }
    finishRound();
    expect(await outcome()).toMatchObject({ state: 'saved' });
  });

  test('drops a waiting move at a pause', async () => {
    await startRound(MERGE);
    act(possible());
    act(possible());
    pause();
    await vi.advanceTimersByTimeAsync(500);
    resume();
    await vi.advanceTimersByTimeAsync(500);
    expect(gameOf().moves).toBe(1);
  });
});

test('a pause requested while the round starts is applied: it begins paused, with its clock stopped', async () => {
  const asked = startRound(MERGE);
  pause();
  await asked;
  expect($play.get().state).toBe('paused');
  await vi.advanceTimersByTimeAsync(5000);
  expect(playTime()).toBe(0);
  resume();
  await playOn(2);
  finishRound();
  expect(await outcome()).toMatchObject({ state: 'saved' });
  await startRound(MERGE);
  expect($play.get().state).toBe('playing');
});

describe('when sending fails', () => {
  test.each(['lost', 'down', 'busy'] as const)(
    '%s: keeps the round, and counts it once when it is sent again',
    async (mishap) => {
      await startRound(MERGE);
      await playOn(20);
      server.mishaps = [mishap];
      finishRound();
      expect(await outcome()).toMatchObject({ state: 'unsaved' });
      sendAgain();
      expect(await outcome()).toMatchObject({ state: 'saved' });
      expect(server.counted).toBe(1);
      const [one, other] = server.arrived;
      expect(one?.key).toMatch(/^[0-9a-f-]{36}$/);
      expect(other).toEqual(one);
    },
  );

  test('gives each round its own key', async () => {
    for (const _ of [1, 2]) {
      await startRound(MERGE);
      await playOn(3);
      finishRound();
      await outcome();
    }
    expect(new Set(server.arrived.map(({ key }) => key)).size).toBe(2);
  });
});

describe('when starting fails', () => {
  test('no answer: says so, and the next attempt can succeed', async () => {
    server.startFails = true;
    await startRound(MERGE);
    expect($play.get()).toMatchObject({ state: 'failed', message: expect.stringContaining('connection') });
    server.startFails = false;
    await startRound(MERGE);
    expect($play.get().state).toBe('playing');
  });

  test('other rules on the server: starts no round that couldn’t be counted', async () => {
    server.version = merge.version + 1;
    await startRound(MERGE);
    expect($play.get()).toMatchObject({ state: 'failed', message: expect.stringContaining('Reload') });
  });

  test('a late answer: doesn’t end the round that began in the meantime', async () => {
    const late = startRound(MERGE);
    await startRound(MERGE, { practice: true });
    await late;
    expect(roundOf().session).toBeNull();
  });
});
