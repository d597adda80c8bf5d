import { later, MINUTE } from './time.ts';

/** The current time, passed in so that tests can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** How far the clocks of several processes may differ, in milliseconds. */
const SKEW_MS = MINUTE;

/**
 * Returns the latest plausible time for something set `span` milliseconds ahead. A later time was written by a clock that had jumped. It
 * counts as over, or it would last as long as that jump.
 */
export const latestHonest = (now: Date, span: number) => later(now, span + SKEW_MS);
