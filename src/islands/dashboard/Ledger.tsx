import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import {
  $ledgerView,
  $transactions,
  loadMoreTransactions,
  loadTransactions,
  viewLedger,
} from '../../lib/stores/dashboard.ts';
import { shown } from '../../lib/stores/load.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { LoadMore } from '../ui/Pager.tsx';
import { PlayLink } from '../ui/PlayLink.tsx';
import { RowSkeleton } from '../ui/Skeleton.tsx';
import type { FirstGame } from './first-game.ts';
import { LedgerExport } from './LedgerExport.tsx';
import { LedgerTable } from './LedgerTable.tsx';
import { LedgerOrder, LedgerTypes } from './LedgerTools.tsx';

/** Each movement of points with its state and its reason. */
export function Ledger({ play }: { play: FirstGame | undefined }) {
  return (
    <section aria-labelledby="ledger">
      <div className="section-title">
        <h2 id="ledger">Ledger</h2>
        <LedgerOrder />
      </div>
      <LedgerTypes />
      <Entries play={play} />
      <LedgerExport />
    </section>
  );
}

function Entries({ play }: { play: FirstGame | undefined }) {
  const view = useStore($ledgerView, { ssr: 'initial' });
  const load = useStore($transactions, { ssr: 'initial' });
  const entries = shown(load);
  /** What the lines on screen are the answer to; after a failure they may be those of another type. */
  const answered = useRef(view);
  const last = useRef<() => Promise<void>>(loadTransactions);
  useEffect(() => {
    if (load.state !== 'ready') return;
    answered.current = view;
    last.current = loadTransactions;
  }, [load, view]);

  const failure = load.state === 'failed' && (
    <Failed
      title="The ledger could not be loaded"
      reason={load.error.message}
      onRetry={() => last.current()}
    />
  );
  if (failure && (!entries || answered.current !== view)) return failure;
  if (!entries) return <RowSkeleton count={6} />;
  if (entries.data.length === 0) return failure || <NoEntries type={view.type} play={play} />;
  return (
    <>
      <LedgerTable entries={entries.data} busy={load.state === 'loading'} />
      {failure || (entries.total === 1 && <p className="end-line">That is the only entry.</p>) || (
        <LoadMore
          shown={entries.data.length}
          total={entries.next_page_url === null ? entries.data.length : entries.total}
          noun="entries"
          busy={load.state === 'loading'}
          onMore={() => {
            last.current = loadMoreTransactions;
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
          <PlayLink arcade={play.arcade} small>
            Play {play.name}
          </PlayLink>
        )}
      </Empty>
    );
  return (
    <Empty title={nothing[type]}>
      <p>Other entries of your ledger may be there all the same.</p>
      <button type="button" className="button quiet small" onClick={() => viewLedger({ type: 'all' })}>
        Show all entries
      </button>
    </Empty>
  );
}
