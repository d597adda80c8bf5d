/** The notification about a decision on a submission. */
import { pointsInWords } from '../../../src/lib/format/points.ts';
import type { Executor } from '../../db/database.ts';
import { notify } from './notifications.ts';
import { sentence } from './words.ts';

/** Notifies a player of an operator's decision on a submission, such as an article or a proof. `points` is what it paid. */
export function notifyDecision(
  db: Executor,
  given: {
    userId: number;
    key: string;
    title: string;
    accepted: boolean;
    reason: string;
    points: number | null;
    href: string;
    now: Date;
  },
): Promise<void> {
  const { userId, key, title, accepted, reason, points, href, now } = given;
  const paid = points !== null && points > 0 ? `You earned ${pointsInWords(points)}. ` : '';
  return notify(db, userId, {
    kind: 'message',
    // Rejected twice, it notifies twice.
    key: `${key}:${accepted ? 'accepted' : `refused:${now.getTime()}`}`,
    title: `${accepted ? 'Accepted' : 'Not accepted'}: ${title}`,
    body: `${paid}${sentence(reason)}`,
    href,
    win: paid !== '',
    now,
  });
}
