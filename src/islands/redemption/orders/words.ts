import type { OrderLine } from '../../../lib/contract/orders.ts';
import { durationWords } from '../../../lib/format/duration.ts';
import { heldWords } from '../../../lib/format/held.ts';

const meanings: Readonly<Record<Exclude<OrderLine['state'], 'held'>, string>> = {
  pending: 'Waits for the operator. Your points are held, and come back if it can’t be sent.',
  processing:
    'An operator is sending it, so it can’t be called off any more. Your points are held until it is there.',
  delivered: 'It is yours, and the points are spent.',
  cancelled: 'It was not sent. Your points are back.',
  refunded: 'Your points are back.',
};

/** What a state means for its owner. */
export function meaningOf({ state, held_for, play_days }: OrderLine): string {
  if (state !== 'held') return meanings[state];
  if (held_for === 'first_order')
    return `${heldWords(held_for)} ${waitWords(play_days)} Your points are on hold until then.`;
  return `${heldWords(held_for)} A person looks at it before it goes out. Your points are held, and come back if we say no.`;
}

function waitWords(given: OrderLine['play_days']): string {
  if (!given)
    return 'It goes out once you’ve played on a few different days, or once our team has looked at it.';
  const left = Math.max(1, given.needed - given.played);
  const days = left === 1 ? 'on one more day' : `on ${left} more days`;
  return `Play ${days} (${given.played} of ${given.needed} so far) and it goes out by itself, or sooner if our team has looked at it.`;
}

/** An operator's words, which may be a sentence already. */
export function asSentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/** When it can be expected, from orders that were sent before; null for what isn't on its way. `now` in milliseconds. */
export function etaWords({ state, has_code, ...order }: OrderLine, now: number): string | null {
  if (has_code || (state !== 'pending' && state !== 'processing')) return null;
  const measured = order.delivery_time;
  if (!measured) return 'Too few of these were sent yet to say how long it takes.';
  const { median_seconds: median, p90_seconds: p90, orders } = measured;
  const waited = (now - Date.parse(order.created_at)) / 1000;
  if (waited > p90)
    return `It takes longer than nine of ten do: those were sent within ${durationWords(p90)}.${
      order.can_cancel ? ' You can wait, or call it off.' : ''
    }`;
  return `Half of these are sent within ${durationWords(median)}, nine of ten within ${durationWords(p90)}. Measured from the last ${orders} orders.`;
}

const disputeWords = {
  open: 'Your dispute waits for our answer.',
  appealed: 'Your appeal waits for our answer.',
  accepted: 'Your dispute was accepted: your points are back.',
  refused: 'Your dispute was refused. You can ask for a second look, once.',
  closed: 'Your dispute was refused again, and that is our last word here.',
} as const;

export function disputeMeaning(state: keyof typeof disputeWords): string {
  return disputeWords[state];
}

export const reasonWords = {
  not_received: 'It never arrived',
  code_refused: 'The code isn’t accepted',
  wrong_item: 'It is something else than I ordered',
  too_late: 'It takes too long',
  other: 'Something else',
} as const;
