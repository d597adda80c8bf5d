/** What an act in a game looks, sounds and feels like. Also loaded when a round begins. */
import { buzz, isStill, sound, throwUp } from '../shared/feel/effects.ts';
import type { Feel } from './feel.ts';

/** How the board shakes. */
const SHAKE: Readonly<Partial<Record<Feel['blip'], string[]>>> = {
  refused: ['0', '-3px', '2px', '0'],
  bad: ['0', '-7px', '6px', '-4px', '2px', '0'],
};
const SHAKE_MS = 260;

/** How many seconds after the last act's sound the one for the end begins. */
const AFTER_THE_LAST = 0.18;

export function show({ blip, combo = 0, at = [] }: Feel): void {
  sound(blip, { combo });
  if (isStill()) return;
  buzz(blip);
  const tabletop = document.querySelector('.stage .tabletop');
  if (!tabletop) return;
  const translate = SHAKE[blip];
  if (translate) tabletop.querySelector('.surface')?.animate({ translate }, SHAKE_MS);
  if (at.length > 0) throwUp(tabletop, blip, at, combo > 4 ? 5 : 0);
}

/** Shows the end of a round, after what its last act did. */
export function showEnd(last: Feel | undefined): void {
  show(last ?? { blip: 'end' });
  if (last) sound('end', { after: AFTER_THE_LAST });
}
