import type { Contest } from '../../../lib/contract/draws/contests.ts';
import { formatPoints, pointsInMoney } from '../../../lib/format/points.ts';
import { ordinal } from './contest-places.ts';

/** How a contest ended for the player. */
export function Ended({ contest, signedIn }: { readonly contest: Contest; readonly signedIn: boolean }) {
  const { winners, entry } = contest;
  if (contest.called_off !== null)
    return (
      <div role="status">
        <p>
          <span className="state off">Cancelled.</span> There are no winners.
        </p>
        <p>Reason: {contest.called_off}</p>
      </div>
    );
  if (winners === null) return <p role="status">It’s over, and we’re drawing the winners.</p>;
  if (entry === null) return <p>{signedIn ? 'It’s over, and you didn’t enter.' : 'It’s over.'}</p>;
  const place = winners.findIndex(({ number }) => number === entry.number);
  const won = winners[place];
  if (won === undefined) return <p>It’s over. You didn’t win this time.</p>;
  return (
    <p>
      <span className="state ok">You won {ordinal(place + 1)} place.</span> Your prize:{' '}
      <span className="pts">{formatPoints(won.points)} pts</span> ({pointsInMoney(won.points)}).
    </p>
  );
}
