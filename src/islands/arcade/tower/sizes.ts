import { LANE } from '../../../lib/arcade/tower.ts';

/** The height of a row in units, and the distance of the ground's top edge from the top of the picture. */
export const ROW = 5;
export const GROUND = LANE - 7;
/** The row, from the lower edge of the picture, at which a tall tower's top stays. */
export const EYE = 6;

export const BOX = `0 0 ${LANE} ${LANE}`;
/** Converts units of the picture to a percentage of its side. */
export const percent = (units: number) => `${(100 * units) / LANE}%`;
