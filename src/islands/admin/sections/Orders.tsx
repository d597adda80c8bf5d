import { isWaiting, ORDER_VIEWS } from '../../../lib/contract/operator-limits.ts';
import type { OperatorOrder } from '../../../lib/contract/redemption/operator-orders.ts';
import { formatMoney, formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { StateBadge } from '../../shared/StateBadge.tsx';
import { Time } from '../../shared/Time.tsx';
import { orders } from '../orders-store.ts';
import { choice, search } from '../parts/filters.ts';
import { type Columns, ListFrame } from '../parts/ListFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { Player } from '../parts/words.tsx';

const viewWords: Readonly<Record<(typeof ORDER_VIEWS)[number], string>> = {
  open: 'All waiting',
  pending: 'To be sent',
  processing: 'Being sent',
  held: 'In review',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  to_refund: 'Refund proposed',
  all: 'All',
};

const filters = [
  choice('state', 'Status', ORDER_VIEWS, viewWords),
  search('Order number'),
  // An operator who has one shop open can send all orders from it in a row.
  { kind: 'text', name: 'reward', label: 'Reward', placeholder: 'Robux' },
  { kind: 'text', name: 'user_id', label: 'Player ID', placeholder: '1024' },
] as const;

const columns: Columns<OperatorOrder> = [
  {
    head: 'Order',
    kind: 'words',
    cell: ({ reward, amount }) => `${reward.name}, ${amount}`,
    small: ({ id }) => id,
  },
  { head: 'Player', bare: true, cell: ({ user }) => <Player user={user} /> },
  {
    head: 'Price',
    kind: 'figure',
    aside: true,
    bare: true,
    cell: ({ points, cents }) => (
      <>
        <span className="pts">{formatPoints(points)}</span>{' '}
        <span className="money">{formatMoney(cents)}</span>
      </>
    ),
  },
  {
    head: 'Status',
    bare: true,
    cell: ({ state }) => <StateBadge state={state} />,
    small: (order) =>
      isWaiting(order) ? (
        <Waited since={order.created_at} />
      ) : (
        <Time at={order.ended_at ?? order.delivered_at} />
      ),
  },
  { head: 'Next', bare: true, cell: nextStep },
];

/** Returns the next step for an order, in a few words. */
export function nextStep({ state, standing, is_code, processing_by }: OperatorOrder): string {
  if (standing !== 'good' && (state === 'pending' || state === 'held'))
    return `Wait or ${state === 'held' ? 'decline' : 'cancel'}: the account ${standing === 'debt' ? 'owes points' : 'is suspended'}`;
  if (state === 'held') return 'Release or decline';
  if (state === 'processing') return processing_by ? `${processing_by.name} is sending it` : 'Mark as sent';
  if (state !== 'pending') return '';
  return is_code ? 'Add codes: none left' : 'Send it';
}

export function Orders() {
  return (
    <ListFrame
      nouns={['order', 'orders']}
      source={orders}
      filters={filters}
      columns={columns}
      hrefOf={({ id }) => hrefs.operator('orders', id)}
      nothing={{
        title: 'No orders waiting',
        text: 'Orders we have to send by hand show up here, the oldest first.',
      }}
    />
  );
}
