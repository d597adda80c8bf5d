import { TRANSACTION_ORDERS, TRANSACTION_TYPES } from '../../../lib/contract/limits.ts';
import { Chips } from '../../shared/Chips.tsx';
import { type DashboardView, show } from './dashboard-view.ts';

const types = {
  all: 'All',
  earned: 'Earned',
  spent: 'Spent',
  pending: 'Pending',
  reversed: 'Reversed',
} as const satisfies Record<(typeof TRANSACTION_TYPES)[number], string>;

const orders = {
  newest: 'Newest first',
  oldest: 'Oldest first',
} as const satisfies Record<(typeof TRANSACTION_ORDERS)[number], string>;

export function LedgerTypes({ type: shown }: Pick<DashboardView, 'type'>) {
  return (
    <Chips
      legend="Type of entry"
      values={TRANSACTION_TYPES}
      words={types}
      value={shown}
      onChoose={(type) => show({ type })}
    />
  );
}

/** Chooses the order of the entries. */
export function LedgerOrder({ order: shown }: Pick<DashboardView, 'order'>) {
  return (
    <select
      className="order"
      aria-label="Sort entries"
      value={shown}
      onChange={({ target }) => {
        const order = TRANSACTION_ORDERS.find((known) => known === target.value);
        if (order) show({ order });
      }}
    >
      {TRANSACTION_ORDERS.map((order) => (
        <option key={order} value={order}>
          {orders[order]}
        </option>
      ))}
    </select>
  );
}
