import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Opening } from '../../lib/contract/cases.ts';
import { formatChange, formatPoints } from '../../lib/format/points.ts';
import { hrefs, routes } from '../../lib/routes.ts';
import { asList } from '../../lib/stores/load.ts';
import { $openings, loadOpenings } from '../../lib/stores/openings.ts';
import { Empty } from '../ui/Empty.tsx';
import { PagedList } from '../ui/PagedList.tsx';
import { RowSkeleton } from '../ui/Skeleton.tsx';
import { Sprite } from '../ui/Sprite.tsx';
import { Time } from '../ui/Time.tsx';
import { useList } from '../ui/use-list.ts';
import { OpeningProof } from './OpeningProof.tsx';
import '../ui/draw.css';

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
      head={({ data, total }) =>
        total > 0 && (
          <p className="count" role="status">
            {total === 1 ? '1 opening' : `${formatPoints(total)} openings`}
            {data.length > 1 &&
              (isGapless(data) ? (
                ', and the numbers of the draws have no gap: none was left out'
              ) : (
                <span className="state bad">a number is missing between two of these draws</span>
              ))}
          </p>
        )
      }
      nothing={
        <Empty level={2} title="You haven’t opened a case">
          <p>What you open stands here, with what it cost, what it paid, and the numbers to check it by.</p>
          <a className="button quiet small" href={routes.userCases.pattern}>
            See the cases
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
