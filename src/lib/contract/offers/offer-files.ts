/**
 * The files of partners and their offers (src/content/catalogue/partners and …/offers). One JSON file each. A partner's file name
 * is its id, as in /postback/{partner}.
 */
import * as v from 'valibot';
import { DEVICES } from '../limits.ts';

const text = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(max));
const whole = (min: number, max: number) => {
  const words = `must be a whole number from ${min} to ${max}`;
  return v.pipe(v.number(words), v.integer(words), v.minValue(min, words), v.maxValue(max, words));
};

const holdStepSchema = v.strictObject({
  /** Credits of up to this many US cents wait this long. Null in the last step, which covers anything above. */
  up_to_cents: v.nullable(whole(1, 10_000_000)),
  hours: whole(0, 24 * 365),
});
export type HoldStep = v.InferOutput<typeof holdStepSchema>;

/** Whether the limits rise and only the last one is open. */
function areSteps(steps: HoldStep[]): boolean {
  return steps.every(({ up_to_cents }, at) => {
    const before = steps[at - 1]?.up_to_cents ?? 0;
    return at === steps.length - 1 ? up_to_cents === null : up_to_cents !== null && up_to_cents > before;
  });
}

/** The pattern of a partner's id, and so of {partner} in /postback/{partner}. */
export const PARTNER_ID = /^[a-z][a-z0-9-]{1,39}$/;

export const partnerFileSchema = v.strictObject({
  name: text(40),
  /** The offer's address; {offer} and {click} are filled in. The demo partner's address is in the server's settings. */
  url: v.nullable(
    v.pipe(
      v.string(),
      v.regex(/^https:\/\/\S+\{click\}/, 'This must be an https address with {click} in it.'),
      v.maxLength(400),
    ),
  ),
  holds: v.pipe(
    v.array(holdStepSchema),
    v.minLength(1),
    v.maxLength(8),
    v.check(areSteps, 'The steps must rise, and the last one has up_to_cents null.'),
  ),
  /** True for an invented partner. It and its offers never enter a production database. */
  demo: v.boolean(),
});
export type PartnerFile = v.InferOutput<typeof partnerFileSchema>;

const milestoneSchema = v.strictObject({
  /** The code that the partner's reports use. */
  code: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]{1,39}$/)),
  name: text(80),
  /** 0 for a milestone that only shows progress. */
  points: whole(0, 1_000_000),
});
export type OfferMilestone = v.InferOutput<typeof milestoneSchema>;

export const offerKinds = ['game', 'app', 'survey', 'sign-up', 'subscription'] as const;

export const offerFileSchema = v.strictObject({
  id: whole(1, 2_147_483_647),
  /** The name of the partner's file without ".json". */
  partner: v.string(),
  name: text(60),
  kind: v.picklist(offerKinds),
  summary: text(90),
  description: text(800),
  /** The final goal, and what reaching it pays. */
  goal: text(120),
  points: whole(1, 1_000_000),
  /** The steps toward the goal, in order. */
  milestones: v.pipe(v.array(milestoneSchema), v.maxLength(8)),
  requirements: v.strictObject({
    new_users_only: v.boolean(),
    /** What a player has to pay the partner, in US cents. 0: nothing. */
    spend_cents: whole(0, 1_000_000),
    deadline_days: whole(1, 365),
    devices: v.pipe(v.array(v.picklist(DEVICES)), v.minLength(1)),
    /** ISO 3166 codes: ["US", "CA"]. Null: every country. */
    countries: v.nullable(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))), v.minLength(1))),
  }),
});
export type OfferFile = v.InferOutput<typeof offerFileSchema>;

/** What an offer asks, and how long its partner's points stay pending. */
export type OfferTerms = Pick<OfferFile, 'goal' | 'requirements'> & Pick<PartnerFile, 'holds'>;
