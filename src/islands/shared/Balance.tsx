import type { ReactNode } from 'react';
import { formatPoints, pointsInMoney } from '../../lib/format/points.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';

interface Props {
  /** Null while loading. The layout keeps its space. */
  balance: {
    readonly available: number;
    readonly pending: number;
    readonly reserved: number;
    readonly debt?: number;
  } | null;
  /** Whether loading has failed. */
  unknown?: boolean;
  /** Whether the player has never earned any points. */
  isNew?: boolean;
}

function Figure({
  term,
  points,
  unknown = false,
  children,
}: {
  term: ReactNode;
  points: number | undefined;
  unknown?: boolean;
  children?: ReactNode;
}) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        {points === undefined && unknown ? (
          'unknown'
        ) : points === undefined ? (
          <span className="skeleton line figure" />
        ) : (
          <span className="pts">{formatPoints(points)}</span>
        )}{' '}
        {children}
      </dd>
    </div>
  );
}

/**
 * The points in the top bar. What is zero is left out, except the available points. A debt replaces the reserved points. A new
 * player reads how to get points, and one who has none left finds out where they went. The size is the same.
 */
export function Balance({ balance, unknown = false, isNew = false }: Props) {
  const { available, pending = 0, reserved = 0, debt = 0 } = balance ?? {};
  const isEmpty = available === 0 && pending + reserved + debt === 0;
  return (
    <dl className="balance num">
      {isEmpty && isNew ? (
        <div>
          <dt>Your points</dt>
          <dd>
            <a href={routes.userGames.pattern}>Play to earn some</a>
          </dd>
        </div>
      ) : (
        <Figure term="Available" unknown={unknown} points={available}>
          {isEmpty ? (
            <a href={hrefs.ledger()}>See your ledger</a>
          ) : (
            balance && <span className="money">{pointsInMoney(balance.available)}</span>
          )}
        </Figure>
      )}
      {pending > 0 && <Figure term={<span className="state pending">Pending</span>} points={pending} />}
      {debt > 0 ? (
        <Figure term={<span className="state bad">Owed</span>} points={debt} />
      ) : (
        reserved > 0 && <Figure term="On hold" points={reserved} />
      )}
    </dl>
  );
}
