import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { Opening } from '../../lib/contract/cases.ts';
import { formatChange, formatPoints } from '../../lib/format/points.ts';
import { hrefs, routes } from '../../lib/routes.ts';
import { shown } from '../../lib/stores/load.ts';
import { $openings, loadOpenings } from '../../lib/stores/openings.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Pages } from '../ui/Pager.tsx';
import { RowSkeleton } from '../ui/Skeleton.tsx';
import { Sprite } from '../ui/Sprite.tsx';
import { Stale } from '../ui/Stale.tsx';
import { Time } from '../ui/Time.tsx';
import { changeAddress } from '../ui/use-address.ts';
import { OPENINGS } from './case-places.ts';
import { OpeningProof } from './OpeningProof.tsx';
import '../ui/draw.css';

/** Everything that the reader opened, newest first, each with its proof. */
export function Openings({ page }: { readonly page: number }) {
  const load = useStore($openings, { ssr: 'initial' });
  const top = useRef<HTMLDivElement>(null);

  useEffect(() => {
    void loadOpenings(page);
  }, [page]);

  function show(next: number) {
    changeAddress(next === 1 ? OPENINGS : `${OPENINGS}&page=${next}`, 'push');
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  }

  const list = shown(load);
  if (load.state === 'failed' && !list?.data.length)
    return (
      <Failed
        level={2}
        title="Your openings could not be loaded"
        reason={load.error.message}
        onRetry={() => loadOpenings(page)}
      />
    );
  if (list === undefined) return <RowSkeleton count={6} />;
  if (list.total === 0)
    return (
      <Empty level={2} title="You haven’t opened a case">
        <p>What you open stands here, with what it cost, what it paid, and the numbers to check it by.</p>
        <a className="button quiet small" href={routes.userCases.pattern}>
          See the cases
        </a>
      </Empty>
    );
  return (
    <div className="openings" ref={top} tabIndex={-1}>
      {load.state === 'failed' && (
        <Stale reason={load.error.message} onRetry={() => loadOpenings(page)}>
          What you see is the list as it was.
        </Stale>
      )}
      <p className="count" role="status">
        {list.total === 1 ? '1 opening' : `${formatPoints(list.total)} openings`}
        {list.data.length > 1 &&
          (isGapless(list.data) ? (
            ', and the numbers of the draws have no gap: none was left out'
          ) : (
            <span className="state bad">a number is missing between two of these draws</span>
          ))}
      </p>
      <ul className="opening-list" aria-busy={load.state === 'loading'}>
        {list.data.map((opening) => (
          <Line key={opening.id} opening={opening} />
        ))}
      </ul>
      <Pages
        page={list.current_page}
        lastPage={list.last_page}
        busy={load.state === 'loading'}
        onPage={show}
      />
      {list.data.length === 0 ? (
        <p className="muted">
          The list is shorter than that. <a href={OPENINGS}>Go to page 1</a>
        </p>
      ) : (
        list.current_page >= list.last_page && <p className="end-of-list">These are all your openings.</p>
      )}
    </div>
  );
}

/** A draw that was made and then hidden would leave a gap. */
function isGapless(openings: readonly Opening[]): boolean {
  return openings.every(({ nonce }, at) => at === 0 || openings[at - 1]?.nonce === nonce + 1);
}

function Line({ opening }: { readonly opening: Opening }) {
  const { name, cost, points, nonce } = opening;
  return (
    <li>
      <details>
        <summary>
          <Sprite id={name} size={44} />
          <span className="what">
            <b>{name}</b>
            <small>
              {opening.case.name} · draw {formatPoints(nonce)} · <Time at={opening.opened_at} />
            </small>
          </span>
          <span className="change num">
            <span className="pts">{formatChange(points)}</span>
            <small>{formatChange(-cost)}</small>
          </span>
        </summary>
        <div className="proof-of">
          <p>
            It cost {formatPoints(cost)} and paid {formatPoints(points)} points.{' '}
            <a href={hrefs.userCase(opening.case.id, opening.case.name)}>To this case</a>
          </p>
          <OpeningProof opening={opening} />
        </div>
      </details>
    </li>
  );
}
