import { useStore } from '@nanostores/react';
import { DetailPage } from '../../shared/DetailPage.tsx';
import { useAddressId } from '../../shared/use-address-id.ts';
import { ContestGrid, ContestSkeleton } from './ContestCard.tsx';
import { type Area, places } from './contest-places.ts';
import { $listedContest, loadListedContest } from './contests-store.ts';
import '../../shared/torn-card.css';
import './contests.css';

/** A contest as the list describes it, for a host that has no call for a single contest. */
export function ListedContest({ area }: { readonly area: Area }) {
  const place = places[area];
  return (
    <DetailPage
      noun="giveaway"
      {...place}
      id={useAddressId(place.pattern)}
      load={useStore($listedContest, { ssr: 'initial' })}
      ask={loadListedContest}
      of={(one) => one}
      skeleton={<ContestSkeleton />}
    >
      {(contest) => <ContestGrid contests={[contest]} area={area} />}
    </DetailPage>
  );
}
