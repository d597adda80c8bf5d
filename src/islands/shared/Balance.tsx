import type { ReactNode } from 'react';
import { formatPoints, pointsInMoney } from '../../lib/format/points.ts';

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
  unknown,
  children,
}: {
  term: ReactNode;
  points: number | undefined;
  unknown: boolean;
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

/** The three numbers in the top bar. If there is a debt, it replaces the reserved points. */
export function Balance({ balance, unknown = false }: Props) {
  const owes = (balance?.debt ?? 0) > 0;
  return (
    <dl className="balance num">
      <Figure term="Available" unknown={unknown} points={balance?.available}>
        {balance && <span className="money">{pointsInMoney(balance.available)}</span>}
      </Figure>
      <Figure
        term={<span className="state pending">Pending</span>}
        unknown={unknown}
        points={balance?.pending}
      />
      {owes ? (
        <Figure term={<span className="state bad">Owed</span>} unknown={unknown} points={balance?.debt} />
      ) : (
        <Figure term="On hold" unknown={unknown} points={balance?.reserved} />
      )}
    </dl>
  );
}
