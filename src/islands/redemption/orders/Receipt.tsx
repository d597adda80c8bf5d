import { useStore } from '@nanostores/react';
import type { Answer } from '../../../lib/contract/call.ts';
import type { getOrder } from '../../../lib/contract/redemption/orders.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { formatMoney, formatPoints } from '../../../lib/format/points.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { $user } from '../../../lib/session/session.ts';
import { site } from '../../../lib/site.ts';
import { Button } from '../../shared/Button.tsx';
import { DetailPage } from '../../shared/DetailPage.tsx';
import { Facts } from '../../shared/Facts.tsx';
import { Points } from '../../shared/Points.tsx';
import { StateBadge } from '../../shared/StateBadge.tsx';
import { $receipt, loadReceipt } from './store.ts';

const LIST = routes.userOrders.pattern;

/** A printable receipt for one order: the reward, the recipient, and each movement of points. */
export function Receipt({ id }: { readonly id: number }) {
  return (
    <DetailPage
      noun="order"
      id={id}
      load={useStore($receipt, { ssr: 'initial' })}
      ask={loadReceipt}
      list={LIST}
      listWords="See your orders"
      of={({ order: { id } }) => ({ id, name: `Order ${id}` })}
      skeleton={
        <div className="receipt-sheet" aria-busy="true">
          <span className="skeleton receipt-size" />
        </div>
      }
    >
      {(receipt) => <Sheet {...receipt} />}
    </DetailPage>
  );
}

function Sheet({ order, entries }: Answer<typeof getOrder>) {
  const user = useStore($user, { ssr: 'initial' });
  return (
    <article className="receipt-sheet" aria-labelledby="receipt">
      <header>
        <div>
          <p className="muted">{site.name}</p>
          <h2 id="receipt">Receipt of order {order.id}</h2>
        </div>
        <StateBadge state={order.state} />
      </header>
      <Facts
        of={[
          ['Reward', `${order.reward.name}, ${order.amount}`],
          ['Ordered', exactTime(order.created_at)],
          ['Delivered', order.delivered_at && exactTime(order.delivered_at)],
          [
            order.state === 'cancelled' ? 'Cancelled' : 'Refunded',
            order.ended_at && `${exactTime(order.ended_at)}: ${order.ended_for ?? ''}`,
          ],
          ['Sent to', order.details],
          ['Reference', order.reference],
          ['Account', user && `${user.name}${user.email ? ` (${user.email})` : ''}`],
          ['Price', `${formatPoints(order.points)} pts, worth ${formatMoney(order.cents)}`],
        ]}
      />
      <table className="ledger">
        <caption>Points</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{entry.created_at && exactTime(entry.created_at)}</td>
              <td>
                {entry.title}
                <small>{entry.detail}</small>
              </td>
              <td>
                <Points points={entry.points} change />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted small">
        You earn points and can’t buy them, so this isn’t an invoice. Dollar amounts show what the reward is
        worth.
      </p>
      <div className="actions no-print">
        <Button onPress={() => globalThis.print()}>Print</Button>
        <a className="button quiet" href={LIST}>
          Back to your orders
        </a>
      </div>
    </article>
  );
}
