import type { Person } from '../../../lib/contract/admin/operator-fields.ts';
import { MAX_REASON, MIN_REASON } from '../../../lib/contract/operator-limits.ts';
import { formatPoints, pointsInMoney } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import type { ActField } from './act-fields.ts';
import { Link } from './Link.tsx';

/**
 * The field that most acts have.
 * @param start the reason that another operator proposed
 */
export const reasonField = (reader: string, start = ''): ActField => ({
  kind: 'words',
  name: 'reason',
  label: 'Reason',
  hint: reader,
  min: MIN_REASON,
  max: MAX_REASON,
  start,
});

export const ownerReads = 'The player sees exactly this text, and we keep it in the log.';
export const logKeeps = 'We keep it in the log. The player doesn’t see it.';

export function Player({ user }: { readonly user: Person }) {
  return (
    <span className="player">
      <Link to={hrefs.operator('users', user.id)}>{user.name}</Link> <small>{user.id}</small>
    </span>
  );
}

/** "8,400 pts ($8.40)" */
export const pointsWords = (points: number): string =>
  `${formatPoints(points)} pts (${pointsInMoney(points)})`;
