import { useStore } from '@nanostores/react';
import { DetailPage } from '../../shared/DetailPage.tsx';
import { useAddressId } from '../../shared/use-address-id.ts';
import { CaseGrid, CaseSkeleton } from './CaseCard.tsx';
import { type Area, places } from './case-places.ts';
import { $listedCase, loadListedCase } from './cases-store.ts';
import './cases.css';

/** A case as the list describes it, for a host that has no call for a single case. */
export function ListedCase({ area }: { readonly area: Area }) {
  const { pattern, list, href } = places[area];
  return (
    <DetailPage
      noun="case"
      id={useAddressId(pattern)}
      load={useStore($listedCase, { ssr: 'initial' })}
      ask={loadListedCase}
      list={list}
      nameOf={({ name }) => name}
      pattern={pattern}
      hrefOf={({ id, name }) => href(id, name)}
      skeleton={<CaseSkeleton />}
    >
      {(one) => <CaseGrid cases={[one]} area={area} />}
    </DetailPage>
  );
}
