import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { PER_PAGE } from '../../lib/contract/limits.ts';
import { routes } from '../../lib/routes.ts';
import { $balance } from '../../lib/stores/balance.ts';
import { shown } from '../../lib/stores/load.ts';
import { $rewards, loadRewards, type RewardsView } from '../../lib/stores/rewards.ts';
import { Failed } from '../ui/Failed.tsx';
import { Pages } from '../ui/Pager.tsx';
import { TicketSkeleton } from '../ui/Skeleton.tsx';
import { changeAddress, useQuery, withQuery } from '../ui/use-address.ts';
import { NoRewards } from './NoRewards.tsx';
import { RewardGrid } from './RewardGrid.tsx';
import { Toolbar } from './Toolbar.tsx';
import { queryOf, viewOf } from './view.ts';
import './rewards.css';

interface Props {
  readonly area: 'user' | 'guest';
}

/** Every reward as a ticket; search, order and page stand in the address, so that links and Back work. */
export function RewardsIsland({ area }: Props) {
  const query = useQuery((area === 'user' ? routes.userRewards : routes.guestRewards).pattern);
  const load = useStore($rewards, { ssr: 'initial' });
  const balance = useStore($balance, { ssr: 'initial' });
  const top = useRef<HTMLDivElement>(null);
  const view = viewOf(query ?? '');

  useEffect(() => {
    if (query !== null) void loadRewards(viewOf(query));
  }, [query]);

  function show(change: Partial<RewardsView>, how: 'push' | 'replace' = 'push') {
    changeAddress(withQuery(location.pathname, queryOf({ ...view, page: 1, ...change })), how);
  }
  function showPage(page: number) {
    show({ page });
    // The new page is read from its beginning, by keyboard as well.
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }

  const list = shown(load);
  const busy = load.state === 'loading';
  return (
    <div className="rewards" ref={top} tabIndex={-1}>
      <Toolbar view={view} onChange={show} />
      {load.state === 'failed' && list === undefined ? (
        <Failed
          level={2}
          title="The rewards could not be loaded"
          reason={load.error.message}
          onRetry={() => loadRewards(view)}
        />
      ) : list === undefined ? (
        <div className={area === 'user' ? 'captioned' : undefined}>
          <p className="count" role="status">
            Loading rewards
          </p>
          <TicketSkeleton count={PER_PAGE} />
        </div>
      ) : (
        <>
          {load.state === 'failed' && (
            <p className="notice bad" role="alert">
              {load.error.message} What you see is the list as it was.
            </p>
          )}
          <p className="count" role="status">
            {countWords(list)}
          </p>
          {list.data.length === 0 ? (
            <NoRewards view={view} total={list.total} onChange={show} />
          ) : (
            <RewardGrid
              rewards={list.data}
              area={area}
              available={area === 'user' ? (balance?.available ?? null) : null}
              busy={busy}
            />
          )}
          <Pages page={list.current_page} lastPage={list.last_page} busy={busy} onPage={showPage} />
          {list.data.length > 0 && list.current_page >= list.last_page && (
            <p className="end-of-list">That is the end of the list.</p>
          )}
        </>
      )}
    </div>
  );
}

/** "Rewards 21 to 40 of 55" */
function countWords(list: {
  readonly data: readonly unknown[];
  readonly current_page: number;
  readonly per_page: number;
  readonly total: number;
}): string {
  if (list.data.length === 0) return 'No rewards';
  const first = (list.current_page - 1) * list.per_page + 1;
  if (list.total === list.data.length) return list.total === 1 ? '1 reward' : `${list.total} rewards`;
  return `Rewards ${first} to ${first + list.data.length - 1} of ${list.total}`;
}
