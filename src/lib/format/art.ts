import { slugOf } from './slug.ts';

/** What has a picture of its own in src/components/glyphs: our games, kinds of games and offers, and cases. */
const pictured: ReadonlySet<string> = new Set([
  'merge',
  'tower',
  'parcels',
  'hatch',
  'action',
  'adventure',
  'arcade',
  'building',
  'card-game',
  'farming',
  'hidden-object',
  'idle',
  'match-three',
  'multiplayer',
  'mystery',
  'puzzle',
  'racing',
  'role-playing',
  'simulation',
  'sports',
  'strategy',
  'survival',
  'tower-defence',
  'word-game',
  'app',
  'sign-up',
  'subscription',
  'survey',
  'couriers-satchel',
  'tile-drawer',
]);

/** What stands for any other. */
export type AnyArt = 'gamepad' | 'chest' | 'raffle' | 'gift-card';

/** The first of its names that has a picture: (['velvet-orbit-racers', 'Racing'], 'gamepad') → 'racing' */
export function artOf(names: readonly string[], other: AnyArt): string {
  return names.map((name) => slugOf(name).toLowerCase()).find((name) => pictured.has(name)) ?? other;
}
