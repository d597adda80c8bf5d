import fc from 'fast-check';
import { expect, test } from 'vitest';
import { childOf } from '../../../src/lib/arcade/breeding.ts';
import { asKind, codeOf, kindOf, kinds, lookOf, silhouetteOf } from '../../../src/lib/arcade/creatures.ts';
import { hatch } from '../../../src/lib/arcade/hatch.ts';
import { giants, pictureOf, sizes } from '../../../src/lib/arcade/hatch-pictures.ts';

const seeds = fc.nat(2 ** 32 - 1);

test('each creature of a round is of one kind, and its code encodes its looks', () => {
  fc.assert(
    fc.property(seeds, fc.nat(9), (seed, index) => {
      const { size, cells, hue } = pictureOf(seed, index);
      const look = { size, cells, hue };
      expect(lookOf(codeOf(look))).toEqual(look);
      expect(kindOf(look)).toMatchObject({ size });
      expect(hatch.finds?.(seed, { hatched: index + 1 })[index]).toBe(codeOf(look));
    }),
    { numRuns: 200 },
  );
});

test('the kinds differ in id, name and shape, and are 20 common, 13 uncommon, 10 rare and 2 epic', () => {
  expect(kinds.map(({ id }) => id)).toEqual(Array.from({ length: 45 }, (_, at) => at + 1));
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(45);
  for (const kind of kinds) expect(kindOf(silhouetteOf(kind))).toBe(kind);
  const counts = Map.groupBy(kinds, ({ rarity }) => rarity);
  expect([...counts].map(([rarity, { length }]) => [rarity, length])).toEqual(
    expect.arrayContaining([
      ['common', 20],
      ['uncommon', 13],
      ['rare', 10],
      ['epic', 2],
    ]),
  );
});

test('each kind appears as often as its odds say', () => {
  const drawn = 800;
  for (const [index, size, of] of [
    [0, 5, sizes],
    [2, 6, sizes],
    [4, 7, sizes],
    [6, 8, sizes],
    [0, 10, giants],
  ] as const) {
    const found = Map.groupBy(
      Array.from({ length: drawn }, (_, at) =>
        kindOf(pictureOf(Math.imul(at + 1, 0x9e3779b1) >>> 0, index, of)),
      ),
      (kind) => kind,
    );
    for (const kind of kinds.filter((one) => one.size === size)) {
      const share = kind.per1000 / 1000;
      // Four standard deviations.
      const slack = 4 * Math.sqrt((share * (1 - share)) / drawn);
      expect(Math.abs((found.get(kind)?.length ?? 0) / drawn - share), kind.name).toBeLessThan(slack);
    }
  }
});

test('two of one size breed a creature with the ears of one and the feet of the other, in either order', () => {
  const ways = new Set<boolean>();
  fc.assert(
    fc.property(seeds, fc.nat(9), seeds, fc.nat(1), (seed, index, otherSeed, by) => {
      const one = pictureOf(seed, index);
      const other = pictureOf(otherSeed, Math.min(9, index - (index % 2) + by));
      const [kind, otherKind] = [kindOf(one), kindOf(other)];
      const child = childOf(one, other);
      expect(childOf(other, one)).toEqual(child);
      expect(lookOf(codeOf(child))).toEqual(child);
      if (!kind || !otherKind) throw new Error('each has a kind');
      const { ears, feet } = kindOf(child) ?? {};
      expect([
        [kind.ears, otherKind.feet],
        [otherKind.ears, kind.feet],
      ]).toContainEqual([ears, feet]);
      expect([one.hue, other.hue]).toContain(child.hue);
      if (kind.ears !== otherKind.ears) ways.add(kindOf(child)?.ears === kind.ears);
    }),
  );
  expect(ways.size).toBe(2);
});

test('any creature can be turned into any kind of its size, and its code keeps that', () => {
  for (const kind of kinds) {
    const made = asKind(kind, pictureOf(kind.id, 0, [kind.size]));
    expect(kindOf(made)).toBe(kind);
    expect(lookOf(codeOf(made))).toEqual(made);
  }
});
