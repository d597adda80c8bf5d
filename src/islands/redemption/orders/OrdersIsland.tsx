import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { MIN_ORDER_POINTS } from '../../../lib/contract/limits.ts';
import type { OrderLine } from '../../../lib/contract/redemption/orders.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { Empty } from '../../shared/Empty.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import { places } from '../../shared/Skeleton.tsx';
import { asList } from '../../shared/stores/load.ts';
import { pageIn, useQuery } from '../../shared/use-address.ts';
import { useList } from '../../shared/use-list.ts';
import { OrderCard } from './OrderCard.tsx';
import { $orders, followOrders, loadOrders } from './store.ts';
import './orders.css';

const WithinReach = lazy(async () => (await import('../WithinReach.tsx')).WithinReach);
const Receipt = lazy(async () => (await import('./Receipt.tsx')).Receipt);

/** The player's orders, or the receipt of the order in the address. */
export function OrdersIsland() {
  const query = useQuery(routes.userOrders.pattern);
  const receipt = receiptIn(query ?? '');
  return receipt === null ? <Orders query={query} /> : <Receipt id={receipt} />;
}

/** The orders, newest first. The page refetches when an order changes. */
function Orders({ query }: { readonly query: string | null }) {
  useEffect(() => followOrders(), []);
  const load = useStore($orders, { ssr: 'initial' });
  const states = useList(asList(load, query === null ? null : pageIn(query)), loadOrders);
  const offersNews = states.list?.push_offered === true && canAsk();
  return (
    <PagedList
      {...states}
      what="your orders"
      skeleton={<OrdersSkeleton count={3} />}
      nothing={
        <Empty level={2} title="No orders yet">
          <p>
            Your rewards and their codes show up here after you redeem them. The smallest order is{' '}
            {MIN_ORDER_POINTS} points.
          </p>
          <a className="button" href={routes.userRewards.pattern}>
            See rewards
          </a>
          <WithinReach />
        </Empty>
      }
    >
      {(orders) => (
        <ul className="order-list">
          {orders.map((order) => (
            <OrderCard
              key={order.id}
              order={order}
              primary={order === newestCode(orders)}
              offersNews={offersNews && order === newestWaiting(orders)}
            />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

/** Whether the browser may be asked to show notifications. If it can't, nothing is offered, and nothing needs space. */
const canAsk = () =>
  'PushManager' in window && 'Notification' in window && Notification.permission !== 'denied';

const newestWaiting = (orders: readonly OrderLine[]) =>
  orders.find(({ delivered_at: delivered, ended_at: ended }) => !delivered && !ended);

const newestCode = (orders: readonly OrderLine[]) =>
  orders.find(({ has_code: hasCode, used_at: used, dispute }) => hasCode && !used && dispute === null);

/** Parses a query: '?receipt=41' → 41. Null if there is none; 0 if it isn't an order number, which finds no order. */
function receiptIn(query: string): number | null {
  const text = new URLSearchParams(query).get('receipt');
  if (text === null) return null;
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
}

function OrdersSkeleton({ count }: { readonly count: number }) {
  return (
    <ul className="order-list" aria-busy="true" aria-label="Loading your orders">
      {places(count).map((at) => (
        <li className="reward-card order" key={at}>
          <div className="reward-face skeleton" />
          <div className="order-what">
            <span className="skeleton line" />
            <span className="skeleton line short" />
          </div>
          <span className="skeleton line figure" />
          <div className="order-state">
            <span className="skeleton line short" />
            <span className="skeleton line" />
          </div>
        </li>
      ))}
    </ul>
  );
}
