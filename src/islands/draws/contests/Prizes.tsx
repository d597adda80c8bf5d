import type { Contest } from '../../../lib/contract/draws/contests.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { formatPoints, pointsInMoney } from '../../../lib/format/points.ts';
import { Sprite } from '../../shared/Sprite.tsx';
import { ordinal, winnerName } from './contest-places.ts';

interface Props {
  readonly contest: Pick<Contest, 'winners' | 'entry'> & { readonly prizes: readonly number[] };
}

/** The prizes as bars. After the draw, with the winners. */
export function Prizes({ contest: { prizes, winners, entry } }: Props) {
  const most = Math.max(1, ...prizes);
  return (
    <section aria-labelledby="prizes">
      <h2 id="prizes">{winners === null ? 'Prizes' : 'Winners'}</h2>
      <ol className="prizes">
        {prizes.map((points, at) => {
          const winner = winners?.[at];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is known by its number alone
            <li key={at} className={winner && winner.number === entry?.number ? 'own' : undefined}>
              <span className="place">{ordinal(at + 1)}</span>
              {winner && <Sprite id={winner.user?.avatar ?? winnerName(winner)} size={36} />}
              <span className="winner">
                {winner ? (
                  <>
                    <b>{winnerName(winner)}</b>
                    <small className="num">
                      entry {formatNumber(winner.number)}
                      {winner.number === entry?.number && ', yours'}
                    </small>
                  </>
                ) : winners === null ? (
                  <svg className="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={(100 * points) / most} height="10" />
                  </svg>
                ) : (
                  <small>no winner: fewer entries than prizes</small>
                )}
              </span>
              <span className="prize num">
                <span className="pts">{formatPoints(points)} pts</span>
                <span className="money">{pointsInMoney(points)}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
