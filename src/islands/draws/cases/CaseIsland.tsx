import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { extensions } from '../../../lib/host.ts';
import { DetailPage } from '../../shared/DetailPage.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { useAddressId } from '../../shared/use-address-id.ts';
import { CaseView } from './CaseView.tsx';
import { type Area, places } from './case-places.ts';
import { $case, loadCase, refreshCase } from './case-store.ts';
import { loadForm } from './OpenTicket.tsx';
import '../../shared/draw.css';
import './case.css';

export const CaseIsland = extensions
  ? WholeCase
  : lazy(async () => (await import('./ListedCase.tsx')).ListedCase, CaseSkeleton);

interface Props {
  readonly area: Area;
  /** `KnownCase`, if the build knows this case. */
  readonly known?: ReactNode;
}

function WholeCase({ area, known }: Props) {
  // Load the form while the case is being fetched.
  useEffect(() => {
    if (area === 'user') void loadForm();
  }, [area]);
  const place = places[area];
  return (
    <DetailPage
      noun="case"
      {...place}
      id={useAddressId(place.pattern)}
      load={useStore($case, { ssr: 'initial' })}
      ask={loadCase}
      refresh={refreshCase}
      of={(one) => one}
      skeleton={<CaseSkeleton />}
      known={known}
    >
      {(one) => <CaseView one={one} area={area} key={one.id} />}
    </DetailPage>
  );
}

function CaseSkeleton() {
  return (
    <div className="detail-view case-view" aria-busy="true">
      <p className="unseen" role="status" aria-label="Loading the case" />
      <p className="lead">
        <span className="skeleton line" />
        <span className="skeleton line" />
        <span className="skeleton line short" />
      </p>
      <div className="odds">
        <span className="skeleton odds-size" />
      </div>
      <span className="skeleton panel-size" />
    </div>
  );
}
