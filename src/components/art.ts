import { type AnyArt, artOf } from '../lib/format/art.ts';
import { coloursOf } from '../lib/format/sprite.ts';
import { glyphPath } from './glyph.ts';

export interface Pictured {
  /** As in islands/shared/Art.tsx. */
  readonly names: readonly [string, ...string[]];
  readonly other: AnyArt;
}

/** Returns a picture for the box 0 0 40 40. */
export function artFor({ names, other }: Pictured): string {
  const { ground, ink } = coloursOf(names[0]);
  return `<rect width="40" height="40" rx="7" fill="${ground}"></rect><path d="${glyphPath(artOf(names, other))}" fill="${ink}" transform="translate(7 7) scale(1.0833)"></path>`;
}
