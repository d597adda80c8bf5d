import { CLASSIC, type Rules } from './arcade.ts';
import { hatchVariants } from './hatch.ts';
import { mergeVariants } from './merge-variants.ts';
import { parcelsVariants } from './parcels-variants.ts';
import { rungsVariants } from './rungs.ts';
import { towerVariants } from './tower.ts';

/** Our own games by their name in addresses. Each has a list of variants, with Classic first. */
export const arcadeGames: Readonly<Record<string, readonly [classic: Rules, ...others: Rules[]]>> = {
  merge: mergeVariants,
  parcels: parcelsVariants,
  tower: towerVariants,
  hatch: hatchVariants,
  rungs: rungsVariants,
};

/** Returns the rules of a game's variant, or undefined. `name` comes from an address and can be anything, even `constructor`. */
export function arcadeGame(name: string, variant: string = CLASSIC): Rules | undefined {
  if (!Object.hasOwn(arcadeGames, name)) return undefined;
  return arcadeGames[name]?.find((rules) => rules.variant.id === variant);
}
