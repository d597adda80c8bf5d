import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Answer } from '../../../lib/contract/call.ts';
import type { listOpenings, Opening } from '../../../lib/contract/cases.ts';
import { formatChange, formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { Art } from '../../shared/Art.tsx';
import { Empty } from '../../shared/Empty.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { asList } from '../../shared/stores/load.ts';
import { Time } from '../../shared/Time.tsx';
import { useList } from '../../shared/use-list.ts';
import { OpeningProof } from './OpeningProof.tsx';
import { $openings, loadOpenings } from './openings-store.ts';
import '../../shared/draw.css';

/** Everything that the reader opened, newest first, each with its proof. */
export function Openings({ page }: { readonly page: number }) {
  const load = useStore($openings, { ssr: 'initial' });
  useEffect(() => void loadOpenings(page), [page]);
  const states = useList(asList(load, page));
  return (
    <PagedList
      {...states}
      what="your openings"
      onRetry={() => loadOpenings(page)}
      skeleton={<RowSkeleton count={6} />}
      head={(openings) =>
        openings.total > 0 && (
          <p className="count" role="status">
            {openings.total === 1 ? '1 opening' : `${formatPoints(openings.total)} openings`}
            {openings.total > 1 &&
              (isGapless(openings) ? (
                `, and their numbers ${openings.last_page > 1 ? 'on this page ' : ''}have no gap: we left none out`
              ) : (
                <span className="state bad">one of these openings is missing</span>
              ))}
          </p>
        )
      }
      nothing={
        <Empty level={2} title="You haven’t opened a case">
          <p>Your openings show up here: what they cost, what they paid, and how to check them.</p>
          <a className="button quiet small" href={routes.userCases.pattern}>
            See cases
          </a>
        </Empty>
      }
    >
      {(openings) => (
        <ul className="opening-list">
          {openings.map((opening) => (
            <Line key={opening.id} opening={opening} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

/** Draws are numbered from 1 on, so that each has its place in the list: one that was made and then hidden would shift those beside it. */
function isGapless(openings: Answer<typeof listOpenings>): boolean {
  const { data, total, current_page: page, per_page: size } = openings;
  return data.every(({ nonce }, at) => nonce === total - (page - 1) * size - at);
}

function Line({ opening }: { readonly opening: Opening }) {
  const { name, cost, points, nonce } = opening;
  return (
    <li>
      <details>
        <summary>
          <Art names={[name, opening.case.name]} other="chest" size={44} />
          <span className="what">
            <b>{name}</b>
            <small>
              {opening.case.name} · opening {formatPoints(nonce)} · <Time at={opening.opened_at} />
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
            <a href={hrefs.userCase(opening.case.id, opening.case.name)}>See this case</a>
          </p>
          <OpeningProof opening={opening} />
        </div>
      </details>
    </li>
  );
}
