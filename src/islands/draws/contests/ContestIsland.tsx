import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { extensions } from '../../../lib/host.ts';
import { DetailPage } from '../../shared/DetailPage.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { useAddressId } from '../../shared/use-address-id.ts';
import { ContestView } from './ContestView.tsx';
import { type Area, places } from './contest-places.ts';
import { $contest, followContest, loadContest, refreshContest } from './contest-store.ts';
import '../../shared/draw.css';
import './contest.css';

export const ContestIsland = extensions
  ? WholeContest
  : lazy(async () => (await import('./ListedContest.tsx')).ListedContest, ContestSkeleton);

function WholeContest({ area }: { readonly area: Area }) {
  const { pattern, list, href } = places[area];
  const id = useAddressId(pattern);
  useEffect(() => (id ? followContest(id) : undefined), [id]);
  return (
    <DetailPage
      noun="contest"
      id={id}
      load={useStore($contest, { ssr: 'initial' })}
      ask={loadContest}
      refresh={refreshContest}
      list={list}
      nameOf={({ name }) => name}
      pattern={pattern}
      hrefOf={(contest) => href(contest.id, contest.name)}
      skeleton={<ContestSkeleton />}
    >
      {(contest) => <ContestView contest={contest} area={area} key={contest.id} />}
    </DetailPage>
  );
}

function ContestSkeleton() {
  return (
    <div className="contest-view" aria-busy="true">
      <p className="unseen" role="status">
        Loading the contest
      </p>
      <p className="lead">
        <span className="skeleton line" />
      </p>
      <span className="skeleton panel-size" />
      <div className="about">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((line) => (
          <div key={line}>
            <span className="skeleton line" />
            <span className="skeleton line short" />
          </div>
        ))}
      </div>
    </div>
  );
}
