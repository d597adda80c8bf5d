import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextStroke, playHatch } from '../../../server/db/seed-players.ts';
import {
  cellAt,
  type HatchState,
  HINT,
  hatch,
  hatchVariants,
  LIMIT_MS,
  metricsOf,
  PRICE_MS,
  shade,
  start,
  UNTIMED,
} from '../../../src/lib/arcade/hatch.ts';
import {
  giants,
  isSolvable,
  type Picture,
  pictureOf,
  runsOf,
  sizes,
} from '../../../src/lib/arcade/hatch-pictures.ts';
import { playWhims, seeds, whimsFor } from './live.ts';

/** '#.#' → a picture whose numbers the test counts itself. */
function picture(lines: readonly string[]): Picture {
  const size = lines.length;
  const count = (line: string) => (line.match(/#+/g) ?? ['']).map((run) => run.length);
  const columns = lines.map((_, x) => count(lines.map((line) => line[x] ?? '').join('')));
  return {
    size,
    cells: lines.flatMap((line) => [...line].map((pixel) => pixel === '#')),
    rows: lines.map(count),
    columns,
    hue: 200,
  };
}

const invader = picture(['.#.#.', '#####', '#.#.#', '#####', '.#.#.']);
const state = (change: Partial<HatchState> = {}): HatchState => ({
  ...start(1),
  picture: invader,
  marks: new Array(25).fill('open'),
  ...change,
});
/** The marks row by row: '#' shaded, 'x' wrong, '.' open. */
const shown = ({ marks, picture: { size } }: HatchState) =>
  Array.from({ length: size }, (_, y) =>
    marks
      .slice(y * size, (y + 1) * size)
      .map((mark) => ({ open: '.', shaded: '#', wrong: 'x' })[mark])
      .join(''),
  );
const one = (x: number, y: number) => shade(cellAt(x, y), cellAt(x, y));
const line = (x: number, y: number, toX: number, toY: number) => shade(cellAt(x, y), cellAt(toX, toY));

/** Counts the symmetric pictures with these numbers; the search ends at two. */
function solutions({ size, rows, columns }: Picture): number {
  const half = Math.ceil(size / 2);
  const options = rows.map((runs) =>
    Array.from({ length: 1 << half }, (_, mask) =>
      Array.from({ length: size }, (_, x) => ((mask >> Math.min(x, size - 1 - x)) & 1) === 1),
    ).filter((bits) => runsOf(bits).join() === runs.join()),
  );
  let found = 0;
  const search = (chosen: boolean[][]) => {
    if (found > 1) return;
    const next = options[chosen.length];
    if (next === undefined) {
      if (columns.every((runs, x) => runsOf(chosen.map((row) => row[x] ?? false)).join() === runs.join()))
        found += 1;
      return;
    }
    for (const row of next) {
      const rowsSoFar = [...chosen, row];
      // A column that already has more runs than its numbers can't be completed.
      const fits = columns.every((runs, x) => {
        const now = runsOf(rowsSoFar.map((bits) => bits[x] ?? false));
        return now.length <= runs.length && now.every((run, at) => run <= (runs[at] ?? 0));
      });
      if (fits) search(rowsSoFar);
    }
  };
  search([]);
  return found;
}

test.each([
  [
    [true, true, false, true],
    [2, 1],
  ],
  [[false, false], [0]],
  [[], [0]],
  [[true, true, true], [3]],
  [
    [false, true, false, true, true, false],
    [1, 2],
  ],
])('the runs of %j are %j', (pixels, runs) => {
  expect(runsOf(pixels)).toEqual(runs);
});

describe('creatures', () => {
  test('are symmetric, match their numbers, and have no amber', () => {
    fc.assert(
      fc.property(seeds, fc.nat(9), (seed, index) => {
        const found = pictureOf(seed, index);
        const { size, cells, rows, columns, hue } = found;
        expect(size).toBe(sizes[index]);
        const drawn = Array.from({ length: size }, (_, y) =>
          cells
            .slice(y * size, (y + 1) * size)
            .map((on) => (on ? '#' : '.'))
            .join(''),
        );
        for (const row of drawn) expect([...row].reverse().join('')).toBe(row);
        expect({ rows, columns }).toEqual({ rows: picture(drawn).rows, columns: picture(drawn).columns });
        expect(hue >= 100 || hue < 10).toBe(true);
      }),
    );
  });

  test('can each be solved by logic, with a unique solution', () => {
    fc.assert(
      fc.property(seeds, fc.nat(9), fc.boolean(), (seed, index, isGiant) => {
        const found = isGiant ? pictureOf(seed, index % giants.length, giants) : pictureOf(seed, index);
        expect(isSolvable(found)).toBe(true);
        expect(solutions(found)).toBe(1);
        // The fallback picture has all its pixels.
        expect(found.cells.every(Boolean)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  test('aren’t solvable if they leave a choice', () => {
    const choice = picture(['#...#', '.#.#.', '.....', '.....', '.....']);
    expect(solutions(choice)).toBeGreaterThan(1);
    expect(isSolvable(choice)).toBe(false);
    expect(isSolvable(invader)).toBe(true);
  });

  test('differ within a round, and between two seeds', () => {
    const drawn = (seed: number) => sizes.map((_, index) => JSON.stringify(pictureOf(seed, index).cells));
    for (let seed = 0; seed < 30; seed++) expect(new Set(drawn(seed)).size).toBeGreaterThanOrEqual(9);
    expect(drawn(1)).not.toEqual(drawn(2));
  });
});

describe('shading', () => {
  test('a pixel shades its counterpart too', () => {
    const after = hatch.act(state(), one(0, 1), 100);
    expect(shown(after)).toEqual(['.....', '#...#', '.....', '.....', '.....']);
    expect(after).toMatchObject({ score: 20, moves: 1, last: { shaded: 2, wrong: false } });
  });

  test('a pixel in the middle has no counterpart', () => {
    expect(hatch.act(state(), one(2, 1), 100).score).toBe(10);
  });

  test('a line is shaded as a whole, whichever way it is drawn', () => {
    for (const given of [line(0, 1, 4, 1), line(4, 1, 0, 1), line(0, 1, 2, 1), line(4, 1, 2, 1)]) {
      const after = hatch.act(state(), given, 100);
      expect(shown(after)[1]).toBe('#####');
      expect(after.score).toBe(50);
    }
    expect(shown(hatch.act(state(), line(0, 1, 0, 3), 100))).toEqual([
      '.....',
      '#...#',
      '#...#',
      '#...#',
      '.....',
    ]);
  });

  test('a line continues over shaded pixels, and stops at the first wrong one', () => {
    const before = hatch.act(state(), one(0, 2), 100);
    const after = hatch.act(before, line(0, 2, 4, 2), 200);
    expect(shown(after)[2]).toBe('#x.x#');
    expect(after).toMatchObject({
      score: 20,
      mistakes: 1,
      mistakesHere: 1,
      last: { shaded: 0, wrong: true },
    });
  });

  test('each wrong pixel costs five seconds', () => {
    const wrong = hatch.act(state(), one(1, 2), 1000);
    expect(hatch.timeLeft(state(), 1000)).toBe(LIMIT_MS - 1000);
    expect(hatch.timeLeft(wrong, 1000)).toBe(LIMIT_MS - 1000 - PRICE_MS);
  });

  test.each([
    ['what is shaded already', one(0, 1)],
    ['a slope', line(0, 0, 1, 1)],
    ['a cell beyond the grid', one(5, 0)],
    ['a line that leaves the grid', line(0, 0, 7, 0)],
  ])('%s isn’t an act', (_, given) => {
    const before = hatch.act(state(), line(0, 1, 4, 1), 100);
    expect(hatch.act(before, given, 200)).toBe(before);
  });

  test('a pixel counts as wrong only once', () => {
    const before = hatch.act(state(), one(1, 2), 100);
    expect(hatch.act(before, one(3, 2), 200)).toBe(before);
  });
});

describe('hatching', () => {
  const strokes = [line(0, 1, 4, 1), line(0, 3, 4, 3), one(0, 2), one(2, 2), one(1, 0), one(1, 4)];
  const finish = (before: HatchState) =>
    strokes.reduce((now, given, at) => hatch.act(now, given, 1000 + at * 200), before);

  test('the last pixel hatches the creature and brings the next one', () => {
    const after = finish(state());
    expect(after).toMatchObject({ flawless: 1, score: 17 * 10 + 100, last: { hatched: true }, over: false });
    expect(after.hatched).toEqual([invader]);
    expect(after.picture).toEqual(pictureOf(1, 1));
    expect(after.marks.every((mark) => mark === 'open')).toBe(true);
  });

  test('a creature with a wrong pixel gets no bonus, and the next one can again', () => {
    const after = finish(hatch.act(state(), one(1, 2), 500));
    expect(after).toMatchObject({ flawless: 0, score: 17 * 10, mistakes: 1, mistakesHere: 0 });
  });

  test('the tenth creature ends the round and scores each remaining second', () => {
    const { metrics, score, lasted } = playHatch(11);
    expect(metrics).toMatchObject({ hatched: 10, flawless: 10, rounds: 1 });
    const pixels = sizes.reduce((sum, _, at) => sum + pictureOf(11, at).cells.filter(Boolean).length, 0);
    expect(score).toBe(pixels * 10 + 10 * 100 + 10 * Math.floor((LIMIT_MS - lasted) / 1000));
  });
});

describe('time', () => {
  test('ends the round three minutes after its start, less the penalties', () => {
    const wrong = hatch.act(state(), one(1, 2), 1000);
    expect(hatch.nextAt(wrong)).toBe(LIMIT_MS - PRICE_MS);
    expect(hatch.advance(wrong, LIMIT_MS - PRICE_MS - 1)).toBe(wrong);
    const over = hatch.advance(wrong, LIMIT_MS - PRICE_MS);
    expect(hatch.isOver(over)).toBe(true);
    expect(hatch.act(over, one(0, 1), LIMIT_MS)).toBe(over);
    expect(hatch.nextAt(over)).toBeNull();
  });

  test('can end immediately with a wrong pixel', () => {
    expect(hatch.act(state(), one(1, 2), LIMIT_MS - PRICE_MS + 1)).toMatchObject({ over: true, mistakes: 1 });
  });

  test('rejects a stroke after the end', () => {
    const stroke = nextStroke(start(1)) ?? 0;
    expect(hatch.replay(1, [[LIMIT_MS - 1, stroke]]).ok).toBe(true);
    expect(hatch.replay(1, [[LIMIT_MS, stroke]])).toEqual({ ok: false, reason: 'after_the_end' });
  });
});

test('marks are always right, and the score follows from them', () => {
  fc.assert(
    fc.property(seeds, whimsFor(hatch), fc.nat(6), (seed, whims, outs) => {
      // A few creatures are hatched first, so that random strokes reach every size.
      const begun = playHatch(seed, (now) => now.hatched.length >= outs);
      const strokes = begun.inputs.map(([, given]) => ({ wait: 120, act: given, looks: [] }));
      const { states } = playWhims(hatch, seed, [...strokes, ...whims]);
      const last = states.at(-1) ?? start(seed);
      const { picture: creature, marks } = last;
      marks.forEach((mark, cell) => {
        if (mark !== 'open') expect(mark === 'shaded').toBe(creature.cells[cell]);
        const [x, y] = [cell % creature.size, Math.floor(cell / creature.size)];
        expect(marks[y * creature.size + creature.size - 1 - x]).toBe(mark);
      });
      const whole = last.hatched.reduce((sum, out) => sum + out.cells.filter(Boolean).length, 0);
      const here =
        last.hatched.length === sizes.length ? 0 : marks.filter((mark) => mark === 'shaded').length;
      const pixels = whole + here;
      const seconds = last.score - pixels * 10 - last.flawless * 100;
      if (last.hatched.length < sizes.length) expect(seconds).toBe(0);
      expect(metricsOf(last)).toMatchObject({ hatched: last.hatched.length, flawless: last.flawless });
    }),
  );
});

describe('a hint', () => {
  const [, hints, giant] = hatchVariants;
  const with3 = (change: Partial<HatchState> = {}) =>
    state({ shape: hints.start(1).shape, hints: 3, ...change });

  test('shades the first open pixel and its counterpart, and scores nothing', () => {
    const after = hints.act(with3(), HINT, 100);
    expect(shown(after)).toEqual(['.#.#.', '.....', '.....', '.....', '.....']);
    expect(after).toMatchObject({ score: 0, hints: 2, moves: 1, mistakes: 0 });
  });

  test('can hatch a creature, which then gets no bonus, while the next one can again', () => {
    const marks = invader.cells.map((on, cell): HatchState['marks'][number] =>
      on && cell > 4 ? 'shaded' : 'open',
    );
    const out = hints.act(with3({ marks }), HINT, 100);
    expect(out).toMatchObject({ score: 0, flawless: 0, hinted: false, last: { hatched: true } });
    expect(out.hatched).toEqual([invader]);
  });

  test('isn’t an act if none is left, or in Classic', () => {
    const none = with3({ hints: 0 });
    expect(hints.act(none, HINT, 100)).toBe(none);
    expect(hatch.act(start(1), HINT, 100)).toEqual(start(1));
  });

  test('giants are three creatures of ten by ten, always with a clock', () => {
    const begun = giant.start(1);
    expect(begun.picture.size).toBe(10);
    expect(giant.act(begun, UNTIMED, 0)).toBe(begun);
    const { metrics, inputs } = playHatch(3, undefined, giant);
    expect(metrics).toMatchObject({ hatched: 3, flawless: 2 });
    expect(giant.finds?.(3, metrics)).toHaveLength(3);
    expect(hatch.replay(3, inputs).ok).toBe(false);
  });
});

describe('without a clock', () => {
  const calm = hatch.act(start(1), UNTIMED, 0);

  test('ends after as many mistakes as would have used up the time, and never by time', () => {
    expect(hatch.timeLeft(calm, LIMIT_MS)).toBeNull();
    expect(hatch.nextAt(calm)).toBeNull();
    const late = hatch.advance(calm, 100 * LIMIT_MS);
    expect(late.over).toBe(false);
    const { picture } = late;
    const wrong = picture.cells.findIndex((on) => !on);
    const mistake = { ...late, mistakes: LIMIT_MS / PRICE_MS - 1 };
    const act = one(wrong % picture.size, Math.floor(wrong / picture.size));
    expect(hatch.act(mistake, act, LIMIT_MS).over).toBe(true);
  });

  test('is chosen before anything is shaded, once', () => {
    expect(hatch.act(calm, UNTIMED, 0)).toBe(calm);
    const begun = hatch.act(start(1), nextStroke(start(1)) ?? 0, 1_000);
    expect(hatch.act(begun, UNTIMED, 2_000)).toBe(begun);
  });

  test('the same strokes never score more than with one', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        let [timed, untimed] = [start(seed), hatch.act(start(seed), UNTIMED, 0)];
        for (let at = 1_000; !untimed.over; at += 500) {
          const stroke = nextStroke(untimed);
          if (stroke === undefined) break;
          untimed = hatch.act(untimed, stroke, at);
          if (!timed.over) timed = hatch.act(timed, stroke, at);
        }
        expect(untimed.hatched).toHaveLength(sizes.length);
        expect(untimed.score).toBeLessThan(timed.score);
      }),
      { numRuns: 20 },
    );
  });
});
