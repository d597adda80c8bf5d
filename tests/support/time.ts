import type { TestApi } from './api.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The app's clock after this much time. */
export const later = ({ now }: Pick<TestApi, 'now'>, ms: number) => new Date(now.getTime() + ms);

/** Lets time pass. */
export function pass(api: Pick<TestApi, 'now'>, ms: number): void {
  api.now = later(api, ms);
}
