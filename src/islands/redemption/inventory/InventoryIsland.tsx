import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { INVENTORY_STATES } from '../../../lib/contract/limits.ts';
import type { Inventory, Item } from '../../../lib/contract/redemption/orders.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { Chips } from '../../shared/Chips.tsx';
import { Empty } from '../../shared/Empty.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import { places } from '../../shared/Skeleton.tsx';
import { asList } from '../../shared/stores/load.ts';
import { changeAddress, pageIn, useQuery, withQuery } from '../../shared/use-address.ts';
import { useList } from '../../shared/use-list.ts';
import { ItemCard } from './ItemCard.tsx';
import { $inventory, followInventory, type InventoryView, loadInventory } from './store.ts';
import './inventory.css';

const WithinReach = lazy(async () => (await import('../WithinReach.tsx')).WithinReach);

const { pattern } = routes.userInventory;
type State = InventoryView['state'];

/** For each state: the chip's label, and the heading if there are no items. */
const words = {
  unused: { chip: 'To use', none: 'Nothing to use right now' },
  used: { chip: 'Used', none: 'Nothing used yet' },
  expired: { chip: 'Expired', none: 'Nothing has expired' },
  all: { chip: 'All', none: 'Nothing here yet' },
} as const;

/** The player's items by state: codes, and rewards that were sent. The state is in the address. */
export function InventoryIsland() {
  const query = useQuery(pattern);
  const view = viewOf(query ?? '');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => followInventory(), []);
  const load = useStore($inventory, { ssr: 'initial' });
  const { list, ...states } = useList(asList(load, query === null ? null : view), loadInventory);
  const show = (state: State) =>
    changeAddress(withQuery(pattern, state === 'unused' ? {} : { state }), 'push');
  return (
    <div className="inventory" ref={place}>
      {list && list.counts.all > 0 && (
        <Chips
          legend="Show items"
          values={INVENTORY_STATES}
          words={chipWords(list.counts)}
          value={view.state}
          onChoose={show}
        />
      )}
      <PagedList
        {...states}
        list={list}
        what="your items"
        skeleton={<ItemsSkeleton />}
        nothing={
          list?.counts.all === 0 ? <NothingAtAll /> : <Nothing state={view.state} onAll={() => show('all')} />
        }
      >
        {(items) => (
          <ul className="items">
            {items.map((item) => (
              <ItemCard
                key={item.id}
                item={item}
                primary={item === newestCode(items)}
                next={() => place.current?.querySelector<HTMLElement>('.paged')}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

/** "To use 3" */
function chipWords(counts: Inventory['counts']): Record<State, ReactNode> {
  const chip = (state: State) => (
    <>
      {words[state].chip} <span className="num">&nbsp;{counts[state]}</span>
    </>
  );
  return { unused: chip('unused'), used: chip('used'), expired: chip('expired'), all: chip('all') };
}

function NothingAtAll() {
  return (
    <Empty level={2} title={words.all.none}>
      <p>
        Your rewards show up here, with how to use them. What’s on its way is under Orders. Points from cases
        and giveaways are in your points history.
      </p>
      <a className="button" href={routes.userRewards.pattern}>
        See rewards
      </a>
      <WithinReach />
    </Empty>
  );
}

function Nothing({ state, onAll }: { readonly state: State; readonly onAll: () => void }) {
  return (
    <Empty level={2} title={words[state].none}>
      <p>Try another filter.</p>
      <button type="button" className="button quiet small" onClick={onAll}>
        Show all items
      </button>
    </Empty>
  );
}

const newestCode = (items: readonly Item[]) =>
  items.find(({ kind, state }) => kind === 'code' && state === 'unused');

/** Parses a query: '?state=used&page=2'. Invalid parts are ignored. */
function viewOf(query: string): InventoryView {
  const state = new URLSearchParams(query).get('state');
  return {
    state: INVENTORY_STATES.find((one) => one === state) ?? 'unused',
    page: pageIn(query),
  };
}

function ItemsSkeleton() {
  return (
    <ul className="items" aria-busy="true" aria-label="Loading your items">
      {places(3).map((at) => (
        <li className="reward-card" key={at}>
          <div className="reward-face skeleton" />
          <div>
            <span className="skeleton line" />
            <span className="skeleton line short" />
            <span className="skeleton line short" />
          </div>
        </li>
      ))}
    </ul>
  );
}
