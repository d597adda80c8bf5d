import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { asList, known } from '../../../lib/stores/load.ts';
import { Empty } from '../../shared/Empty.tsx';
import { Failed } from '../../shared/Failed.tsx';
import { LoadMore } from '../../shared/Pager.tsx';
import { PlayLink } from '../../shared/PlayLink.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { useList } from '../../shared/use-list.ts';
import { show } from './dashboard-view.ts';
import type { FirstGame } from './first-game.ts';
import { LedgerExport } from './LedgerExport.tsx';
import { LedgerTable } from './LedgerTable.tsx';
import { LedgerOrder, LedgerTypes } from './LedgerTools.tsx';
import { $transactions, type LedgerView, loadMoreTransactions, loadTransactions } from './store.ts';

interface Props extends LedgerView {
  readonly play: FirstGame | undefined;
}

/** Each movement of points with its state and its reason. */
export function Ledger({ play, type, order }: Props) {
  return (
    <section aria-labelledby="ledger">
      <div className="section-title">
        <h2 id="ledger">Ledger</h2>
        <LedgerOrder order={order} />
      </div>
      <LedgerTypes type={type} />
      <Entries play={play} type={type} order={order} />
      <LedgerExport />
    </section>
  );
}

function Entries({ play, type, order }: Props) {
  const load = useStore($transactions, { ssr: 'initial' });
  const view = { type, order };
  const { list: entries, failure: reason, busy } = useList(asList(load, view));
  /** Whether more of what is on screen couldn't be had; after a failure of another kind it may be what another type has. */
  const more = useRef(false);
  const isTheirs = known(load, view) !== undefined;
  useEffect(() => {
    if (load.state === 'ready') more.current = false;
  }, [load]);

  const failure = reason !== undefined && (
    <Failed
      title="The ledger could not be loaded"
      reason={reason}
      onRetry={() => (isTheirs && more.current ? loadMoreTransactions() : loadTransactions(view))}
    />
  );
  if (failure && (!entries || !isTheirs)) return failure;
  if (!entries) return <RowSkeleton count={6} />;
  if (entries.data.length === 0) return failure || <NoEntries type={type} play={play} />;
  return (
    <>
      <LedgerTable entries={entries.data} busy={busy} />
      {failure || (entries.total === 1 && <p className="end-line">That is the only entry.</p>) || (
        <LoadMore
          shown={entries.data.length}
          total={entries.next_page_url === null ? entries.data.length : entries.total}
          noun="entries"
          busy={busy}
          onMore={() => {
            more.current = true;
            return loadMoreTransactions();
          }}
        />
      )}
    </>
  );
}

const nothing = {
  earned: 'Nothing earned yet',
  spent: 'Nothing spent yet',
  pending: 'Nothing is pending',
  reversed: 'Nothing was reversed',
} as const;

function NoEntries({ type, play }: { type: keyof typeof nothing | 'all'; play: FirstGame | undefined }) {
  if (type === 'all')
    return (
      <Empty title="Your ledger starts with your first quest">
        <p>
          Finish one and it is written here: when, what for, how many points, and whether they are confirmed.
          {play && ` ${play.name} pays as soon as a round is counted.`}
        </p>
        {play && (
          <PlayLink slug={play.arcade} small>
            Play {play.name}
          </PlayLink>
        )}
      </Empty>
    );
  return (
    <Empty title={nothing[type]}>
      <p>Other entries of your ledger may be there all the same.</p>
      <button type="button" className="button quiet small" onClick={() => show({ type: 'all' })}>
        Show all entries
      </button>
    </Empty>
  );
}
