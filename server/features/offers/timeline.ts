/**
 * Derives the status of a user's offer from the partner's reports: its timeline, its state, and why it isn't credited. Pure
 * functions.
 */

import { DISPUTE_DAYS, DISPUTE_OFFER_HOURS } from '../../../src/lib/contract/limits.ts';
import type { Offer, OfferCard, stepStates, TimelineEntry } from '../../../src/lib/contract/offers/offers.ts';
import { longDate } from '../../../src/lib/format/dates.ts';
import type { clicks, offers, partners, postbacks } from '../../db/schema.ts';
import { DAY, HOUR, later } from '../../platform/time.ts';
import { shownReason } from './postback-report.ts';
import { type Terms, termsOf } from './terms.ts';

type Click = typeof clicks.$inferSelect;
export type OfferRow = typeof offers.$inferSelect;
type StepState = (typeof stepStates)[number];

/** A partner's report, and what happened to the points it paid. */
export interface Reported {
  readonly report: typeof postbacks.$inferSelect;
  /** Null if it paid nothing. */
  readonly points: number | null;
  readonly releasesAt: Date | null;
  readonly confirmed: boolean;
  readonly reversed: boolean;
}

function stateOfReport({ report, confirmed, reversed, releasesAt }: Reported): StepState {
  if (reversed) return 'reversed';
  if (report.outcome === 'noted') return 'noted';
  return releasesAt && !confirmed ? 'pending' : 'confirmed';
}

/** Whether a report is about the goal (`null`) or about a milestone. */
const isAbout = ({ kind, milestone }: Reported['report'], step: string | null) =>
  kind === (step === null ? 'credit' : 'milestone') && milestone === step;

/** Returns the report that decides the state of the goal (`null`) or of a milestone: the last one that counted. */
function decidingReport(reports: readonly Reported[], step: string | null): Reported | undefined {
  const counted = reports.filter(
    ({ report }) => isAbout(report, step) && (report.outcome === 'credited' || report.outcome === 'noted'),
  );
  return counted.findLast((one) => stateOfReport(one) !== 'reversed') ?? counted.at(-1);
}

/** Returns the state of the goal (`null`) or of a milestone. */
export function stepState(reports: readonly Reported[], step: string | null): StepState {
  const deciding = decidingReport(reports, step);
  return deciding ? stateOfReport(deciding) : 'open';
}

export function offerState(click: Click | null, reports: readonly Reported[], now: Date): OfferCard['state'] {
  if (click === null) return 'new';
  const goal = stepState(reports, null);
  if (goal === 'pending' || goal === 'reversed') return goal;
  if (goal === 'confirmed') return 'credited';
  if (now > click.deadlineAt) return 'ended';
  return reports.length > 0 ? 'tracked' : 'opened';
}

type Mine = NonNullable<Offer['mine']>;

/** Returns the events since the click, oldest first. */
function timelineOf(
  click: Click,
  offer: OfferRow,
  terms: Terms,
  reports: readonly Reported[],
): TimelineEntry[] {
  const entry = (change: Pick<TimelineEntry, 'at' | 'event'> & Partial<TimelineEntry>): TimelineEntry => ({
    what: '',
    points: null,
    state: null,
    releases_at: null,
    reason: null,
    ...change,
  });
  const nameOf = (code: string) =>
    [...terms.milestones, ...offer.milestones].find((milestone) => milestone.code === code)?.name ?? code;
  const first = reports.find(({ report }) => report.kind !== 'reversal');
  return [
    entry({ at: click.openedAt.toISOString(), event: 'opened' }),
    ...(first ? [entry({ at: first.report.receivedAt.toISOString(), event: 'tracked' })] : []),
    ...reports.flatMap((one): TimelineEntry[] => {
      const { report, points } = one;
      const at = report.receivedAt.toISOString();
      const what = report.milestone === null ? terms.goal : nameOf(report.milestone);
      switch (report.outcome) {
        case 'noted':
          return [entry({ at, event: 'milestone', what })];
        case 'credited': {
          const state = stateOfReport(one);
          return [
            entry({
              at,
              event: report.kind === 'credit' ? 'credited' : 'milestone',
              what,
              points,
              state: state === 'pending' || state === 'reversed' ? state : 'confirmed',
              releases_at: state === 'pending' ? (one.releasesAt?.toISOString() ?? null) : null,
            }),
          ];
        }
        case 'late':
        case 'repeated':
          return report.kind === 'reversal' ? [] : [entry({ at, event: report.outcome, what })];
        case 'reversed': {
          const original = reports.filter(
            (other) => other.report.transaction === report.reference && other.points !== null,
          );
          const taken = original.reduce((sum, other) => sum + (other.points ?? 0), 0);
          return [entry({ at, event: 'reversed', points: -taken, reason: shownReason(report.reason) })];
        }
        default:
          return [];
      }
    }),
  ];
}

