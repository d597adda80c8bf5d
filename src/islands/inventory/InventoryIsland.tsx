import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { INVENTORY_STATES } from '../../lib/contract/limits.ts';
import { routes } from '../../lib/routes.ts';
import {
  $inventory,
  followInventory,
  type InventoryView,
  loadInventory,
} from '../../lib/stores/inventory.ts';
import { shown } from '../../lib/stores/load.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Pages } from '../ui/Pager.tsx';
import { Stale } from '../ui/Stale.tsx';
import { changeAddress, useQuery, withQuery } from '../ui/use-address.ts';
import { ItemCard } from './ItemCard.tsx';
import { ItemsSkeleton } from './Skeleton.tsx';
import './inventory.css';

const { pattern } = routes.userInventory;

const states = { unused: 'To use', used: 'Used', expired: 'Expired', all: 'All' } as const;

/** What one has: codes and what was sent, by state; which one stands in the address. */
export function InventoryIsland() {
  const query = useQuery(pattern);
  const view = viewOf(query ?? '');
  const load = useStore($inventory, { ssr: 'initial' });
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (query !== null) void loadInventory(viewOf(query));
  }, [query]);
  useEffect(() => followInventory(), []);

  function show(change: Partial<InventoryView>) {
    const { state, page } = { ...view, page: 1, ...change };
    const asked = {
      ...(state === 'unused' ? {} : { state }),
      ...(page === 1 ? {} : { page: String(page) }),
    };
    changeAddress(withQuery(location.pathname, asked), 'push');
    if (change.page !== undefined) {
      top.current?.focus({ preventScroll: true });
      top.current?.scrollIntoView({ block: 'start' });
    }
  }

  const list = shown(load);
  const retry = () => loadInventory(view);
  if (load.state === 'failed' && !list?.data.length)
    return (
      <Failed
        level={2}
        title="Your inventory could not be loaded"
        reason={load.error.message}
        onRetry={retry}
      />
    );
  if (list === undefined) return <ItemsSkeleton count={3} />;
  if (list.counts.all === 0)
    return (
      <Empty level={2} title="Nothing here yet">
        <p>
          What you redeem is kept here: the code, how to use it, and until when. Cases and contests pay
          points, so what you win there stands in your ledger.
        </p>
        <a className="button" href={routes.userRewards.pattern}>
          See the rewards
        </a>
      </Empty>
    );
  return (
    <div className="inventory" ref={top} tabIndex={-1}>
      <fieldset className="chips tools">
        <legend className="unseen">Which items</legend>
        {INVENTORY_STATES.map((state) => (
          <button
            key={state}
            type="button"
            className="chip"
            aria-pressed={state === view.state}
            onClick={() => show({ state })}
          >
            {states[state]} <span className="num">&nbsp;{list.counts[state]}</span>
          </button>
        ))}
      </fieldset>
      {load.state === 'failed' && (
        <Stale reason={load.error.message} onRetry={retry}>
          What you see are your items as they were.
        </Stale>
      )}
      {list.data.length === 0 ? (
        <Nothing state={view.state} page={view.page} onAll={() => show({ state: 'all' })} />
      ) : (
        <ul className="items" aria-busy={load.state === 'loading'}>
          {list.data.map((item) => (
            <ItemCard key={item.id} item={item} />
          ))}
        </ul>
      )}
      <Pages
        page={list.current_page}
        lastPage={list.last_page}
        busy={load.state === 'loading'}
        onPage={(page) => show({ page })}
      />
      {list.data.length > 0 && list.current_page >= list.last_page && (
        <p className="end-of-list">
          {list.total === 1 ? 'That is the only one.' : `These are all ${list.total}.`}
        </p>
      )}
    </div>
  );
}

const nothing = {
  unused: 'Nothing is waiting to be used',
  used: 'Nothing was put away as used',
  expired: 'Nothing has expired',
  all: 'The list is shorter than that',
} as const;

function Nothing({
  state,
  page,
  onAll,
}: {
  readonly state: InventoryView['state'];
  readonly page: number;
  readonly onAll: () => void;
}) {
  return (
    <Empty level={2} title={page > 1 ? nothing.all : nothing[state]}>
      <p>Your other items may be there all the same.</p>
      <button type="button" className="button quiet small" onClick={onAll}>
        Show all items
      </button>
    </Empty>
  );
}

/** '?state=used&page=2' → what is shown. What can't be read is as if it weren't there. */
function viewOf(query: string): InventoryView {
  const params = new URLSearchParams(query);
  const state = params.get('state');
  const page = Number(params.get('page'));
  return {
    state: INVENTORY_STATES.find((one) => one === state) ?? 'unused',
    page: Number.isSafeInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
  };
}
