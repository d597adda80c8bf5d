import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { CatalogueContest } from '../../../lib/contract/catalogue/catalogue.ts';
import { slugOf } from '../../../lib/format/slug.ts';
import { extensions } from '../../../lib/host.ts';
import { matchRoute } from '../../../lib/routing/routes.ts';
import { DetailPage } from '../../shared/DetailPage.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { usePath } from '../../shared/use-address.ts';
import { useAddressId } from '../../shared/use-address-id.ts';
import { ContestView } from './ContestView.tsx';
import { type Area, places } from './contest-places.ts';
import { $contest, followContest, loadContest, refreshContest } from './contest-store.ts';
import { Prizes } from './Prizes.tsx';
import { Rules } from './Rules.tsx';
import '../../shared/draw.css';
import './contest.css';

export const ContestIsland = extensions
  ? WholeContest
  : lazy(async () => (await import('./ListedContest.tsx')).ListedContest, ContestSkeleton);

interface Props {
  readonly area: Area;
  /**
   * The catalogue's contests. Their ids change every week, so the build can't know them; the name in the address identifies one.
   */
  readonly filed?: readonly FiledContest[];
}

function WholeContest({ area, filed = [] }: Props) {
  const place = places[area];
  const { pattern } = place;
  const name = matchRoute(pattern, usePath(pattern) ?? '')?.name;
  const known = filed.find((contest) => slugOf(contest.name) === name);
  const id = useAddressId(pattern);
  useEffect(() => (id ? followContest(id) : undefined), [id]);
  return (
    <DetailPage
      noun="giveaway"
      {...place}
      id={id}
      load={useStore($contest, { ssr: 'initial' })}
      ask={loadContest}
      refresh={refreshContest}
      of={(contest) => contest}
      skeleton={<ContestSkeleton />}
      known={known && <KnownContest contest={known} />}
    >
      {(contest) => <ContestView contest={contest} area={area} key={contest.id} />}
    </DetailPage>
  );
}

function ContestSkeleton() {
  return (
    <div className="detail-view contest-view" aria-busy="true">
      <p className="unseen" role="status" aria-label="Loading the giveaway" />
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

type FiledContest = CatalogueContest & { readonly slug: string };

/** The parts of a giveaway that are the same every week. Dates, entries and the player's own entry come with the API's answer. */
function KnownContest({ contest }: { readonly contest: FiledContest }) {
  return (
    <div className="detail-view contest-view" aria-busy="true" data-drawn="">
      <p className="lead">{contest.summary}</p>
      <span className="skeleton panel-size" />
      <div className="about">
        <dl className="facts">
          {['a', 'b', 'c', 'd', 'e'].map((line) => (
            <div key={line}>
              <span className="skeleton line" />
              <span className="skeleton line short" />
            </div>
          ))}
        </dl>
        <Prizes contest={{ ...contest, winners: null, entry: null }} />
        <Rules rules={contest.rules} />
      </div>
    </div>
  );
}
