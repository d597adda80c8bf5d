import { describe, expect, test } from 'vitest';
import {
  backOf100,
  honestWords,
  oddsOf,
  oneIn,
  percentWords,
  winsOf100,
} from '../../../src/islands/draws/cases/odds.ts';
import { ordinal } from '../../../src/islands/draws/contests/contest-places.ts';

describe('odds in words', () => {
  test.each([
    [0.3, '30%', '1 in 3.3'],
    [1, '100%', '1 in 1'],
    [0.055, '5.5%', '1 in 18.2'],
    [0.005, '0.5%', '1 in 200'],
    [1 / 3, '33.33%', '1 in 3'],
    [0.000_012_3, '0.0012%', '1 in 81,301'],
    [0, '0%', ''],
  ])('%f', (chance, percent, one) => {
    expect([percentWords(chance), oneIn(chance)]).toEqual([percent, one]);
  });

  test('list the lowest prize first, and depend only on the share of the weights', () => {
    const items = [
      { name: 'much', points: 500, weight: 1 },
      { name: 'little', points: 50, weight: 3 },
    ];
    expect(oddsOf({ items, points: 100 })).toEqual([
      { name: 'little', points: 50, chance: 0.75, gain: -50 },
      { name: 'much', points: 500, chance: 0.25, gain: 400 },
    ]);
    const manifold = items.map((item) => ({ ...item, weight: item.weight * 7 }));
    expect(oddsOf({ items: manifold, points: 100 })).toEqual(oddsOf({ items, points: 100 }));
  });

  test('show no chance and no NaN if all weights are zero', () => {
    const odds = oddsOf({ items: [{ name: 'none', points: 1, weight: 0 }], points: 5 });
    expect(odds[0]?.chance).toBe(0);
    expect(winsOf100(odds)).toBe(0);
  });

  test('state the honest sentence from the figures', () => {
    expect(backOf100({ expected: 236.8, points: 250 })).toBe('94.7');
    expect(honestWords({ expected: 236.8, points: 250 })).toMatch(/pays less than it costs.* 94\.7 of every/);
    expect(honestWords({ expected: 110, points: 100 })).toMatch(/pays at least what it costs.* 110 of every/);
  });

  test('count a prize equal to the price as no loss', () => {
    const items = [
      { name: 'same', points: 100, weight: 1 },
      { name: 'less', points: 99, weight: 3 },
    ];
    expect(winsOf100(oddsOf({ items, points: 100 }))).toBe(25);
  });
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [112, '112th'],
])('place %i is the %s', (place, words) => {
  expect(ordinal(place)).toBe(words);
});
