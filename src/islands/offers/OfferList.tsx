import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { OFFER_VIEWS } from '../../lib/contract/limits.ts';
import type { OfferCard as Card } from '../../lib/contract/offers/offers.ts';
import { routes } from '../../lib/routing/routes.ts';
import { Chips } from '../shared/Chips.tsx';
import { Empty } from '../shared/Empty.tsx';
import { PagedList } from '../shared/PagedList.tsx';
import { asList } from '../shared/stores/load.ts';
import { changeAddress, pageIn, withQuery } from '../shared/use-address.ts';
import { useList } from '../shared/use-list.ts';
import { OfferCard, OffersSkeleton } from './OfferCard.tsx';
import { $offers, followOffers, loadOffers, type OffersView } from './store.ts';

const chips = { all: 'All offers', started: 'Started' } as const;
/** The names of the views in a sentence. */
const whats = { all: 'the offers', started: 'your offers' } as const;

function viewOf(query: string): OffersView {
  const given = new URLSearchParams(query).get('show');
  return { show: OFFER_VIEWS.find((view) => view === given) ?? 'all', page: pageIn(query) };
}

/** All offers, or those that the player has started. Keeps itself up to date. */
export function OfferList({ query }: { readonly query: string }) {
  const view = viewOf(query);
  const states = useList(asList(useStore($offers, { ssr: 'initial' }), view), loadOffers);
  useEffect(() => followOffers(null), []);

  return (
    <div className="offers">
      <p className="intro">
        Advertisers pay us when you reach an offer’s goal, and you get the points shown. You’ll see every
        requirement before you start.
      </p>
      <Chips
        legend="Show offers"
        values={OFFER_VIEWS}
        words={chips}
        value={view.show}
        onChoose={(show) =>
          changeAddress(withQuery(routes.userOfferwalls.pattern, show === 'all' ? {} : { show }), 'push')
        }
      />
      <PagedList
        {...states}
        what={whats[view.show]}
        skeleton={<OffersSkeleton />}
        nothing={<NoOffers show={view.show} />}
      >
        {(offers) => <Offers offers={offers} />}
      </PagedList>
    </div>
  );
}

/** The label of the demo partner is shown once if all offers are from there. */
function Offers({ offers }: { readonly offers: readonly Card[] }) {
  const isDemo = offers.every(({ partner }) => partner.demo);
  return (
    <>
      {isDemo && (
        <p className="offers-demo">
          All from: <span className="label">{offers[0]?.partner.name}</span>
        </p>
      )}
      <ul className="offers-list">
        {offers.map((offer) => (
          <li key={offer.id}>
            <OfferCard offer={offer} hasLabel={!isDemo} />
          </li>
        ))}
      </ul>
    </>
  );
}

function NoOffers({ show }: { readonly show: OffersView['show'] }) {
  return show === 'started' ? (
    <Empty level={2} title="You haven’t started an offer yet">
      <p>Once you do, you can track your progress here.</p>
      <a className="button" href={routes.userOfferwalls.pattern}>
        See all offers
      </a>
    </Empty>
  ) : (
    <Empty level={2} title="No offers right now">
      <p>You can earn points from quests in our games.</p>
      <a className="button" href={routes.userGames.pattern}>
        View games
      </a>
    </Empty>
  );
}
