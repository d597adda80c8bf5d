import type { Figures } from '../../../lib/contract/operators/operator.ts';
import { shortDate } from '../../../lib/format/dates.ts';
import { formatChange, formatMoney, formatPoints } from '../../../lib/format/points.ts';
import { type Columns, Table } from '../parts/ListFrame.tsx';

type Day = Figures['days'][number];
type Span = Figures['today'];

/** Below zero when more was reversed than came in. */
const points = (of: number) => (of < 0 ? formatChange(of) : formatPoints(of));

interface Measure {
  readonly name: string;
  readonly read: (of: Span) => number;
  /** Whether it is points, which have their own colour everywhere. */
  readonly inPoints?: boolean;
  /** What else is said about a span. */
  readonly more?: (of: Span) => string;
}

const measures: readonly Measure[] = [
  { name: 'Points issued', read: ({ points_issued }) => points_issued, inPoints: true },
  { name: 'Points redeemed', read: ({ points_redeemed }) => points_redeemed, inPoints: true },
  {
    name: 'Rewards sent',
    read: ({ orders_sent }) => orders_sent,
    more: ({ cents_sent }) => ` (${formatMoney(cents_sent)})`,
  },
  { name: 'New accounts', read: ({ new_accounts }) => new_accounts },
];

export const dayColumns: Columns<Day> = [
  { head: 'Day', cell: ({ day }) => shortDate(day, Date.now()) },
  ...measures.map(({ name, read, more }) => ({
    head: name,
    kind: 'figure' as const,
    cell: (day: Day) => points(read(day)) + (more?.(day) ?? ''),
  })),
];

/** Returns the totals of these days, each with its name. */
export function totalsOf(days: readonly Day[]): [name: string, total: string][] {
  const sum = (of: (day: Day) => number) => days.reduce((all, day) => all + of(day), 0);
  const total: Span = {
    points_issued: sum((day) => day.points_issued),
    points_redeemed: sum((day) => day.points_redeemed),
    orders_sent: sum((day) => day.orders_sent),
    cents_sent: sum((day) => day.cents_sent),
    new_accounts: sum((day) => day.new_accounts),
  };
  return measures.map(({ name, read, more }) => [name, points(read(total)) + (more?.(total) ?? '')]);
}

/** The figures of recent days as charts, and each day as a table. */
export function RecentDays({ of }: { readonly of: Figures }) {
  return (
    <section className="recent-days" aria-labelledby="recent-days">
      <h2 id="recent-days">The last {of.days.length} days</h2>
      <ul className="measures">
        {measures.map((measure) => (
          <li key={measure.name} className={measure.inPoints ? 'in-points' : undefined}>
            <Tile measure={measure} of={of} />
          </li>
        ))}
      </ul>
      <details>
        <summary>Show each day as a table</summary>
        <Table
          label="figures by day"
          rows={of.days.toReversed()}
          columns={dayColumns}
          keyOf={({ day }) => day}
        />
      </details>
      <p className="muted">
        Days are in UTC. Points issued: what players got minus reversals. For cases: prizes minus prices.
        Points redeemed: minus refunds, on the day of the refund. Rewards sent: also those refunded later.
      </p>
    </section>
  );
}

function Tile({ measure: { name, read, more }, of }: { readonly measure: Measure; readonly of: Figures }) {
  const said = (span: Span) => points(read(span)) + (more?.(span) ?? '');
  return (
    <>
      <h3>{name}</h3>
      <p>
        <b className="num">{points(read(of.today))}</b> today{more?.(of.today)}
      </p>
      <Bars name={name} days={of.days} read={read} />
      <p className="muted">
        {said(of.yesterday)} yesterday, {said(of.week)} in 7 days
      </p>
    </>
  );
}

const WIDTH = 12;
const GAP = 4;
const HEIGHT = 56;

/** A bar a day, which goes below the line when more was reversed than came in. Today's is the strong one. */
function Bars({ name, days, read }: Pick<Measure, 'name' | 'read'> & { readonly days: readonly Day[] }) {
  const values = days.map(read);
  const most = Math.max(0, ...values);
  const least = Math.min(0, ...values);
  const span = most - least || 1;
  const zero = (most / span) * HEIGHT;
  // What isn't zero can be seen.
  const high = (value: number) => (value === 0 ? 0 : Math.max(2, (Math.abs(value) / span) * HEIGHT));
  const best = days[values.indexOf(most)];
  const now = Date.now();
  const first = days[0] ? shortDate(days[0].day, now) : '';
  return (
    <>
      <svg
        viewBox={`0 -2 ${days.length * (WIDTH + GAP) - GAP} ${HEIGHT + 4}`}
        role="img"
        aria-label={`${name} by day since ${first}. ${
          most > 0 && best ? `Most on ${shortDate(best.day, now)}: ${formatPoints(most)}.` : 'Nothing yet.'
        }`}
      >
        <path className="zero" d={`M0 ${zero}H${days.length * (WIDTH + GAP) - GAP}`} />
        {days.map((day, at) => {
          const value = read(day);
          return (
            <rect
              key={day.day}
              className={at === days.length - 1 ? 'today' : undefined}
              x={at * (WIDTH + GAP)}
              y={value < 0 ? zero : zero - high(value)}
              width={WIDTH}
              height={high(value)}
              rx={1.5}
            >
              <title>{`${shortDate(day.day, now)}: ${points(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="ends" aria-hidden="true">
        <span>{first}</span> <span>today</span>
      </p>
    </>
  );
}
