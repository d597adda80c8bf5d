import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { shown } from '../../../lib/stores/load.ts';
import { Empty } from '../../shared/Empty.tsx';
import { Failed } from '../../shared/Failed.tsx';
import { Stale } from '../../shared/Stale.tsx';
import { useAsked, useListWithout, useName, useNumber } from '../../shared/use-numbered.ts';
import { ContestView } from './ContestView.tsx';
import { type Area, places } from './contest-places.ts';
import { $contest, followContest, loadContest, refreshContest } from './contest-store.ts';
import '../../shared/draw.css';
import './contest.css';

/** Of the same page, and for browsers of the same file. */
export { ContestHeadingIsland } from './ContestHeadingIsland.tsx';

/** The page of one contest, whose number stands in the address: one pre-rendered shell answers for all. */
export function ContestIsland({ area }: { readonly area: Area }) {
  const { pattern, list, href } = places[area];
  const id = useNumber(pattern);
  const load = useStore($contest, { ssr: 'initial' });
  const current = useAsked(id, loadContest);
  const contest = current ? shown(load) : undefined;
  const failure = current && load.state === 'failed' ? load.error : undefined;
  const missing = id === 0 || (contest === undefined && failure?.code === 'not_found');

  useEffect(() => (id ? followContest(id) : undefined), [id]);
  useListWithout(id, list);
  useName(pattern, missing ? 'Contest not found' : contest?.name, contest && href(contest.id, contest.name));

  if (missing)
    return (
      <Empty level={2} title="There is no such contest">
        <p>It may have been taken away, or the address is incomplete.</p>
        <a className="button quiet small" href={list}>
          See all contests
        </a>
      </Empty>
    );
  if (contest !== undefined)
    return (
      <>
        {failure !== undefined && (
          <Stale reason={failure.message} onRetry={() => refreshContest(contest.id)}>
            What you see is the contest as it was.
          </Stale>
        )}
        <ContestView contest={contest} area={area} key={contest.id} />
      </>
    );
  if (id && failure !== undefined)
    return (
      <Failed
        level={2}
        title="This contest could not be loaded"
        reason={failure.message}
        onRetry={() => loadContest(id)}
      />
    );
  return <Waiting />;
}

/** Stands where the contest will, at its size. */
function Waiting() {
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
