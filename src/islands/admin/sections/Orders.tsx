import { ORDER_VIEWS } from '../../../lib/contract/limits.ts';
import type { OperatorOrder } from '../../../lib/contract/operator-orders.ts';
import { formatMoney, formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { StateBadge } from '../../shared/StateBadge.tsx';
import { Time } from '../../shared/Time.tsx';
import { orders } from '../orders-store.ts';
import { type Column, ListFrame } from '../parts/ListFrame.tsx';
import { Waited } from '../parts/Waited.tsx';
import { Player } from '../parts/words.tsx';

const viewWords: Readonly<Record<(typeof ORDER_VIEWS)[number], string>> = {
  open: 'All that wait',
  pending: 'To be sent',
  processing: 'Being sent',
  held: 'Held for a look',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  all: 'All',
};

const filters = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    choices: ORDER_VIEWS.map((view) => [view, viewWords[view]] as const),
  },
  { kind: 'text', name: 'user_id', label: 'Player’s number', placeholder: '1024' },
] as const;

export const isWaiting = ({ state }: Pick<OperatorOrder, 'state'>): boolean =>
  state === 'pending' || state === 'processing' || state === 'held';

const columns: readonly [Column<OperatorOrder>, ...Column<OperatorOrder>[]] = [
  {
    head: 'Order',
    kind: 'words',
    cell: ({ id, reward, amount }) => (
      <>
        {reward.name}, {amount} <small>{id}</small>
      </>
    ),
  },
  { head: 'Player', cell: ({ user }) => <Player user={user} /> },
  {
    head: 'Price',
    kind: 'figure',
    cell: ({ points, cents }) => (
      <>
        <span className="pts">{formatPoints(points)}</span>{' '}
        <span className="money">{formatMoney(cents)}</span>
      </>
    ),
  },
  {
    head: 'State',
    cell: (order) => (
      <>
        <StateBadge state={order.state} />{' '}
        <small>
          {isWaiting(order) ? (
            <Waited since={order.created_at} />
          ) : (
            <Time at={order.ended_at ?? order.delivered_at} />
          )}
        </small>
      </>
    ),
  },
  { head: 'Next', kind: 'words', cell: nextStep },
];

/** What is to be done with an order, in a few words. */
export function nextStep({ state, is_code, processing_by }: OperatorOrder): string {
  if (state === 'held') return 'Look at it: release or refuse';
  if (state === 'processing')
    return `Note it as sent${processing_by ? `: begun by ${processing_by.name}` : ''}`;
  if (state !== 'pending') return 'Nothing';
  return is_code ? 'Bring a code in: none was left' : 'Send it';
}

export function Orders() {
  return (
    <ListFrame
      nouns={['order', 'orders']}
      source={orders}
      filters={filters}
      columns={columns}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => hrefs.operator('orders', id)}
      nothing={{
        title: 'No order waits',
        text: 'What is ordered and can’t go out by itself stands here, the longest waiting first.',
      }}
    />
  );
}
