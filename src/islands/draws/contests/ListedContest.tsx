import { useStore } from '@nanostores/react';
import { DetailPage } from '../../shared/DetailPage.tsx';
import { useAddressId } from '../../shared/use-address-id.ts';
import { ContestGrid, ContestSkeleton } from './ContestCard.tsx';
import { type Area, places } from './contest-places.ts';
import { $listedContest, loadListedContest } from './contests-store.ts';
import './contests.css';

/** A contest as the list describes it, for a host that has no call for a single contest. */
export function ListedContest({ area }: { readonly area: Area }) {
  const { pattern, list, href } = places[area];
  return (
    <DetailPage
      noun="giveaway"
      id={useAddressId(pattern)}
      load={useStore($listedContest, { ssr: 'initial' })}
      ask={loadListedContest}
      list={list}
      nameOf={({ name }) => name}
      pattern={pattern}
      hrefOf={({ id, name }) => href(id, name)}
      skeleton={<ContestSkeleton />}
    >
      {(contest) => <ContestGrid contests={[contest]} area={area} />}
    </DetailPage>
  );
}
