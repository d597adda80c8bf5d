import { useStore } from '@nanostores/react';
import { TRANSACTION_ORDERS, TRANSACTION_TYPES } from '../../lib/contract/limits.ts';
import { $ledgerView, viewLedger } from '../../lib/stores/dashboard.ts';

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

/** Which entries the ledger shows. */
export function LedgerTypes() {
  const view = useStore($ledgerView, { ssr: 'initial' });
  return (
    <fieldset className="chips tools">
      <legend className="unseen">Type of entry</legend>
      {TRANSACTION_TYPES.map((type) => (
        <button
          key={type}
          type="button"
          className="chip"
          aria-pressed={type === view.type}
          onClick={() => viewLedger({ type })}
        >
          {types[type]}
        </button>
      ))}
    </fieldset>
  );
}

/** In which order they stand. */
export function LedgerOrder() {
  const view = useStore($ledgerView, { ssr: 'initial' });
  return (
    <select
      className="order"
      aria-label="Order of entries"
      value={view.order}
      onChange={({ target }) => {
        const order = TRANSACTION_ORDERS.find((known) => known === target.value);
        if (order) void viewLedger({ order });
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
