import type { ReactNode } from 'react';
import { formatPoints, pointsInMoney } from '../../lib/format/points.ts';
import { routes } from '../../lib/routing/routes.ts';

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
 * The points in the top bar. What is zero is left out, except the available points. A debt replaces the reserved points. With no
 * points at all, as in a new account, it says how to get some. The size is the same.
 */
export function Balance({ balance, unknown = false }: Props) {
  const { available, pending = 0, reserved = 0, debt = 0 } = balance ?? {};
  return (
    <dl className="balance num">
      {available === 0 && pending + reserved + debt === 0 ? (
        <div>
          <dt>Your points</dt>
          <dd>
            <a href={routes.userGames.pattern}>Play to earn some</a>
          </dd>
        </div>
      ) : (
        <Figure term="Available" unknown={unknown} points={available}>
          {balance && <span className="money">{pointsInMoney(balance.available)}</span>}
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
