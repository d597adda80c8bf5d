import { formatChange, formatPoints, pointsInMoney } from '../../lib/format/points.ts';

interface Props {
  /** Whole points; null where they aren't known, and then nothing is shown. */
  points: number | null;
  /** A change of a balance: with its sign, and without the money. */
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
