import type { OrderLine } from '../../../lib/contract/orders.ts';

interface Step {
  readonly words: string;
  /** done: behind it. now: where the order is. next: still to come. */
  readonly is: 'done' | 'now' | 'next';
  /** When it began; null where that isn't known or hasn't come. */
  readonly at: string | null;
}

/** An order as far as its steps go: one that was just placed has no later times yet. */
export type Stepped = Pick<OrderLine, 'id' | 'state' | 'created_at' | 'delivered_at'> &
  Partial<Pick<OrderLine, 'processing_at' | 'ended_at'>>;

const placed = (order: Stepped): Step => ({ words: 'Placed', is: 'done', at: order.created_at });

/** Where an order has come so far and what is still ahead: placed, being prepared, delivered; or how else it ended. */
export function stepsOf(order: Stepped): Step[] {
  const { state, processing_at: begun = null, delivered_at, ended_at = null } = order;
  // A code goes out at once, and what was cancelled in time was never prepared.
  const prepared: Step[] = begun === null ? [] : [{ words: 'Prepared', is: 'done', at: begun }];
  const came: Step[] = delivered_at === null ? [] : [{ words: 'Delivered', is: 'done', at: delivered_at }];
  const ahead: Step = { words: 'Delivered', is: 'next', at: null };
  switch (state) {
    case 'pending':
    case 'processing':
      return [placed(order), { words: 'Being prepared', is: 'now', at: begun }, ahead];
    case 'held':
      return [placed(order), { words: 'In review', is: 'now', at: null }, ahead];
    case 'delivered':
      return [placed(order), ...prepared, { words: 'Delivered', is: 'now', at: delivered_at }];
    case 'cancelled':
      return [placed(order), ...prepared, { words: 'Cancelled', is: 'now', at: ended_at }];
    case 'refunded':
      return [
        placed(order),
        ...(came.length > 0 ? came : prepared),
        { words: 'Refunded', is: 'now', at: ended_at },
      ];
  }
}
