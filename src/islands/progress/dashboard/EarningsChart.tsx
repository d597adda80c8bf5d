import { shortDate } from '../../../lib/format/dates.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import type { EarningDay } from './earnings-by-day.ts';

const WIDTH = 24;
const GAP = 6;
const HEIGHT = 140;

/** Points per day as bars: solid for confirmed, and an outline on top for pending. Screen readers get a table. */
export function EarningsChart({ days, now }: { days: readonly EarningDay[]; now: number }) {
  const most = Math.max(1, ...days.map(({ confirmed, pending }) => confirmed + pending));
  // A bar is at least high enough to be visible.
  const high = (points: number) => (points > 0 ? Math.max(3, (points / most) * (HEIGHT - 4)) : 0);
  const pendingAny = days.some(({ pending }) => pending > 0);
  const first = days[0];
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${days.length * (WIDTH + GAP) - GAP} ${HEIGHT}`}
        // On a desktop it is higher, next to the quests (dashboard.css).
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ date, confirmed, pending }, at) => {
          const full = high(confirmed);
          const hollow = high(pending);
          const x = at * (WIDTH + GAP);
          return (
            <g key={date} className={at === days.length - 1 ? 'today' : undefined}>
              <title>{`${shortDate(date, now)}: ${formatPoints(confirmed + pending)} points`}</title>
              <rect className="hit" x={x} y={0} width={WIDTH + GAP} height={HEIGHT} />
              <rect className="base" x={x} y={HEIGHT - 2} width={WIDTH} height={2} />
              {full > 0 && (
                <rect className="full" x={x} y={HEIGHT - full} width={WIDTH} height={full} rx={3} />
              )}
              {hollow > 0 && (
                <rect
                  className="hollow"
                  x={x + 1}
                  y={HEIGHT - full - hollow + 1}
                  width={WIDTH - 2}
                  height={Math.max(1, hollow - 2)}
                  rx={3}
                />
              )}
            </g>
          );
        })}
      </svg>
      <figcaption>
        <span>{first && shortDate(first.date, now)}</span>
        {pendingAny && <span className="state pending">hollow: still pending</span>}
        <span>today</span>
      </figcaption>
      <div className="unseen">
        <table>
          <caption>Points earned by day</caption>
          <tbody>
            {days.map(({ date, confirmed, pending }) => (
              <tr key={date}>
                <th scope="row">{shortDate(date, now)}</th>
                <td>{formatPoints(confirmed + pending)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
