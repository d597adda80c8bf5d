import type { Order } from '../../lib/contract/rewards.ts';
import { formatMoney, formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routes.ts';
import { Code } from '../ui/Code.tsx';
import { Face } from '../ui/Face.tsx';
import { StateBadge } from '../ui/StateBadge.tsx';
import { Time } from '../ui/Time.tsx';

const meanings: Readonly<Record<Order['state'], string>> = {
  pending: 'Waits for the operator. Your points are held, and come back if it can’t be sent.',
  delivered: 'It is yours, and the points are spent.',
  cancelled: 'It was not sent. Your points are back.',
};

/** One order: what, when, for how much, how it stands and what that means; its code on request. */
export function OrderCard({ order }: { readonly order: Order }) {
  const { reward, state } = order;
  const what = `${reward.name}, ${order.amount}`;
  return (
    <li className="order">
      <div className="order-face">
        <Face glyph={reward.glyph} name={reward.name} colour={reward.colour} />
      </div>
      <div className="order-what">
        <h2>
          <a href={hrefs.userReward(reward.id, reward.name)}>{reward.name}</a>
        </h2>
        <p className="muted">
          {order.amount} · order {order.id} · <Time at={order.created_at} />
        </p>
      </div>
      <p className="order-price num">
        <span className="pts">{formatPoints(order.points)} pts</span>{' '}
        <span className="money">{formatMoney(order.cents)}</span>
      </p>
      <div className="order-state">
        <p>
          <StateBadge state={state} />
          {state === 'delivered' && order.delivered_at !== null && (
            <span className="muted">
              {' '}
              <Time at={order.delivered_at} />
            </span>
          )}
        </p>
        <p className="muted">{meanings[state]}</p>
        {order.details !== null && (
          <p>
            <span className="muted">To </span>
            <b className="order-to">{order.details}</b>
          </p>
        )}
        {order.code !== null && <Code of={what} code={order.code} covered />}
      </div>
    </li>
  );
}
