import { formatChange, formatPoints, pointsInMoney } from '../../lib/format/points.ts';

interface Props {
  /** Whole points. Null if unknown; nothing is shown then. */
  points: number | null;
  /** Whether it is a change of the balance. It then has a sign and no amount of money. */
  change?: boolean;
}

/** "8,400 pts · $8.40", or "+40" for a change. */
export function Points({ points, change = false }: Props) {
  if (points === null) return null;
  if (change) return <span className="pts">{formatChange(points)}</span>;
  return (
    <span className="num">
      <span className="pts">{formatPoints(points)} pts</span>{' '}
      <span className="money">· {pointsInMoney(points)}</span>
    </span>
  );
}
