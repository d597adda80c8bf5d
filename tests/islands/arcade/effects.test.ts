/** The effects that all games share: what an act does, and the celebration of a round that won something. */
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { celebrate, show } from '../../../src/islands/arcade/effects.ts';
import { setSound } from '../../../src/islands/arcade/feel-store.ts';

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

describe('an act', () => {
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
