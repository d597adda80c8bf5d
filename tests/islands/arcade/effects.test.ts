/** The effects that all games share: what an act does, and the celebration of a round that won something. */
import { globSync, readFileSync } from 'node:fs';
import { fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { boards } from '../../../src/islands/arcade/boards.ts';
import { show } from '../../../src/islands/arcade/effects.ts';
import type { Feel } from '../../../src/islands/arcade/feel.ts';
import { $play } from '../../../src/islands/arcade/play-store.ts';
import type { Play, Round } from '../../../src/islands/arcade/round.ts';
import { act } from '../../../src/islands/arcade/store.ts';
import { useFeel } from '../../../src/islands/arcade/use-feel.ts';
import { celebrate } from '../../../src/islands/shared/feel/effects.ts';
import { setSound } from '../../../src/islands/shared/feel/feel-store.ts';
import type { GameState, Rules } from '../../../src/lib/arcade/arcade.ts';
import { LEFT, UP } from '../../../src/lib/arcade/directions.ts';
import { arcadeGames } from '../../../src/lib/arcade/games.ts';
import { cellAt, hatch, shade } from '../../../src/lib/arcade/hatch.ts';
import { merge } from '../../../src/lib/arcade/merge-variants.ts';
import { parcels } from '../../../src/lib/arcade/parcels-variants.ts';
import { change, type RungsState, rungs } from '../../../src/lib/arcade/rungs.ts';
import { DROP, placeOf, topOf, tower, towerVariants } from '../../../src/lib/arcade/tower.ts';

/** The most that a celebration may take, in milliseconds. */
const LONGEST = 1_500;

/** When tones begin, and how high they are. */
const tones: [seconds: number, hertz: number][] = [];
const buzzes: unknown[] = [];
/** The strokes drawn in the current frame. */
let drawn = 0;
let still = false;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'performance'] });
  [tones.length, buzzes.length, drawn, still] = [0, 0, 0, false];
  const node = { connect: (to: unknown) => to, stop() {} };
  class Tone {
    readonly hertz: number;
    constructor(_: unknown, { frequency }: { frequency: number }) {
      this.hertz = frequency;
    }
    connect = node.connect;
    stop = node.stop;
    start = (at: number) => void tones.push([Number(at.toFixed(2)), this.hertz]);
  }
  class Gain {
    gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    connect = node.connect;
  }
  class Context {
    currentTime = 0;
    resume = async () => {};
  }
  class Observer {
    observe() {}
  }
  vi.stubGlobal('OscillatorNode', Tone);
  vi.stubGlobal('GainNode', Gain);
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('matchMedia', () => ({ matches: still }));
  vi.stubGlobal('navigator', { vibrate: (pattern: unknown) => buzzes.push(pattern) });
  const pen = { clearRect: () => (drawn = 0), stroke: () => (drawn += 1) };
  const context = new Proxy(pen, { get: (own, name) => Reflect.get(own, name) ?? (() => {}) });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
});
afterEach(() => {
  setSound('off');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Celebrates on a result with an animation that ends and one that doesn't. `finish`: of the first. */
function begin(wins: number) {
  const result = document.createElement('section');
  const finish = vi.fn();
  const endless = {
    effect: { getComputedTiming: () => ({ endTime: Infinity }) },
    finish() {
      throw new Error('it has no end');
    },
  };
  result.getAnimations = () => [endless, { finish }] as unknown as Animation[];
  document.body.append(result);
  const end = celebrate(result, wins);
  onTestFinished(() => {
    end();
    result.remove();
  });
  return { result, finish };
}

test('strokes fly, more for more wins, and all is over after a second and a half', () => {
  const { result, finish } = begin(1);
  vi.advanceTimersByTime(100);
  const few = drawn;
  expect(few).toBeGreaterThan(0);
  expect(buzzes).toHaveLength(1);
  expect(finish).not.toHaveBeenCalled();
  vi.advanceTimersByTime(LONGEST);
  expect(drawn).toBe(0);
  expect(finish).toHaveBeenCalledOnce();
  expect(result.querySelectorAll('canvas')).toHaveLength(1);

  begin(3);
  vi.advanceTimersByTime(100);
  expect(drawn).toBeGreaterThan(few);
});

test.each(['keyDown', 'pointerDown'] as const)('a %s skips it', (event) => {
  const { finish } = begin(2);
  vi.advanceTimersByTime(100);
  fireEvent[event](document.body);
  expect(finish).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(400);
  expect(drawn).toBe(0);
});

test('a fanfare plays after the sound of the end if the player has sound on, and otherwise nothing', () => {
  begin(1);
  expect(tones).toEqual([]);
  setSound('low');
  begin(1);
  expect(tones.map(([, hertz]) => hertz)).toEqual([523, 659, 784, 1047]);
  expect(tones[0]?.[0]).toBeGreaterThan(0.3);
});

test('nothing moves or vibrates if the player asked for less motion, while sound stays their choice', () => {
  still = true;
  setSound('high');
  const { result } = begin(2);
  vi.advanceTimersByTime(100);
  expect([result.childElementCount, drawn, buzzes.length]).toEqual([0, 0, 0]);
  expect(tones).toHaveLength(4);
});

/** Puts a board on the page. Returns what shakes it. */
function aBoard() {
  document.body.innerHTML =
    '<div class="stage"><div class="tabletop"><div class="surface"></div></div></div>';
  const surface = document.querySelector('.surface') ?? document.body;
  const shake = vi.fn();
  Object.assign(surface, { animate: shake });
  onTestFinished(() => document.body.replaceChildren());
  return shake;
}

describe('an act', () => {
  test('sounds higher with each one in a row, up to a limit', () => {
    setSound('high');
    for (const combo of [0, 1, 2, 3, 50, 51]) show({ blip: 'good', combo });
    const hertz = tones.map(([, each]) => each);
    const [first = 0, second = 0, third = 0, fourth = 0, most = 0, more] = hertz;
    expect([first, second > first, third > second, fourth > third, most > fourth]).toEqual([
      440,
      true,
      true,
      true,
      true,
    ]);
    expect(more).toBe(most);
  });

  test('throws strokes and vibrates if it was good, and shakes the board if it was a mistake', () => {
    const shake = aBoard();
    show({ blip: 'great', at: [{ x: 0.5, y: 0.5 }] });
    vi.advanceTimersByTime(100);
    expect([drawn > 0, buzzes.length, shake.mock.calls.length]).toEqual([true, 1, 0]);
    show({ blip: 'bad' });
    expect([buzzes.length, shake.mock.calls.length]).toEqual([2, 1]);
  });

  test('moves nothing if the player asked for less motion', () => {
    still = true;
    const shake = aBoard();
    show({ blip: 'great', at: [{ x: 0.5, y: 0.5 }] });
    show({ blip: 'bad' });
    vi.advanceTimersByTime(100);
    expect([drawn, buzzes.length, shake.mock.calls.length]).toEqual([0, 0, 0]);
  });
});

/** The states before and after an act of a game. */
type Acted = readonly [before: GameState, after: GameState];

/** Makes the acts, one a second. Returns the last one's states. */
function acted<S extends GameState>(rules: Rules<S>, seed: number, acts: readonly number[]): Acted {
  let states: readonly [S, S] = [rules.start(seed), rules.start(seed)];
  for (const [index, given] of acts.entries())
    states = [states[1], rules.act(states[1], given, 1000 * (index + 1))];
  return states;
}

/** Drops a narrow ticket this far off its tower. */
function dropped(rules: typeof tower, off: number, streak = 0): Acted {
  const start = { ...rules.start(8), streak };
  const before = { ...start, rows: [{ x: 30, width: 4 }], slide: { ...start.slide, width: 4 } };
  const times = Array.from({ length: 9000 }, (_, ms) => ms + 200);
  const at = times.find((ms) => Math.abs(placeOf(before.slide, ms) - topOf(before).x) === off) ?? 0;
  return [before, rules.act(before, DROP, at)];
}

/** Shades the first creature's pixels, or a cell that isn't one. */
function shaded(which: 'one' | 'all' | 'wrong'): Acted {
  const { size, cells } = hatch.start(100).picture;
  const acts = cells.flatMap((on, cell) => {
    const at = cellAt(cell % size, Math.floor(cell / size));
    return on === (which !== 'wrong') && cell % size <= size / 2 ? [shade(at, at)] : [];
  });
  return acted(hatch, 100, which === 'all' ? acts : acts.slice(0, 1));
}

const street = parcels.start(7);
const happened = (event: typeof street.event): Acted => [street, Object.assign({ ...street }, { event })];
const delivered = (load: number) => happened({ kind: 'delivered', load, gained: 10 * load, tip: 0 });
// From HAND to CARD.
const ladder = 791;
/** Climbs a step after as many others. */
function climbed(others: number): Acted {
  const before: RungsState = { ...rungs.start(ladder), marks: Array(others).fill('closer') };
  return [before, rungs.act(before, change(2, 'r'), 1000)];
}
const [, minute] = towerVariants;

type Move = readonly [game: string, what: string, states: Acted, blip: Feel['blip'] | undefined];
const moves: readonly Move[] = [
  ['merge', 'a slide that merges two tiles', acted(merge, 891, [LEFT]), 'good'],
  ['merge', 'one that merges two pairs', acted(merge, 126, [UP, LEFT, UP, LEFT]), 'great'],
  ['merge', 'one that merges none', acted(merge, 891, [LEFT, UP]), 'act'],
  ['tower', 'a drop that fits', dropped(tower, 0), 'great'],
  ['tower', 'one that is cut', dropped(tower, 3), 'good'],
  ['tower', 'one that misses and ends the round', dropped(tower, 9), 'bad'],
  ['tower', 'one that costs only time', dropped(minute, 9), 'bad'],
  ['parcels', 'a step', happened({ kind: 'moved' }), undefined],
  ['parcels', 'a parcel', happened({ kind: 'picked' }), 'good'],
  ['parcels', 'a delivery', delivered(1), 'great'],
  ['parcels', 'a lost load', happened({ kind: 'spilled', load: 1 }), 'bad'],
  ['hatch', 'a pixel', shaded('one'), 'act'],
  ['hatch', 'a wrong pixel', shaded('wrong'), 'bad'],
  ['hatch', 'a creature', shaded('all'), 'great'],
  ['rungs', 'a step closer', acted(rungs, ladder, [change(2, 'r')]), 'good'],
  ['rungs', 'a step astray', acted(rungs, ladder, [change(0, 's')]), 'act'],
  ['rungs', 'a goal', acted(rungs, ladder, [change(2, 'r'), change(0, 'c')]), 'great'],
];

const boardOf = async (game: string) => {
  const loaded = await boards[game]?.();
  if (!loaded) throw new Error(`There is no board of ${game}`);
  return loaded.board;
};

describe('what moves feel like', () => {
  test.each(moves)('%s: %s', async (game, _, [before, after], blip) => {
    expect(after).not.toBe(before);
    const { feel } = await boardOf(game);
    expect(feel(after, before)?.blip).toBe(blip);
    expect(feel(after, after), 'once').toBeUndefined();
  });

  test.each<[game: string, what: string, ...rising: Acted[]]>([
    ['merge', 'larger tiles', acted(merge, 891, [LEFT]), acted(merge, 891, [LEFT, UP, LEFT, UP])],
    ['tower', 'more fits in a row', dropped(tower, 0), dropped(tower, 0, 3)],
    ['parcels', 'larger loads', delivered(1), delivered(4)],
    ['hatch', 'longer lines', shaded('one'), acted(hatch, 100, [shade(cellAt(0, 1), cellAt(4, 1))])],
    ['rungs', 'more steps', climbed(0), climbed(2)],
  ])('in %s, %s sound higher', async (game, _, ...rising) => {
    const { feel } = await boardOf(game);
    const [lower = 0, higher = 0] = rising.map(([before, after]) => feel(after, before)?.combo);
    expect(higher).toBeGreaterThan(lower);
  });

  test.each(Object.keys(arcadeGames))('in %s, what an act moves is eased', (game) => {
    const css = globSync(`src/islands/arcade/${game}/*.css`).map((file) => readFileSync(file, 'utf8'));
    expect(css.join()).toMatch(/\b(animation|transition): [^;]*(ease-out|cubic-bezier)/);
  });

  // In the others, a move that the rules refuse is part of playing fast.
  test.each(Object.keys(arcadeGames))('%s has its best moves and its mistakes or refusals', async (game) => {
    const { refused } = await boardOf(game);
    const blips = moves.flatMap(([of, , , blip]) => (of === game ? [blip] : []));
    expect(blips).toContain('great');
    expect([...blips, refused?.blip]).toContain(['merge', 'rungs'].includes(game) ? 'refused' : 'bad');
  });

  /** Shows a round on a board as the stage does. Returns how far the board has been shaken, each time, and how to go on. */
  async function shown(game: string, state: GameState) {
    const board = await boardOf(game);
    const shake = aBoard();
    const round = {
      gameId: 1,
      rules: board.rules,
      game: state,
      quests: [],
      session: null,
    } as unknown as Round;
    const playing: Play = { state: 'playing', round };
    $play.set(playing);
    onTestFinished(() => $play.set({ state: 'idle' }));
    const { rerender } = renderHook((play: Play) => useFeel(play, board), { initialProps: playing as Play });
    const far = () => shake.mock.calls.map(([{ translate }]) => translate[1]);
    return { round, rerender, far };
  }

  test('a move that changes nothing shakes the board a little, and its end is felt after the last move', async () => {
    const [, pressed] = acted(merge, 891, Array(9).fill(LEFT));
    const slide = await shown('merge', pressed);
    act(LEFT);
    await expect.poll(() => slide.far()).toEqual(['-3px']);
    expect($play.get()).toMatchObject({ state: 'playing', round: { game: pressed } });
    setSound('low');
    const [before, missed] = dropped(tower, 9);
    const fall = await shown('tower', before);
    fall.rerender({
      state: 'finished',
      round: { ...fall.round, game: missed },
      outcome: { state: 'practice' },
    });
    await expect.poll(() => fall.far()).toEqual(['-7px']);
    expect(buzzes).toEqual([[15], [45]]);
    expect(tones.map(([, hertz]) => hertz)).toEqual([165, 110, 392, 330, 262]);
  });
});
