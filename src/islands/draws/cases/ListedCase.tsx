import { useStore } from '@nanostores/react';
import { DetailPage } from '../../shared/DetailPage.tsx';
import { useAddressId } from '../../shared/use-address-id.ts';
import { CaseGrid, CaseSkeleton } from './CaseCard.tsx';
import { type Area, places } from './case-places.ts';
import { $listedCase, loadListedCase } from './cases-store.ts';
import './cases.css';

/** A case as the list describes it, for a host that has no call for a single case. */
export function ListedCase({ area }: { readonly area: Area }) {
  const place = places[area];
  return (
    <DetailPage
      noun="case"
      {...place}
      id={useAddressId(place.pattern)}
      load={useStore($listedCase, { ssr: 'initial' })}
      ask={loadListedCase}
      of={(one) => one}
      skeleton={<CaseSkeleton />}
    >
      {(one) => <CaseGrid cases={[one]} area={area} />}
    </DetailPage>
  );
}
