import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { MIN_ORDER_POINTS } from '../../lib/contract/limits.ts';
import { routes } from '../../lib/routes.ts';
import { shown } from '../../lib/stores/load.ts';
import { $orders, followOrders, loadOrders } from '../../lib/stores/orders.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { later } from '../ui/later.tsx';
import { Pages } from '../ui/Pager.tsx';
import { Stale } from '../ui/Stale.tsx';
import { changeAddress, useQuery, withQuery } from '../ui/use-address.ts';
import { OrderCard } from './OrderCard.tsx';
import { OrdersSkeleton } from './Skeleton.tsx';
import './orders.css';

const Receipt = later(async () => (await import('./orders-later.ts')).Receipt);

/** One's own orders, or the receipt of the one that the address names. */
export function OrdersIsland() {
  const query = useQuery(routes.userOrders.pattern);
  const receipt = receiptIn(query ?? '');
  return receipt === null ? <Orders query={query} /> : <Receipt id={receipt} />;
}

/** The orders, newest first; the shown page renews itself when an order changes. */
function Orders({ query }: { readonly query: string | null }) {
  const load = useStore($orders, { ssr: 'initial' });
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (query !== null) void loadOrders(pageOf(query));
  }, [query]);
  useEffect(() => followOrders(), []);

  function show(page: number) {
    changeAddress(withQuery(location.pathname, page === 1 ? {} : { page: String(page) }), 'push');
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }

  const list = shown(load);
  if (load.state === 'failed' && !list?.data.length)
    return (
      <Failed
        level={2}
        title="Your orders could not be loaded"
        reason={load.error.message}
        onRetry={() => loadOrders(pageOf(query ?? ''))}
      />
    );
  if (list === undefined) return <OrdersSkeleton count={3} />;
  if (list.total === 0)
    return (
      <Empty level={2} title="No orders yet">
        <p>
          What you redeem stands here, with its state and its code. The smallest order is {MIN_ORDER_POINTS}{' '}
          points.
        </p>
        <a className="button" href={routes.userRewards.pattern}>
          See the rewards
        </a>
      </Empty>
    );
  return (
    <div className="orders" ref={top} tabIndex={-1}>
      {load.state === 'failed' && (
        <Stale reason={load.error.message} onRetry={() => loadOrders(pageOf(query ?? ''))}>
          What you see are the orders as they were.
        </Stale>
      )}
      <ul className="order-list" aria-busy={load.state === 'loading'}>
        {list.data.map((order) => (
          <OrderCard key={order.id} order={order} />
        ))}
      </ul>
      <Pages
        page={list.current_page}
        lastPage={list.last_page}
        busy={load.state === 'loading'}
        onPage={show}
      />
      {list.data.length === 0 ? (
        <p className="muted">
          The list is shorter than that. <a href={routes.userOrders.pattern}>Go to page 1</a>
        </p>
      ) : (
        list.current_page >= list.last_page && <p className="end-of-list">These are all your orders.</p>
      )}
    </div>
  );
}

/** '?page=2' → 2; anything else is the first. */
function pageOf(query: string): number {
  const page = Number(new URLSearchParams(query).get('page'));
  return Number.isSafeInteger(page) && page > 0 && page <= 1_000_000 ? page : 1;
}

/** '?receipt=41' → 41; null without one. 0 stands for what is no number of an order, and finds none. */
function receiptIn(query: string): number | null {
  const text = new URLSearchParams(query).get('receipt');
  if (text === null) return null;
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
}
