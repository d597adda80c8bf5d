/** A player's picture: a mirrored 8 by 8 pixel creature. The same id always gives the same picture. */
interface Sprite {
  /** SVG path data in the box 0 0 8 8. */
  readonly path: string;
  /** CSS colours of the background and of the creature. Both work on either theme. */
  readonly ground: string;
  readonly ink: string;
}

function hash(text: string): number {
  let mixed = 2166136261;
  for (const char of text) mixed = Math.imul(mixed ^ (char.codePointAt(0) ?? 0), 16777619);
  return mixed >>> 0;
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Draws the left half, row by row. The noise gets a face, so that it looks like a creature and not like a blot. */
function leftHalf(random: () => number): boolean[][] {
  const rows = Array.from({ length: 8 }, (_, y) =>
    Array.from({ length: 4 }, (_, x) => random() < (y === 0 || y === 7 || x === 0 ? 0.34 : 0.66)),
  );
  const eyeRow = random() < 0.5 ? 2 : 3;
  const set = (x: number, y: number, on: boolean) => {
    const row = rows[y];
    if (row) row[x] = on;
  };
  for (const y of [eyeRow - 1, eyeRow, eyeRow + 1]) for (const x of [1, 2, 3]) set(x, y, true);
  set(2, eyeRow, false);
  if (random() < 0.4) set(2, eyeRow + 1, false);
  set(3, eyeRow + 2, random() < 0.5);
  return rows;
}

export function spriteOf(id: string): Sprite {
  let path = '';
  leftHalf(randomFrom(hash(id))).forEach((row, y) => {
    row.forEach((on, x) => {
      if (on) path += x === 3 ? `M3 ${y}h2v1h-2z` : `M${x} ${y}h1v1h-1zM${7 - x} ${y}h1v1h-1z`;
    });
  });
  return { path, ...coloursOf(id) };
}

export function coloursOf(id: string): Pick<Sprite, 'ground' | 'ink'> {
  const hue = hash(`${id} hue`) % 360;
  return { ground: `oklch(0.42 0.11 ${hue})`, ink: `oklch(0.93 0.11 ${(hue + 40) % 360})` };
}
