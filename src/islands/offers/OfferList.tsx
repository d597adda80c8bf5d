import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { OFFER_VIEWS } from '../../lib/contract/limits.ts';
import { routes } from '../../lib/routes.ts';
import { shown } from '../../lib/stores/load.ts';
import { $offers, followOffers, loadOffers, type OffersView } from '../../lib/stores/offers.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Pages } from '../ui/Pager.tsx';
import { Stale } from '../ui/Stale.tsx';
import { changeAddress, withQuery } from '../ui/use-address.ts';
import { OfferCard, OffersSkeleton } from './OfferCard.tsx';

const viewWords = { all: 'All offers', started: 'Opened by you' } as const;

function viewOf(query: string): OffersView {
  const given = new URLSearchParams(query);
  const page = Number(given.get('page'));
  return {
    show: OFFER_VIEWS.find((view) => view === given.get('show')) ?? 'all',
    page: Number.isSafeInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
  };
}

/** '/user/offerwalls?show=started' */
function hrefOf({ show, page }: OffersView): string {
  return withQuery(routes.userOfferwalls.pattern, {
    ...(show !== 'all' && { show }),
    ...(page > 1 && { page: String(page) }),
  });
}

/** Every offer, or those that one has opened; stays fresh while it is open. */
export function OfferList({ query }: { readonly query: string }) {
  const load = useStore($offers, { ssr: 'initial' });
  const top = useRef<HTMLDivElement>(null);
  const view = viewOf(query);

  useEffect(() => void loadOffers(viewOf(query)), [query]);
  useEffect(() => followOffers(null), []);

  function show(change: Partial<OffersView>) {
    changeAddress(hrefOf({ ...view, page: 1, ...change }), 'push');
    if (change.page === undefined) return;
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <div className="offers" ref={top} tabIndex={-1}>
      <p className="intro">
        Advertisers pay us when you reach what an offer asks for, and you get the points that stand beside it.
        What it asks stands before the click: whether it is for new users only, what it costs, and until when.
      </p>
      <fieldset className="chips">
        <legend className="unseen">Which offers</legend>
        {OFFER_VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={view.show === one}
            onClick={() => show({ show: one })}
          >
            {viewWords[one]}
          </button>
        ))}
      </fieldset>
      <Found view={view} load={load} onPage={(page) => show({ page })} />
    </div>
  );
}

interface FoundProps {
  readonly view: OffersView;
  readonly load: ReturnType<typeof $offers.get>;
  readonly onPage: (page: number) => void;
}

function Found({ view, load, onPage }: FoundProps) {
  const list = shown(load);
  if (list === undefined)
    return load.state === 'failed' ? (
      <Failed
        level={2}
        title="The offers could not be loaded"
        reason={load.error.message}
        onRetry={() => loadOffers(view)}
      />
    ) : (
      <OffersSkeleton />
    );
  if (list.total === 0) return <NoOffers show={view.show} />;
  return (
    <>
      {load.state === 'failed' && (
        <Stale reason={load.error.message} onRetry={() => loadOffers(view)}>
          What you see is the list as it was.
        </Stale>
      )}
      <ul className="offers-list" aria-busy={load.state === 'loading'}>
        {list.data.map((offer) => (
          <li key={offer.id}>
            <OfferCard offer={offer} />
          </li>
        ))}
      </ul>
      <Pages
        page={list.current_page}
        lastPage={list.last_page}
        busy={load.state === 'loading'}
        onPage={onPage}
      />
      {list.data.length === 0 ? (
        <p className="muted">
          The list is shorter than that. <a href={hrefOf({ ...view, page: 1 })}>Go to page 1</a>
        </p>
      ) : (
        list.current_page >= list.last_page && <p className="end-of-list">That is the end of the list.</p>
      )}
    </>
  );
}

function NoOffers({ show }: { readonly show: OffersView['show'] }) {
  return show === 'started' ? (
    <Empty level={2} title="You haven’t opened an offer yet">
      <p>Once you have, it stands here with everything that its partner reports.</p>
      <a className="button" href={routes.userOfferwalls.pattern}>
        See all offers
      </a>
    </Empty>
  ) : (
    <Empty level={2} title="No partner offers are open">
      <p>Games that pay for quests are on the list of games.</p>
      <a className="button" href={routes.userGames.pattern}>
        See the games
      </a>
    </Empty>
  );
}
