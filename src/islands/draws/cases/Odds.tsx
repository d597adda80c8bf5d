import type { Case } from '../../../lib/contract/draws/cases.ts';
import { formatPoints, pointsInMoney } from '../../../lib/format/points.ts';
import { Points } from '../../shared/Points.tsx';
import { Tally } from '../../shared/Tally.tsx';
import { formatMean, honestWords, oddsOf, oneIn, percentWords, winsOf100 } from './odds.ts';

const BUNDLES = Array.from({ length: 20 }, (_, at) => at);
const STROKES = 5;

/** The possible items and their odds, as a picture and as a table. */
export function Odds({ one }: { readonly one: Pick<Case, 'items' | 'points' | 'expected'> }) {
  const odds = oddsOf(one);
  const wins = winsOf100(odds);
  const winWords = wins > 0 || !odds.some(({ gain }) => gain >= 0) ? `about ${wins}` : 'fewer than one';
  return (
    <section aria-labelledby="odds" className="odds">
      <h2 id="odds">Odds and payouts</h2>
      <dl className="sum">
        <dt>Price</dt>
        <dd>
          <Points points={one.points} />
        </dd>
        <dt>Average return</dt>
        <dd className="num">
          <span className="pts">{formatMean(one.expected)} pts</span>{' '}
          <span className="money">· {pointsInMoney(one.expected)}</span>
        </dd>
      </dl>
      <p className="honest">{honestWords(one)}</p>

      <figure>
        <div
          className="hundred"
          role="img"
          aria-label={`Of 100 openings ${winWords} pay back the price or more`}
        >
          {BUNDLES.map((bundle) => (
            <Tally
              key={bundle}
              done={Math.min(STROKES, Math.max(0, wins - STROKES * bundle))}
              goal={STROKES}
              silent
            />
          ))}
        </div>
        <figcaption>
          Of 100 openings, {winWords} pay back the price or more: the full strokes. The others pay less.
        </figcaption>
      </figure>

      <table className="ledger items">
        <caption className="unseen">Each item with what it pays and how likely it is</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Chance</th>
            <th scope="col">Pays</th>
          </tr>
        </thead>
        <tbody>
          {odds.map(({ name, points, chance, gain }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same name
            <tr key={at} className={gain >= 0 ? 'gains' : undefined}>
              <th scope="row">{name}</th>
              <td>
                <svg className="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={100 * chance} height="10" />
                </svg>
                {percentWords(chance)} <small>{oneIn(chance)}</small>
              </td>
              <td>
                <span className="pts">{formatPoints(points)} pts</span>{' '}
                <small>
                  <span>{pointsInMoney(points)}</span> <span className="gain">{gainWords(gain)}</span>
                </small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** "150 less", "200 more", "the same" */
function gainWords(gain: number): string {
  if (gain === 0) return 'the same';
  return `${formatPoints(Math.abs(gain))} ${gain < 0 ? 'less' : 'more'}`;
}
