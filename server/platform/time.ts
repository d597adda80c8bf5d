/** Lengths of time in milliseconds, the unit of Date. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

export const later = (at: Date, span: number): Date => new Date(at.getTime() + span);
export const earlier = (at: Date, span: number): Date => new Date(at.getTime() - span);
