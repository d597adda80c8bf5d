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
    readonly is_new?: boolean | undefined;
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
  /** Null: not shown. */
  points: number | null | undefined;
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
          points !== null && <span className="pts">{formatPoints(points)}</span>
        )}{' '}
        {children}
      </dd>
    </div>
  );
}

/**
 * The points in the top bar. What is zero is left out, except the available points. A debt replaces the reserved points. A new
 * player reads how to get points. The size is the same.
 */
export function Balance({ balance, unknown = false }: Props) {
  const { available, pending = 0, reserved = 0, debt = 0, is_new } = balance ?? {};
  const isNew = is_new && available === 0 && pending === 0;
  return (
    <dl className="balance num">
      <Figure term={isNew ? 'Your points' : 'Available'} unknown={unknown} points={isNew ? null : available}>
        {isNew ? (
          <a href={routes.userGames.pattern}>Play to earn some</a>
        ) : (
          balance && <span className="money">{pointsInMoney(balance.available)}</span>
        )}
      </Figure>
      {pending > 0 && <Figure term={<span className="state pending">Pending</span>} points={pending} />}
      {debt > 0 ? (
        <Figure term={<span className="state bad">Owed</span>} points={debt} />
      ) : (
        reserved > 0 && <Figure term="On hold" points={reserved} />
      )}
    </dl>
  );
}
