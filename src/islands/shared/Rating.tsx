import type { Rated } from '../../lib/contract/opinions/opinions.ts';
import { formatPoints } from '../../lib/format/points.ts';

interface Props {
  rating: Rated;
  /** Null for a guest, who can only read. */
  onRate: ((stars: number) => unknown) | null;
}

const STARS = [1, 2, 3, 4, 5] as const;
const words = ['', 'poor', 'fair', 'good', 'very good', 'excellent'] as const;

/**
 * The average and the number of ratings, if there are any: reviews are counted apart. Players can give their own with five
 * strokes; a new one replaces it.
 */
export function Rating({
  rating: { rate, rate_count: count, isRated, my_rate: mine = null },
  onRate,
}: Props) {
  const hasRatings = rate !== null && count !== 0;
  if (!hasRatings && !onRate) return null;
  return (
    <div className="rating">
      {hasRatings && (
        <p className="num">
          <b>{rate.toFixed(1)}</b> of 5
          {count !== null && `, from ${formatPoints(count)} ${count === 1 ? 'rating' : 'ratings'}`}
        </p>
      )}
      {onRate && (
        <fieldset className="chips">
          <legend>
            {isRated ? 'Change your rating:' : count === 0 ? 'Be the first to rate it:' : 'Rate it:'}
          </legend>
          {STARS.map((stars) => (
            <button
              key={stars}
              type="button"
              className="chip num"
              aria-pressed={stars === mine}
              aria-label={`${stars} of 5, ${words[stars]}`}
              title={words[stars]}
              onClick={() => onRate(stars)}
            >
              {stars}
            </button>
          ))}
        </fieldset>
      )}
      {onRate && (
        <p className="unseen" role="status">
          {mine !== null && `You rated it ${mine} of 5.`}
        </p>
      )}
    </div>
  );
}
