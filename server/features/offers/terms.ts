/** The terms of an offer. Those of a started offer are the ones it was started with, whatever its file says since. */

import { DEVICES } from '../../../src/lib/contract/limits.ts';
import type { OfferMilestone, OfferTerms } from '../../../src/lib/contract/offers/offer-files.ts';
import type { clicks, offers, partners } from '../../db/schema.ts';

type Click = typeof clicks.$inferSelect;
type Offer = typeof offers.$inferSelect;
type Partner = typeof partners.$inferSelect;

export interface Terms extends OfferTerms {
  readonly points: number;
  readonly milestones: readonly OfferMilestone[];
}

/** Returns what a click keeps, in addition to its points and milestones. */
export const termsNow = (offer: Offer, partner: Partner): OfferTerms => ({
  goal: offer.goal,
  requirements: {
    new_users_only: offer.newUsersOnly,
    spend_cents: offer.spendCents,
    deadline_days: offer.deadlineDays,
    devices: DEVICES.filter((device) => offer.devices.includes(device)),
    countries: offer.countries,
  },
  holds: partner.holds,
});

/** Returns the terms for a player: today's if they haven't started the offer (`click` is null). */
export function termsOf({
  click,
  offer,
  partner,
}: {
  readonly click: Click | null;
  readonly offer: Offer;
  readonly partner: Partner;
}): Terms {
  const { points, milestones } = click ?? offer;
  return { points, milestones, ...(click?.terms ?? termsNow(offer, partner)) };
}
