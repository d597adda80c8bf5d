import type { OrderLine } from '../../../lib/contract/redemption/orders.ts';

interface Step {
  readonly words: string;
  /** done: in the past. now: the current step. next: still to come. */
  readonly is: 'done' | 'now' | 'next';
  /** When it began. Null if unknown or not reached yet. */
  readonly at: string | null;
}

/** The parts of an order that its steps need. A new order has no later times yet. */
export type Stepped = Pick<OrderLine, 'id' | 'state' | 'created_at' | 'delivered_at'> &
  Partial<Pick<OrderLine, 'processing_at' | 'ended_at'>>;

const placed = (order: Stepped): Step => ({ words: 'Placed', is: 'done', at: order.created_at });

/** Returns an order's past and coming steps: placed, being prepared or paid, delivered, or another end. */
export function stepsOf(order: Stepped): Step[] {
  const { state, processing_at: begun = null, delivered_at, ended_at = null } = order;
  // An order cancelled in time was never prepared.
  const prepared: Step[] = begun === null ? [] : [{ words: 'Prepared', is: 'done', at: begun }];
  const came: Step[] = delivered_at === null ? [] : [{ words: 'Delivered', is: 'done', at: delivered_at }];
  // A code needs no preparing. Its points are on hold at most until it is delivered, and are spent in that moment.
  const paid: Step[] = [{ words: 'Paid', is: 'done', at: delivered_at }];
  const ahead: Step = { words: 'Delivered', is: 'next', at: null };
  switch (state) {
    case 'pending':
    case 'processing':
      return [placed(order), { words: 'Being prepared', is: 'now', at: begun }, ahead];
    case 'held':
      return [placed(order), { words: 'In review', is: 'now', at: null }, ahead];
    case 'delivered':
      return [
        placed(order),
        ...(prepared.length > 0 ? prepared : paid),
        { words: 'Delivered', is: 'now', at: delivered_at },
      ];
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
