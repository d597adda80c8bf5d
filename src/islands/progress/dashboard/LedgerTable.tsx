import { memo } from 'react';
import type { Transaction } from '../../../lib/contract/progress/dashboard.ts';
import { shortDate } from '../../../lib/format/dates.ts';
import { routes } from '../../../lib/routing/routes.ts';
import { Points } from '../../shared/Points.tsx';
import { StateBadge } from '../../shared/StateBadge.tsx';
import { Time } from '../../shared/Time.tsx';

/** The entries as a table. On phones, an entry's time and state are below its text. */
export function LedgerTable({ entries }: { readonly entries: readonly Transaction[] }) {
  return (
    <table className="ledger entries" aria-labelledby="ledger">
      <thead>
        <tr>
          <th scope="col" className="wide">
            When
          </th>
          <th scope="col">What</th>
          <th scope="col" className="wide">
            Status
          </th>
          <th scope="col">Points</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Entry({ entry: { title, detail, state, points, ...entry } }: { entry: Transaction }) {
  // The balance in the top bar uses the same words.
  const held = state === 'reserved' ? 'on hold' : undefined;
  const words = entry.releases_at ? `unlocks on ${shortDate(entry.releases_at, Date.now())}` : held;
  return (
    <tr>
      <td className="wide">
        <Time at={entry.created_at} />
      </td>
      <td>
        {title}
        <div className="entry-foot">
          <small className="when">
            <Time at={entry.created_at} />
          </small>
          {detail && (
            <small>
              {entry.order_id === null ? detail : <a href={routes.userOrders.pattern}>{detail}</a>}
            </small>
          )}
          <StateBadge state={state} words={words} under />
        </div>
      </td>
      <td className="wide">
        <StateBadge state={state} words={words} />
      </td>
      <td>
        <Points points={points} change />
      </td>
    </tr>
  );
}

/** Memoised, so that "Load more" doesn't render a thousand lines again. */
const Line = memo(Entry);
