import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { extensions } from '../../../lib/host.ts';
import { Empty } from '../../shared/Empty.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { asList, known } from '../../shared/stores/load.ts';
import { useList } from '../../shared/use-list.ts';
import {
  $transactions,
  type LedgerView,
  loadMoreTransactions,
  retryTransactions,
} from './dashboard-store.ts';
import { show } from './dashboard-view.ts';
import { LedgerExport } from './LedgerExport.tsx';
import { LedgerTable } from './LedgerTable.tsx';
import { LedgerOrder, LedgerTypes } from './LedgerTools.tsx';

/** All movements of points, with state and reason. */
export function Ledger({ type, order }: LedgerView) {
  const entries = known(useStore($transactions, { ssr: 'initial' }), { type, order });
  // Nothing to filter or export.
  const isEmpty = type === 'all' && entries?.data.length === 0;
  return (
    <section aria-labelledby="ledger">
      <div className="section-title">
        <h2 id="ledger">Points history</h2>
        {extensions && !isEmpty && <LedgerOrder order={order} />}
      </div>
      {!isEmpty && <LedgerTypes type={type} />}
      <Entries type={type} order={order} />
      {extensions && !isEmpty && <LedgerExport />}
    </section>
  );
}

function Entries({ type, order }: LedgerView) {
  const load = useStore($transactions, { ssr: 'initial' });
  const view = { type, order };
  // On a phone an entry takes three lines.
  const [few] = useState(() => (matchMedia('(width <= 760px)').matches ? 3 : 5));
  const { list, ...states } = useList(asList(load, view));
  // After a failure, the kept entries may be of another type.
  const isOther = states.failure !== undefined && known(load, view) === undefined;
  return (
    <PagedList
      {...states}
      what="your points history"
      list={isOther ? undefined : list}
      level={3}
      onRetry={retryTransactions}
      skeleton={<RowSkeleton count={few + 1} />}
      nothing={<NoEntries type={type} />}
      more={{ noun: 'entries', onPress: loadMoreTransactions }}
      few={few}
    >
      {(entries) => <LedgerTable entries={entries} />}
    </PagedList>
  );
}

const nothing = {
  earned: 'Nothing earned yet',
  spent: 'Nothing spent yet',
  pending: 'Nothing pending',
  reversed: 'Nothing reversed',
} as const;

function NoEntries({ type }: { readonly type: keyof typeof nothing | 'all' }) {
  if (type === 'all')
    return (
      // Without a box, because it is on the first screen that a new player sees.
      <p className="muted">
        Your points history starts with your first quest. You’ll see when, what for, how many points, and
        whether they’re confirmed.
      </p>
    );
  return (
    <Empty title={nothing[type]}>
      <p>Try another filter.</p>
      <button type="button" className="button quiet small" onClick={() => show({ type: 'all' })}>
        Show all entries
      </button>
    </Empty>
  );
}
