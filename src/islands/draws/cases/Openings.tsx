import { useStore } from '@nanostores/react';
import type { Answer } from '../../../lib/contract/call.ts';
import type { listOpenings } from '../../../lib/contract/draws/cases.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs, routes } from '../../../lib/routing/routes.ts';
import { Empty } from '../../shared/Empty.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { asList } from '../../shared/stores/load.ts';
import { useList } from '../../shared/use-list.ts';
import { OpeningLine } from './OpeningLine.tsx';
import { $openings, loadOpenings } from './openings-store.ts';

/** All of the player's openings with their proofs, newest first. */
export function Openings({ page }: { readonly page: number }) {
  const states = useList(asList(useStore($openings, { ssr: 'initial' }), page), loadOpenings);
  return (
    <PagedList
      {...states}
      what="your openings"
      skeleton={<RowSkeleton count={6} />}
      head={(openings) =>
        openings.total > 0 && (
          <p className="count">
            {openings.total === 1 ? '1 opening' : `${formatPoints(openings.total)} openings`}
            {openings.total > 1 &&
              (isGapless(openings) ? (
                `, with no gaps in their numbers${openings.last_page > 1 ? ' on this page' : ''}: we left none out`
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
            <OpeningLine
              key={opening.id}
              opening={opening}
              about={`${opening.case.name} · opening ${formatPoints(opening.nonce)}`}
              href={hrefs.userCase(opening.case.id, opening.case.name)}
            />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

/**
 * Whether the draws' numbers have no gaps. A hidden draw would shift the numbers of the others against their place in the list.
 */
function isGapless(openings: Answer<typeof listOpenings>): boolean {
  const { data, total, current_page: page, per_page: size } = openings;
  return data.every(({ nonce }, at) => nonce === total - (page - 1) * size - at);
}
