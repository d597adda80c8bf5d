/** Operators' figures of recent days, by UTC day. */
import { and, type Column, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Figures } from '../../../src/lib/contract/operators/operator.ts';
import type { Executor } from '../../db/database.ts';
import { ledger, orders, users } from '../../db/schema.ts';
import { DAY, earlier, later } from '../../platform/time.ts';
import type { FigureDays } from '../admin/figure-days.ts';

/** How many days there are figures of, if none are chosen. */
const DAYS = 14;
type OfDay = Figures['today'];

/** Returns the figures of these days, by default of the last 14, and of today, yesterday and the last week. */
export async function figuresOf(db: Executor, now: Date, chosen: FigureDays | null = null): Promise<Figures> {
  const dayAgo = (days: number) =>
    earlier(now, days * DAY)
      .toISOString()
      .slice(0, 10);
  const dayOf = (at: SQL) => sql<string>`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
  const week = new Date(dayAgo(6));
  const { from, until } = chosen ?? { from: new Date(dayAgo(DAYS - 1)), until: new Date(dayAgo(-1)) };
  /** What the answer needs: the days, and the last week. */
  const isCounted = (at: Column) => or(gte(at, week), and(gte(at, from), lt(at, until)));
  const sum = (what: SQL) => sql<number>`coalesce(sum(${what}), 0)::float8`;
  /** Positive from these accounts of the house, negative to them. */
  const net = (houses: SQL) =>
    sum(sql`CASE WHEN ${ledger.from} IN (${houses}) THEN ${ledger.points}
      WHEN ${ledger.to} IN (${houses}) THEN -${ledger.points} END`);
  const sent = sql`FILTER (WHERE ${ledger.reason} = 'capture')`;

  const moved = await db
    .select({
      day: dayOf(sql`${ledger.createdAt}`),
      points_issued: net(sql`'house:earnings', 'house:adjustments', 'house:cases'`),
      points_redeemed: sql<number>`-${net(sql`'house:redeemed'`)}`,
      orders_sent: sql<number>`count(*) ${sent}::integer`,
      cents_sent: sql<number>`coalesce(sum(${orders.cents}) ${sent}, 0)::float8`,
    })
    .from(ledger)
    .leftJoin(orders, eq(orders.id, ledger.orderId))
    .where(isCounted(ledger.createdAt))
    .groupBy(sql`1`);
  const joined = await db
    .select({ day: dayOf(sql`${users.createdAt}`), new_accounts: sql<number>`count(*)::integer` })
    .from(users)
    .where(isCounted(users.createdAt))
    .groupBy(sql`1`);

  const totalOf = (isIn: (day: string) => boolean): OfDay => {
    const of = <Row extends { readonly day: string }>(rows: readonly Row[], read: (row: Row) => number) =>
      rows.filter(({ day }) => isIn(day)).reduce((total, row) => total + read(row), 0);
    return {
      points_issued: of(moved, (row) => row.points_issued),
      points_redeemed: of(moved, (row) => row.points_redeemed),
      orders_sent: of(moved, (row) => row.orders_sent),
      cents_sent: of(moved, (row) => row.cents_sent),
      new_accounts: of(joined, (row) => row.new_accounts),
    };
  };
  return {
    today: totalOf((day) => day === dayAgo(0)),
    yesterday: totalOf((day) => day === dayAgo(1)),
    week: totalOf((day) => day >= dayAgo(6)),
    days: Array.from({ length: (until.getTime() - from.getTime()) / DAY }, (_, at) => {
      const day = later(from, at * DAY)
        .toISOString()
        .slice(0, 10);
      return { day, ...totalOf((one) => one === day) };
    }),
  };
}
