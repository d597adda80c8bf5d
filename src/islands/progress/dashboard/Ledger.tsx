import { useStore } from '@nanostores/react';
import { extensions } from '../../../lib/host.ts';
import { asList, known } from '../../../lib/stores/load.ts';
import { Empty } from '../../shared/Empty.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import { PlayLink } from '../../shared/PlayLink.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { useList } from '../../shared/use-list.ts';
import {
  $transactions,
  type LedgerView,
  loadMoreTransactions,
  retryTransactions,
} from './dashboard-store.ts';
import { show } from './dashboard-view.ts';
import type { FirstGame } from './first-game.ts';
import { LedgerExport } from './LedgerExport.tsx';
import { LedgerTable } from './LedgerTable.tsx';
import { LedgerOrder, LedgerTypes } from './LedgerTools.tsx';

interface Props extends LedgerView {
  readonly play: FirstGame | undefined;
}

/** Each movement of points with its state and its reason. */
export function Ledger({ play, type, order }: Props) {
  return (
    <section aria-labelledby="ledger">
      <div className="section-title">
        <h2 id="ledger">Ledger</h2>
        {extensions && <LedgerOrder order={order} />}
      </div>
      <LedgerTypes type={type} />
      <Entries play={play} type={type} order={order} />
      {extensions && <LedgerExport />}
    </section>
  );
}

function Entries({ play, type, order }: Props) {
  const load = useStore($transactions, { ssr: 'initial' });
  const view = { type, order };
  const { list, ...states } = useList(asList(load, view));
  // After a failure what is kept may be of another type.
  const isOther = states.failure !== undefined && known(load, view) === undefined;
  return (
    <PagedList
      {...states}
      what="the ledger"
      list={isOther ? undefined : list}
      level={3}
      onRetry={retryTransactions}
      skeleton={<RowSkeleton count={6} />}
      nothing={<NoEntries type={type} play={play} />}
      more={{ noun: 'entries', onPress: loadMoreTransactions }}
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

function NoEntries({ type, play }: { type: keyof typeof nothing | 'all'; play: FirstGame | undefined }) {
  if (type === 'all')
    return (
      <Empty title="Your ledger starts with your first quest">
        <p>
          Finish one and you’ll see it here: when, what for, how many points, and whether they’re confirmed.
          {play && ` ${play.name} pays right after each round.`}
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
      <p>Try another filter.</p>
      <button type="button" className="button quiet small" onClick={() => show({ type: 'all' })}>
        Show all entries
      </button>
    </Empty>
  );
}
