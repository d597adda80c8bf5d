/** The names that have a picture in src/components/glyphs: our games, genres, kinds of offers, cases and giveaways. */
const pictured =
  'merge tower parcels hatch rungs action adventure arcade building card-game farming hidden-object idle match-three multiplayer mystery puzzle racing role-playing simulation sports strategy survival tower-defence word-game app sign-up subscription survey couriers-satchel tile-drawer merge-sevens monday-lanterns'.split(
    ' ',
  );

/** The fallbacks. */
export type AnyArt = 'gamepad' | 'chest' | 'raffle' | 'gift-card';

/** Returns the first name that has a picture: (['velvet-orbit-racers', 'Racing'], 'gamepad') → 'racing' */
export const artOf = (names: readonly string[], other: AnyArt): string =>
  names.map((name) => name.toLowerCase().replaceAll(' ', '-')).find((name) => pictured.includes(name)) ??
  other;
