/**
 * The names that have a picture: our own games, whose boards are in src/components/boards, and genres, kinds of offers, cases
 * and giveaways, whose glyphs are in src/components/glyphs.
 */
const pictured =
  'merge tower parcels hatch rungs action adventure arcade building card-game farming hidden-object idle match-three multiplayer mystery puzzle racing role-playing simulation sports strategy survival tower-defence word-game app sign-up subscription survey couriers-satchel tile-drawer merge-sevens monday-lanterns'.split(
    ' ',
  );
export const boards: readonly string[] = pictured.slice(0, 5);

/** The fallbacks. */
export type AnyArt = 'gamepad' | 'chest' | 'raffle' | 'gift-card' | 'library';

export interface ArtNames {
  /** The first one decides the colours; the first one that has a picture decides the picture. */
  readonly names: readonly [string, ...string[]];
  readonly other: AnyArt;
  /** One of our drawings, chosen in place of all of them. */
  readonly glyph?: string | null | undefined;
}

/** Returns the name of a picture: { names: ['velvet-orbit-racers', 'Racing'], other: 'gamepad' } → 'racing' */
export const artOf = ({ names, other, glyph }: ArtNames): string =>
  glyph ??
  names.map((name) => name.toLowerCase().replaceAll(' ', '-')).find((name) => pictured.includes(name)) ??
  other;

/** 'merge' → '/boards/merge.svg' */
export const boardAddress = (board: string): string => `/boards/${board}.svg`;