/** Says to the player, in one or two sentences, why the goal isn't paid or what is still to come. */
function whyOf(
  click: Click,
  terms: Terms,
  partner: string,
  put: Mine['dispute'],
  reports: readonly Reported[],
  now: Date,
): string {
  const state = offerState(click, reports, now);
  const deadline = longDate(click.deadlineAt.toISOString());
  const deciding = decidingReport(reports, null);
  switch (state) {
    case 'pending': {
      const until = deciding?.releasesAt ? ` on ${longDate(deciding.releasesAt.toISOString())}` : '';
      return `You earned these points. They’re pending and unlock${until}. The partner can reverse them before then, for example after a refund.`;
    }
    case 'credited':
      return 'You earned these points, and you can spend them.';
    case 'reversed': {
      const its = reports.find(
        ({ report }) => report.outcome === 'reversed' && report.reference === deciding?.report.transaction,
      );
      const reason = shownReason(its?.report.reason ?? null);
      return reason !== null
        ? `${partner} reversed it. They wrote: “${reason}”`
        : `${partner} reversed it without a reason. If you don’t know why, report a problem and we’ll ask for one.`;
    }
    case 'ended': {
      const late = reports.findLast(({ report }) => isAbout(report, null) && report.outcome === 'late');
      return late
        ? `${partner} says you reached it on ${longDate(late.report.happenedAt.toISOString())}. That was after the deadline, ${deadline}.`
        : `${partner} didn’t report “${terms.goal}” by the deadline, ${deadline}. If you reached it in time, report a problem with your proof.`;
    }
    case 'tracked': {
      const missing = [
        ...terms.milestones.flatMap(({ code, name }) =>
          stepState(reports, code) === 'open' && code !== put?.milestone ? [`“${name}”`] : [],
        ),
        `“${terms.goal}”`,
      ];
      return `${partner} is tracking your progress. Not reported yet: ${missing.join(', ')}. You have until ${deadline}.`;
    }
    default:
      return `${partner} hasn’t reported anything yet. Already started? Turn off content blockers and use the device you opened it on${terms.requirements.new_users_only ? '. It only counts for new users' : ''}.`;
  }
}

/** Returns when the goal (`null`) or a milestone was last reported too late or taken back; null if it never was. */
function settledAt(reports: readonly Reported[], step: string | null): Date | null {
  const own = reports.filter(({ report }) => isAbout(report, step));
  const times = own.flatMap(({ report }) => {
    const reversal = reports.find(
      (other) => other.report.outcome === 'reversed' && other.report.reference === report.transaction,
    );
    // The reversal may have arrived before what it took back.
    if (reversal) return [report.receivedAt, reversal.report.receivedAt];
    return report.outcome === 'late' ? [report.receivedAt] : [];
  });
  return times.length > 0 ? new Date(Math.max(...times.map((time) => time.getTime()))) : null;
}

/**
 * Returns the time in which the goal (`null`) or a milestone can be disputed; null if there is nothing to dispute, as with a milestone
 * that pays nothing.
 */
export function disputeWindow(
  click: Click,
  reports: readonly Reported[],
  step: string | null,
  now: Date,
): { from: Date; until: Date } | null {
  if (step !== null && !click.milestones.some(({ code, points }) => code === step && points > 0)) return null;
  const state = stepState(reports, step);
  if (state !== 'open' && state !== 'reversed') return null;
  const until = later(click.deadlineAt, DISPUTE_DAYS * DAY);
  // A late or reversed report can be disputed immediately. If there is no report yet, the player must wait first.
  const settled = settledAt(reports, step);
  const from = settled ?? later(click.openedAt, DISPUTE_OFFER_HOURS * HOUR);
  const end = settled ? new Date(Math.max(until.getTime(), settled.getTime() + DISPUTE_DAYS * DAY)) : until;
  return now > end ? null : { from, until: end };
}

export function mineOf(given: {
  click: Click;
  offer: OfferRow;
  partner: typeof partners.$inferSelect;
  reports: readonly Reported[];
  dispute: Mine['dispute'];
  /** The dispute, if it paid and the payment is still valid. */
  put: Mine['dispute'];
  now: Date;
}): Mine {
  const { click, offer, partner, reports, dispute, put, now } = given;
  const terms = termsOf(given);
  const steps = [...terms.milestones, { code: null, name: terms.goal }];
  const windows = (dispute ? [] : steps).flatMap(({ code, name }) => {
    const window = disputeWindow(click, reports, code, now);
    return window ? [{ milestone: code, name, ...window }] : [];
  });
  const open = windows.filter(({ from }) => from <= now);
  const [first] = windows.toSorted((a, b) => a.from.getTime() - b.from.getTime());
  const [last] = windows.toSorted((a, b) => b.until.getTime() - a.until.getTime());
  return {
    click_id: click.id,
    url: partner.url.replace('{offer}', String(offer.id)).replace('{click}', click.id),
    opened_at: click.openedAt.toISOString(),
    deadline_at: click.deadlineAt.toISOString(),
    expired: now > click.deadlineAt,
    timeline: timelineOf(click, offer, terms, reports),
    why:
      put?.milestone === null
        ? 'We added these points after your report, and you can spend them.'
        : whyOf(click, terms, partner.name, put, reports, now),
    dispute_from: first?.from.toISOString() ?? null,
    dispute_until: last?.until.toISOString() ?? null,
    can_dispute: open.length > 0,
    dispute_steps: open.map(({ milestone, name }) => ({ milestone, name })),
    dispute,
  };
}
