import type { OrderLine } from '../../../lib/contract/redemption/orders.ts';
import { durationWords } from '../../../lib/format/duration.ts';
import { heldWords } from '../../../lib/format/held.ts';

const meanings: Readonly<Record<Exclude<OrderLine['state'], 'held'>, string>> = {
  pending: 'In the queue. Your points are on hold until we send it, and you get them back if we can’t.',
  processing: 'We’re sending it, so you can’t cancel it. Your points are on hold until it arrives.',
  delivered: 'All yours. Enjoy.',
  cancelled: 'We didn’t send it. Your points are back.',
  refunded: 'Your points are back.',
};

/** Returns what a state means for the order's owner. */
export function meaningOf({ state, held_for, play_days }: OrderLine): string {
  if (state !== 'held') return meanings[state];
  if (held_for === 'first_order')
    return `${heldWords(held_for)} ${waitWords(play_days)} Your points are on hold until then.`;
  return `${heldWords(held_for)} Our team checks it before we send it. Your points are on hold until then, and you get them back if we decline it.`;
}

function waitWords(given: OrderLine['play_days']): string {
  if (!given)
    return 'We’ll send it once you’ve played on a few different days, or once our team has checked it.';
  const left = Math.max(1, given.needed - given.played);
  const days = left === 1 ? 'on one more day' : `on ${left} more days`;
  return `Play ${days} (${given.played} of ${given.needed} so far) and we’ll send it, or sooner if our team has checked it.`;
}

/** Returns the expected delivery time, from earlier orders. Null if the order isn't on its way. `now` is in milliseconds. */
export function etaWords({ state, has_code, ...order }: OrderLine, now: number): string | null {
  if (has_code || (state !== 'pending' && state !== 'processing')) return null;
  const measured = order.delivery_time;
  if (!measured) return 'We don’t have a delivery estimate yet.';
  const { median_seconds: median, p90_seconds: p90, orders } = measured;
  const waited = (now - Date.parse(order.created_at)) / 1000;
  if (waited > p90)
    return `This is taking longer than usual. We send nine in ten within ${durationWords(p90)}.${
      order.can_cancel ? ' You can wait, or cancel it.' : ''
    }`;
  return `We send half of these within ${durationWords(median)} and nine in ten within ${durationWords(p90)}, based on the last ${orders} orders.`;
}

const disputeWords = {
  open: 'We’re reviewing your report.',
  appealed: 'We’re reviewing your appeal.',
  accepted: 'We agree with your report. Your points are back.',
  refused: 'We declined your report. You can appeal once.',
  closed: 'We declined your appeal. This decision is final.',
} as const;

export function disputeMeaning(state: keyof typeof disputeWords): string {
  return disputeWords[state];
}

export const reasonWords = {
  not_received: 'It never arrived',
  code_refused: 'The code doesn’t work',
  wrong_item: 'I got the wrong item',
  too_late: 'It’s taking too long',
  other: 'Something else',
} as const;
