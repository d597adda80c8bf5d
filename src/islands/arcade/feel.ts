import type { Blip } from './blips.ts';

/** A place on the board, as fractions of its width and height. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** How an act or its result looks, sounds and feels. */
export interface Feel {
  readonly blip: Blip;
  /** How many in a row, or how high. Each step sounds one step higher. */
  readonly combo?: number;
  /** Where tally strokes fly up. */
  readonly at?: readonly Place[];
}
