import { CLASSIC, type Rules } from './arcade.ts';
import { hatchVariants } from './hatch.ts';
import { mergeVariants } from './merge-variants.ts';
import { parcelsVariants } from './parcels-variants.ts';
import { rungsVariants } from './rungs.ts';
import { towerVariants } from './tower.ts';

/** Every game of our own by its name in the address, each as its variants: Classic first. */
export const arcadeGames: Readonly<Record<string, readonly [classic: Rules, ...others: Rules[]]>> = {
  merge: mergeVariants,
  parcels: parcelsVariants,
  tower: towerVariants,
  hatch: hatchVariants,
  rungs: rungsVariants,
};

/** The rules of that game and variant, or undefined; a name from an address may be anything, `constructor` as well. */
export function arcadeGame(name: string, variant: string = CLASSIC): Rules | undefined {
  if (!Object.hasOwn(arcadeGames, name)) return undefined;
  return arcadeGames[name]?.find((rules) => rules.variant.id === variant);
}
