import type { Blip } from '../shared/feel/blips.ts';
import type { Place } from '../shared/feel/effects.ts';

/** How an act or its result looks, sounds and feels. */
export interface Feel {
  readonly blip: Blip;
  /** How many in a row, or how high. Each step sounds one step higher. */
  readonly combo?: number;
  /** Where tally strokes fly up. */
  readonly at?: readonly Place[];
}
