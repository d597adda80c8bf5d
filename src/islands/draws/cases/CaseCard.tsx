import type { CaseCard as Card } from '../../../lib/contract/draws/cases.ts';
import { formatPoints, pointsInMoney } from '../../../lib/format/points.ts';
import { CasePicture } from './CasePicture.tsx';
import { type Area, places } from './case-places.ts';
import { backOf100 } from './odds.ts';

/** A case as a ticket: its average pay above the tear line, its price on the stub. */
function CaseCard({ one, area }: { readonly one: Card; readonly area: Area }) {
  const { id, name, slug, game, summary, points, expected, best } = one;
  return (
    <a className="ticket case-card" href={places[area].href(id, name)}>
      <span className="whole">
        <span className="art">
          <CasePicture slug={slug || name} best={best} />
          <span className="kind">{game}</span>
        </span>{' '}
        <span className="name">
          {name} <small>{summary}</small>
        </span>{' '}
        {points !== null && expected !== null && best !== null && (
          <span className="pays">
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.min(100, (100 * expected) / points)} height="8" />
            </svg>
            <small className="num">
              Returns {backOf100({ expected, points })} of 100 points on average, {formatPoints(best)} at best
            </small>
          </span>
        )}
      </span>{' '}
      {points !== null && (
        <span className="stub">
          <span className="pts">{formatPoints(points)} pts</span>{' '}
          <span className="money">{pointsInMoney(points)}</span>
        </span>
      )}
    </a>
  );
}

export function CaseGrid({ cases, area }: { readonly cases: readonly Card[]; readonly area: Area }) {
  return (
    <ul className="tickets cases-grid">
      {cases.map((one) => (
        <li key={one.id}>
          <CaseCard one={one} area={area} />
        </li>
      ))}
    </ul>
  );
}

/** A placeholder for the cases, at their size. */
export function CaseSkeleton() {
  return (
    <ul className="tickets cases-grid" aria-busy="true" aria-label="Loading">
      {['a', 'b', 'c'].map((at) => (
        <li key={at}>
          <span className="skeleton case-size" />
        </li>
      ))}
    </ul>
  );
}
