/** The games' music, bar by bar. Each bar follows from its number. */
import { expect, test } from 'vitest';
import { boards } from '../../../src/islands/arcade/boards.ts';
import { BEATS, barOf } from '../../../src/islands/arcade/music.ts';
import { arcadeGames } from '../../../src/lib/arcade/games.ts';

const bars = Array.from({ length: 8 }, (_, bar) => bar);

const tunes = Object.fromEntries(
  await Promise.all(
    Object.entries(boards).map(async ([name, load]) => [name, (await load()).board.tune] as const),
  ),
);

test('every game has its own key and pace', () => {
  expect(Object.keys(tunes).toSorted()).toEqual(Object.keys(arcadeGames).toSorted());
  const all = Object.values(tunes);
  for (const of of [all.map(({ hertz }) => hertz), all.map(({ seconds }) => seconds)])
    expect(new Set(of).size).toBe(all.length);
});

test.each(Object.entries(tunes))(
  '%s: four strokes and a slash in each bar, in its scale, quiet',
  (_, tune) => {
    for (const bar of bars) {
      const notes = barOf(tune, bar);
      expect(notes).toEqual(barOf(tune, bar + bars.length));
      const beats = notes.map(({ at }) => Math.round(at / tune.seconds));
      // The slash has two notes, and a stroke has one or none.
      expect(beats.filter((beat) => beat === BEATS - 1)).toHaveLength(2);
      const strokes = beats.filter((beat) => beat < BEATS - 1);
      expect(strokes).toEqual([...new Set(strokes)].toSorted());
      for (const { hertz, gain } of notes) {
        expect(gain).toBeLessThanOrEqual(0.5);
        const semitones = Math.round(12 * Math.log2(hertz / tune.hertz));
        // Adds four octaves, so that notes below the base have no negative remainder.
        expect([0, 2, 4, 5, 7, 9]).toContain((semitones + 48) % 12);
      }
    }
    expect(new Set(bars.map((bar) => JSON.stringify(barOf(tune, bar)))).size).toBe(bars.length);
  },
);
