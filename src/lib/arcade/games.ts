import type { Rules } from './arcade.ts';
import { hatch } from './hatch.ts';
import { merge } from './merge.ts';
import { parcels } from './parcels.ts';
import { rungs } from './rungs.ts';
import { tower } from './tower.ts';

/** Every game of our own, by its name in the address. */
export const arcadeGames: Readonly<Record<string, Rules>> = { merge, parcels, tower, hatch, rungs };

/** The game of that name, or undefined; a name from an address may be anything, `constructor` as well. */
export function arcadeGame(name: string): Rules | undefined {
  return Object.hasOwn(arcadeGames, name) ? arcadeGames[name] : undefined;
}
