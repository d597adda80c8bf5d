/**
 * The names that have a picture: our own games, whose boards are in src/components/boards, and genres, kinds of offers, cases,
 * giveaways and subjects of articles, whose glyphs are in src/components/glyphs.
 */
const pictured =
  'merge tower parcels hatch rungs action adventure arcade building card-game farming hidden-object idle match-three multiplayer mystery puzzle racing role-playing simulation sports strategy survival tower-defence word-game app sign-up subscription survey couriers-satchel tile-drawer merge-sevens monday-lanterns coins gift-card passkey gamepad'.split(
    ' ',
  );
export const boards: readonly string[] = pictured.slice(0, 5);

/** The fallbacks. */
export type AnyArt = 'gamepad' | 'chest' | 'raffle' | 'gift-card' | 'library';

/** Returns the first name that has a picture: (['velvet-orbit-racers', 'Racing'], 'gamepad') → 'racing' */
export const artOf = (names: readonly string[], other: AnyArt): string =>
  names.map((name) => name.toLowerCase().replaceAll(' ', '-')).find((name) => pictured.includes(name)) ??
  other;

/** 'merge' → '/boards.svg#merge' */
export const boardAddress = (board: string): string => `/boards.svg#${board}`;
