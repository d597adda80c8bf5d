import { describe, expect, it } from 'vitest';
import { spriteOf } from '../../../src/lib/format/sprite.ts';

const ids = Array.from({ length: 200 }, (_, at) => `player-${at}`);

/** The pixels that a path fills, as "x,y". */
function pixels(path: string): Set<string> {
  const filled = new Set<string>();
  for (const [, x, y, width] of path.matchAll(/M(\d) (\d)h(\d)v1h-\d/g)) {
    for (let at = 0; at < Number(width); at++) filled.add(`${Number(x) + at},${y}`);
  }
  return filled;
}

describe('a sprite', () => {
  it('is the same for the same id, so that a game looks the same in the build and in the browser', () => {
    for (const id of ids) expect(spriteOf(id)).toEqual(spriteOf(id));
  });

  it('differs from id to id', () => {
    const different = new Set(ids.map((id) => spriteOf(id).path));
    expect(different.size).toBe(ids.length);
  });

  it('is mirrored and stays inside 8 by 8', () => {
    for (const id of ids) {
      const filled = pixels(spriteOf(id).path);
      expect(filled.size).toBeGreaterThan(12);
      for (const pixel of filled) {
        const [x = 0, y = 0] = pixel.split(',').map(Number);
        expect(x).toBeLessThan(8);
        expect(y).toBeLessThan(8);
        expect(filled.has(`${7 - x},${y}`)).toBe(true);
      }
    }
  });

  it('has two eyes', () => {
    for (const id of ids) {
      const filled = pixels(spriteOf(id).path);
      const eye = (y: number) =>
        !filled.has(`2,${y}`) && [`1,${y}`, `3,${y}`, `2,${y - 1}`].every((near) => filled.has(near));
      expect(eye(2) || eye(3), id).toBe(true);
    }
  });

  it('stays small enough to be in every row of a list', () => {
    for (const id of ids) expect(spriteOf(id).path.length).toBeLessThan(640);
  });

  it('accepts an empty id and one with characters beyond ASCII', () => {
    expect(spriteOf('').path).not.toBe('');
    expect(spriteOf('プレイヤー🎲').path).not.toBe('');
  });
});
