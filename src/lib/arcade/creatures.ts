/**
 * The collection. A creature's kind follows from what it looks like: its size, its number of ears and its number of feet make one
 * of 45 kinds. How often a kind appears decides its rarity. The round's seed decides the picture, and so the kind.
 */
import type { Picture } from './hatch-pictures.ts';

/** The visible parts of a creature. */
export type Look = Pick<Picture, 'size' | 'cells' | 'hue'>;

export const rarities = ['common', 'uncommon', 'rare', 'epic'] as const;
export type Rarity = (typeof rarities)[number];

export interface Kind {
  /** From 1, in the order of the book. */
  readonly id: number;
  readonly name: string;
  readonly size: number;
  /** 1: a round head, or one broad foot. 3: three or more. */
  readonly ears: 1 | 2 | 3;
  readonly feet: 1 | 2 | 3;
  /** How many of 1,000 creatures of its size are of this kind. */
  readonly per1000: number;
  readonly rarity: Rarity;
}

/**
 * Names with their number of 1,000: by size, then by ears (one, two, more), then by feet. The odds were counted over 8,000 seeds
 * per size.
 */
const book: Readonly<Record<number, string>> = {
  5: 'Bean 277, Pip 340, Jelly 84, Bunlet 79, Hopkin 135, Moth 28, Acorn 20, Sprig 27, Glint 10',
  6: 'Muffin 248, Waddle 374, Inkling 74, Kit 93, Tomkin 129, Burr 27, Thistle 20, Tiara 29, Comet 6',
  7: 'Boulder 48, Trundle 114, Squidge 64, Bellhop 107, Foxglove 238, Scuttle 135, Antler 72, Jester 142, Bramble 80',
  8: 'Dumpling 55, Golem 115, Kraken 66, Lantern 117, Griffin 232, Mandrake 130, Turret 67, Monarch 139, Hydra 79',
  // The weekly giants.
  10: 'Colossus 21, Behemoth 59, Leviathan 67, Minotaur 64, Titan 166, Dragon 189, Castle 65, Emperor 179, Chimera 189',
};

/** The lowest number per 1,000 for each rarity. Anything rarer is epic. */
export const rarityFrom: readonly (readonly [Rarity, number])[] = [
  ['common', 100],
  ['uncommon', 60],
  ['rare', 15],
];
const rarityOf = (per1000: number): Rarity => rarityFrom.find(([, from]) => per1000 >= from)?.[0] ?? 'epic';

const counts = [1, 2, 3] as const;

export const kinds: readonly Kind[] = Object.entries(book).flatMap(([size, names], page) =>
  names.split(', ').map((entry, at) => {
    const [name = '', odds] = entry.split(' ');
    const per1000 = Number(odds);
    return {
      id: page * 9 + at + 1,
      name,
      size: Number(size),
      ears: counts[Math.floor(at / 3)] ?? 3,
      feet: counts[at % 3] ?? 3,
      per1000,
      rarity: rarityOf(per1000),
    };
  }),
);

/** The number of runs of pixels in a row. */
function runsIn({ size, cells }: Look, row: number): number {
  const line = cells.slice(row * size, (row + 1) * size);
  return line.filter((on, x) => on && !line[x - 1]).length;
}

/** Returns the kind of a creature. Undefined for a size that isn't in the book. */
export function kindOf(look: Look): Kind | undefined {
  const [ears, feet] = [runsIn(look, 0), runsIn(look, look.size - 1)].map((runs) => Math.min(3, runs));
  return kinds.find((kind) => kind.size === look.size && kind.ears === ears && kind.feet === feet);
}

/** Encodes a look: "7b6f5-210" has one base-32 character for the left half of each row, then the hue. */
export function codeOf({ size, cells, hue }: Look): string {
  const half = Math.ceil(size / 2);
  const rows = Array.from({ length: size }, (_, y) =>
    cells.slice(y * size, y * size + half).reduce((bits, on, x) => bits | (on ? 1 << x : 0), 0),
  );
  return `${rows.map((bits) => bits.toString(32)).join('')}-${hue}`;
}

export function lookOf(code: string): Look {
  const [rows = '', hue = '0'] = code.split('-');
  const size = rows.length;
  const cells = [...rows].flatMap((row) => {
    const bits = Number.parseInt(row, 32);
    return Array.from({ length: size }, (_, x) => (bits & (1 << Math.min(x, size - 1 - x))) !== 0);
  });
  return { size, cells, hue: Number(hue) };
}

const edges: Readonly<Record<number, readonly [string, string, string]>> = {
  5: ['.###.', '##.##', '#.#.#'],
  6: ['.####.', '##..##', '#.##.#'],
  7: ['..###..', '.##.##.', '#..#..#'],
  8: ['..####..', '.##..##.', '#..##..#'],
  10: ['...####...', '.##....##.', '#...##...#'],
};

/** Returns the creature with its first and last row replaced by the ears and feet of the kind. */
export function asKind({ size, ears, feet }: Kind, { cells, hue }: Look): Look {
  const edge = (count: number) => [...(edges[size]?.[count - 1] ?? '')].map((cell) => cell === '#');
  return { size, cells: [...edge(ears), ...cells.slice(size, -size), ...edge(feet)], hue };
}

/** The outline of a kind that hasn't been found yet. */
export const silhouetteOf = (kind: Kind): Look =>
  asKind(kind, { size: kind.size, cells: new Array<boolean>(kind.size ** 2).fill(true), hue: 0 });
