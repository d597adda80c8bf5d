import { LANE } from '../../../lib/arcade/tower.ts';

/** A row of the tower is so many units high, and the ground's upper edge is this far down in the picture. */
export const ROW = 5;
export const GROUND = LANE - 7;
/** The row of the picture, from its lower edge, that the tower's top stays at once it has grown so high. */
export const EYE = 6;

export const BOX = `0 0 ${LANE} ${LANE}`;
/** Units of the picture as a part of its side. */
export const percent = (units: number) => `${(100 * units) / LANE}%`;
