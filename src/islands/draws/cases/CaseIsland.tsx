import { useStore } from '@nanostores/react';
import { shown } from '../../../lib/stores/load.ts';
import { Empty } from '../../shared/Empty.tsx';
import { Failed } from '../../shared/Failed.tsx';
import { Stale } from '../../shared/Stale.tsx';
import { useAsked, useListWithout, useName, useNumber } from '../../shared/use-numbered.ts';
import { CaseView } from './CaseView.tsx';
import { type Area, places } from './case-places.ts';
import { $case, loadCase, refreshCase } from './case-store.ts';
import '../../shared/draw.css';
import './case.css';

/** Of the same page, and for browsers of the same file. */
export { CaseHeadingIsland } from './CaseHeadingIsland.tsx';

/** The page of one case, whose number stands in the address: one pre-rendered shell answers for all. */
export function CaseIsland({ area }: { readonly area: Area }) {
  const { pattern, list, href } = places[area];
  const id = useNumber(pattern);
  const load = useStore($case, { ssr: 'initial' });
  const current = useAsked(id, loadCase);
  const one = current ? shown(load) : undefined;
  const failure = current && load.state === 'failed' ? load.error : undefined;
  const missing = id === 0 || (one === undefined && failure?.code === 'not_found');

  useListWithout(id, list);
  useName(pattern, missing ? 'Case not found' : one?.name, one && href(one.id, one.name));

  if (missing)
    return (
      <Empty level={2} title="There is no such case">
        <p>It may have been taken away, or the address is incomplete.</p>
        <a className="button quiet small" href={list}>
          See all cases
        </a>
      </Empty>
    );
  if (one !== undefined)
    return (
      <>
        {failure !== undefined && (
          <Stale reason={failure.message} onRetry={() => refreshCase(one.id)}>
            What you see is the case as it was.
          </Stale>
        )}
        <CaseView one={one} area={area} key={one.id} />
      </>
    );
  if (id && failure !== undefined)
    return (
      <Failed
        level={2}
        title="This case could not be loaded"
        reason={failure.message}
        onRetry={() => loadCase(id)}
      />
    );
  return <Waiting />;
}

/** Stands where the case will, at its size. */
function Waiting() {
  return (
    <div className="case-view" aria-busy="true">
      <p className="unseen" role="status">
        Loading the case
      </p>
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
