/** The notifications about an order. */

import { REVIEW_DAYS } from '../../../src/lib/contract/limits.ts';
import { pointsInWords } from '../../../src/lib/format/points.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Executor } from '../../db/database.ts';
import { type NewNotification, notify } from '../notifications/notifications.ts';
import { sentence } from '../notifications/words.ts';

interface NotifiedOrder {
  readonly id: number;
  readonly userId: number;
  readonly points: number;
}

type OrderChange =
  | { readonly what: 'delivered' | 'held' | 'released' }
  /** `own`: the player cancelled it and has just seen it. */
  | { readonly what: 'cancelled'; readonly why: string; readonly own: boolean }
  | { readonly what: 'refunded'; readonly why: string }
  | { readonly what: 'reference'; readonly reference: string }
  | {
      readonly what: 'dispute';
      readonly accepted: boolean;
      readonly answer: string;
      readonly final: boolean;
    };

/** Notifies the player about an order. `title` is what was ordered, as in the ledger: "Robux, 400 Robux". */
export function notifyOrder(
  db: Executor,
  order: NotifiedOrder,
  title: string,
  change: OrderChange,
  now: Date,
): Promise<void> {
  const { id, userId } = order;
  const common = {
    kind: 'order' as const,
    key: `order:${id}:${change.what}`,
    href: routes.userOrders.pattern,
    now,
  };
  const say = (head: string, body: string, more: Partial<NewNotification> = {}) =>
    notify(db, userId, { ...common, title: head, body, ...more });
  const back = `You got your ${pointsInWords(order.points)} back.`;
  switch (change.what) {
    case 'delivered':
      return say(`Delivered: ${title}`, `Your order ${id} has arrived. You’ll find it in your orders.`, {
        win: true,
      });
    case 'held':
      return say(
        `Held for review: ${title}`,
        `We’re reviewing order ${id} before we send it. This takes up to ${REVIEW_DAYS} days. See the reason in your orders. Your points are on hold until then, and you get them back if we don’t send it.`,
        // The order's ticket says it.
        { seen: true },
      );
    case 'released':
      return say(`Reviewed: ${title}`, `We’ve reviewed order ${id} and will send it.`);
    case 'cancelled':
      return say(`Cancelled: ${title}`, `Order ${id} was ${ended(change.why)} ${back}`, {
        seen: change.own,
      });
    case 'refunded':
      return say(`Refunded: ${title}`, `Order ${id}: ${sentence(change.why)} ${back}`);
    case 'reference':
      return say(
        `Reference corrected: ${title}`,
        `The correct reference of order ${id} is ${change.reference}.`,
        // It can be corrected again.
        { key: `${common.key}:${now.getTime()}` },
      );
    case 'dispute':
      return say(
        `${change.accepted ? 'Report accepted' : 'Report declined'}: ${title}`,
        `${sentence(change.answer)}${change.accepted ? ` ${back}` : change.final ? '' : ' You can appeal once, in your orders.'}`,
        // The answer to an appeal is a separate notification.
        { key: `${common.key}:${change.final ? 'appeal' : 'first'}` },
      );
  }
}

/**
 * Returns the text of an ended order. "cancelled by you" → "Cancelled by you."; other reasons follow as a sentence: "cancelled.
 * No stock." Older orders say "called off".
 */
function ended(why: string): string {
  return /^(?:cancelled|called off) by you/.test(why) ? sentence(why) : `cancelled. ${sentence(why)}`;
}
