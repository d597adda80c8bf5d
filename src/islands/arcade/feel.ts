import type { Blip } from './blips.ts';

/** A place on the board, in parts of its width and height. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** What an act of the player, or what comes of it, feels like. */
export interface Feel {
  readonly blip: Blip;
  /** The how-manieth in a row it is, or how high it gets: each sounds a step higher. */
  readonly combo?: number;
  /** Where tally strokes fly up. */
  readonly at?: readonly Place[];
}
