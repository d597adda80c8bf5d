import { type ArtNames, artOf } from '../lib/format/art.ts';
import { coloursOf } from '../lib/format/sprite.ts';
import { glyphPath } from './glyph.ts';

/** Returns a picture for the box 0 0 40 40. */
export function artFor(art: ArtNames): string {
  const { ground, ink } = coloursOf(art.names[0]);
  return `<rect width="40" height="40" rx="7" fill="${ground}"></rect><path d="${glyphPath(artOf(art))}" fill="${ink}" transform="translate(7 7) scale(1.0833)"></path>`;
}
