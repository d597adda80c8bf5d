/**
 * Partner offers: requirements, pay, the caller's progress, and why something wasn't credited (product.md, points 4 and 5). All
 * calls are ours.
 */
import * as v from 'valibot';
import { choice, defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';
import { DEVICES, OFFER_VIEWS } from '../limits.ts';
import { disputeSchema, disputeText } from '../redemption/disputes.ts';
import { offerKinds } from './offer-files.ts';

/** Measured over the credits of the last 90 days. Half took no longer than the median; nine in ten took no longer than p90. */
export const creditFiguresSchema = v.object({
  credited: v.number(),
  /** How many credits were reversed. */
  reversed: v.number(),
  /** From opening the offer to its credit. */
  median_seconds: v.number(),
  p90_seconds: v.number(),
});

export const offerStates = ['new', 'opened', 'tracked', 'pending', 'credited', 'reversed', 'ended'] as const;

export const offerCardSchema = v.object({
  id: idSchema,
  name: v.string(),
  slug: v.string(),
  kind: v.picklist(offerKinds),
  summary: v.string(),
  /** demo: an invented partner, for testing. */
  partner: v.object({ id: v.string(), name: v.string(), demo: v.boolean() }),
  /** The goal and all milestones together. */
  points: v.number(),
  devices: v.array(v.picklist(DEVICES)),
  /** What a player has to pay the partner, in US cents. */
  spend_cents: v.number(),
  /**
   * The state for the caller. opened: the partner hasn't reported anything yet. tracked: the partner has reported progress.
   * pending: credited and held. ended: the time ran out.
   */
  state: v.picklist(offerStates),
  /** Null if there are too few credits to measure. */
  figures: v.nullable(creditFiguresSchema),
});
export type OfferCard = v.InferOutput<typeof offerCardSchema>;

export const stepStates = ['open', 'noted', 'pending', 'confirmed', 'reversed'] as const;

const timelineSchema = v.object({
  at: timeSchema,
  event: v.picklist(['opened', 'tracked', 'milestone', 'credited', 'reversed', 'late', 'repeated']),
  /** What was reached. Empty if the entry needs no explanation. */
  what: v.string(),
  /** The points that it moved. Null if it moved none. */
  points: v.nullable(v.number()),
  /** For a credit: its current state. */
  state: v.nullable(v.picklist(['pending', 'confirmed', 'reversed'])),
  /** When a pending credit is released. */
  releases_at: v.nullable(timeSchema),
  /** The partner's own words about a reversal, as one line of plain text. */
  reason: v.nullable(v.string()),
});
export type TimelineEntry = v.InferOutput<typeof timelineSchema>;

const offerDisputeSchema = v.object({
  ...disputeSchema.entries,
  /** The code of the milestone that it is about; null for the goal. */
  milestone: v.optional(v.nullable(v.string()), null),
});
export type OfferDispute = v.InferOutput<typeof offerDisputeSchema>;

export const offerSchema = v.object({
  ...offerCardSchema.entries,
  description: v.string(),
  /** The final goal. */
  goal: v.object({ name: v.string(), points: v.number(), state: v.picklist(stepStates) }),
  milestones: v.array(
    v.object({
      code: v.string(),
      name: v.string(),
      points: v.number(),
      state: v.picklist(stepStates),
    }),
  ),
  requirements: v.object({
    new_users_only: v.boolean(),
    spend_cents: v.number(),
    deadline_days: v.number(),
    devices: v.array(v.picklist(DEVICES)),
    /** ISO 3166 codes. Null: every country. */
    countries: v.nullable(v.array(v.string())),
  }),
  /** How long points stay pending, by their value. Null in the last step, which covers anything above. */
  holds: v.array(v.object({ up_to_cents: v.nullable(v.number()), hours: v.number() })),
  /** Whether the caller can open it now, and if not, why. */
  open: v.object({
    allowed: v.boolean(),
    why: v.string(),
    /** What the caller can add to make it possible. */
    needs: v.optional(v.nullable(v.literal('country')), null),
  }),
  /** The caller's own progress. Null before the first click. */
  mine: v.nullable(
    v.object({
      click_id: v.string(),
      /** The address of the partner's page. */
      url: v.string(),
      opened_at: timeSchema,
      deadline_at: timeSchema,
      expired: v.boolean(),
      /** Oldest first. */
      timeline: v.array(timelineSchema),
      /** Why it isn't credited, or what is still missing, in words. */
      why: v.string(),
      /** The time during which a dispute can be opened. Null: there is nothing to dispute, or there already is a dispute. */
      dispute_from: v.nullable(timeSchema),
      dispute_until: v.nullable(timeSchema),
      can_dispute: v.boolean(),
      /** What can be disputed now: the goal (`milestone` is null) and milestones that pay. */
      dispute_steps: v.optional(
        v.array(v.object({ milestone: v.nullable(v.string()), name: v.string() })),
        [],
      ),
      dispute: v.nullable(offerDisputeSchema),
    }),
  ),
});
export type Offer = v.InferOutput<typeof offerSchema>;

export const listOffers = defineCall('user', 'GET /api/user/offers', {
  summary: 'Partner offers, paged: all open ones, or those the caller has started',
  query: v.object({ ...pageEntries, show: choice('show', OFFER_VIEWS) }),
  answer: paged(offerCardSchema),
});

export const getOffer = defineCall('user', 'GET /api/user/offers/:id', {
  summary: 'A partner offer: terms, milestones and the caller’s progress',
  answer: v.object({ offer: offerSchema }),
});

/** Opening it again returns the same click. Errors: not_found, offer_closed, too_many_requests. */
export const openOffer = defineCall('user', 'POST /api/user/offers/:id/click', {
  summary: 'Start an offer. Creates the click ID that the partner reports back, one per account',
  answer: v.object({ offer: offerSchema }),
});

/** One dispute per offer, about the goal or one milestone. The same text again returns the same dispute. Errors: not_found, dispute_closed, invalid with `proof`, too_many_requests. */
export const disputeOffer = defineCall('user', 'POST /api/user/offers/:id/dispute', {
  summary: 'Report a missing credit, with proof',
  body: v.object({
    proof: disputeText,
    milestone: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(40))), null),
  }),
  answer: v.object({ offer: offerSchema }),
});

/** Errors: not_found, dispute_closed, invalid with `appeal`, too_many_requests. */
export const appealOffer = defineCall('user', 'POST /api/user/offers/:id/appeal', {
  summary: 'Appeal a rejected dispute, once',
  body: v.object({ appeal: disputeText }),
  answer: v.object({ offer: offerSchema }),
});

export const getPayouts = defineCall('guest', 'GET /api/user/payouts', {
  summary: 'Payout statistics: credits and reversals per partner, delivery times per reward',
  answer: v.object({
    partners: v.array(
      v.object({
        name: v.string(),
        demo: v.boolean(),
        /** Null if there are too few credits to measure. */
        figures: v.nullable(creditFiguresSchema),
      }),
    ),
    deliveries: v.array(
      v.object({
        reward: v.object({ id: idSchema, name: v.string() }),
        orders: v.number(),
        median_seconds: v.number(),
        p90_seconds: v.number(),
      }),
    ),
  }),
});
export type Payouts = v.InferOutput<typeof getPayouts.answer>;
