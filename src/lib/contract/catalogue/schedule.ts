/** When an entry is on the site. A draft never is. Publication and expiry dates are UTC days. */

/** '2026-11-20', from JSON or from front matter. */
type Day = string | Date | undefined;

export interface Schedule {
  readonly draft?: boolean | undefined;
  readonly publish_on?: Day;
  readonly expires_on?: Day;
}

const iso = (day: string | Date) => (typeof day === 'string' ? day : day.toISOString().slice(0, 10));

export const today = (): string => iso(new Date());

export const isExpired = ({ expires_on }: Schedule, day = today()): boolean =>
  expires_on !== undefined && iso(expires_on) <= day;

export const isShown = (schedule: Schedule, day = today()): boolean =>
  !schedule.draft && !(schedule.publish_on && iso(schedule.publish_on) > day) && !isExpired(schedule, day);
