/**
 * The weekly digest, for players who chose it. It is stored as a notification that is only mailed, so it is sent once and like
 * any other.
 */
import { and, asc, eq, exists, gte, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { pointsInWords } from '../../../src/lib/format/points.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import { site } from '../../../src/lib/site.ts';
import type { Database, Executor } from '../../db/database.ts';
import { ledger, notificationSettings, notifications, orders, playDays, users } from '../../db/schema.ts';
import { periodOf } from '../../platform/periods.ts';
import { DAY, earlier, WEEK } from '../../platform/time.ts';
import { openQuests } from '../arcade/quests.ts';
import { endedBy } from '../ledger/transactions.ts';
import { daysOf, earnedOf } from '../milestones/earned.ts';
import { levelOf } from '../milestones/levels.ts';
import { streakAt } from '../milestones/streak.ts';
import { notify } from '../notifications/notifications.ts';

/** Digests per run. The next run continues. */
const AT_ONCE = 200;

/** The hours of the day in which a digest may be mailed. */
const AWAKE = { from: 8, until: 21 };
/** The UTC hours used if the country isn't known. It is then day from the west coast of America to Eastern Europe. */
const AWAKE_UTC = { from: 15, until: 20 };

/** Returns the hour in a time zone, 0 to 23. */
function hourIn(timeZone: string, at: Date): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return Number(format.format(at));
}

/** Returns whether it is daytime in all of a country. */
export function isAwake(country: string | null, at: Date): boolean {
  const zones = country === null ? [] : (new Intl.Locale(`und-${country}`).getTimeZones() ?? []);
  const isWithin = (hour: number, { from, until }: typeof AWAKE) => hour >= from && hour < until;
  if (zones.length === 0) return isWithin(at.getUTCHours(), AWAKE_UTC);
  return zones.every((zone) => isWithin(hourIn(zone, at), AWAKE));
}

/**
 * Writes the digests that are due: on Mondays, UTC, during the reader's day, to players who earned something, got something or
 * have a streak.
 */
export async function writeDigests(db: Database, now: Date): Promise<void> {
  if (now.getUTCDay() !== 1) return;
  const key = `digest:${periodOf('weekly', now).start}`;
  const chose = await countriesOfReaders(db.drizzle);
  const countries = chose.filter((country) => isAwake(country, now));
  if (countries.length === 0) return;
  for (const userId of await readersWith(db.drizzle, { countries, key, now })) {
    const body = await weekOf(db.drizzle, userId, now);
    await notify(db.drizzle, userId, {
      kind: 'digest',
      key,
      title: `Your week on ${site.name}`,
      body,
      href: routes.userHome.pattern,
      now,
    });
  }
}

const wantsIt = and(eq(notificationSettings.kind, 'digest'), eq(notificationSettings.mail, true));

async function countriesOfReaders(db: Executor): Promise<(string | null)[]> {
  const rows = await db
    .selectDistinct({ country: users.country })
    .from(notificationSettings)
    .innerJoin(users, eq(users.id, notificationSettings.userId))
    .where(wantsIt);
  return rows.map(({ country }) => country);
}

interface Due {
  readonly countries: readonly (string | null)[];
  readonly key: string;
  readonly now: Date;
}

/**
 * Matches the entries that a digest is about: points earned in the last week and not taken back, and orders delivered and not
 * refunded. Prizes of cases aren't earned: they are listed with their stakes (ledger/transactions.ts).
 */
function inDigest(db: Executor, now: Date): SQL | undefined {
  const delivered = db
    .select({ one: sql`1` })
    .from(orders)
    .where(and(eq(orders.id, ledger.orderId), eq(orders.state, 'delivered')));
  return and(
    gte(ledger.createdAt, earlier(now, WEEK)),
    or(
      and(eq(ledger.reason, 'credit'), not(endedBy(['reversal']))),
      and(eq(ledger.reason, 'capture'), exists(delivered)),
    ),
  );
}

async function readersWith(db: Executor, { countries, key, now }: Due): Promise<number[]> {
  const known = countries.filter((country) => country !== null);
  const yesterday = earlier(now, DAY).toISOString().slice(0, 10);
  const notified = db
    .select({ one: sql`1` })
    .from(notifications)
    .where(and(eq(notifications.userId, users.id), eq(notifications.key, key)));
  const brought = db
    .select({ one: sql`1` })
    .from(ledger)
    .where(and(eq(ledger.userId, users.id), inDigest(db, now)));
  // A player who played yesterday or today has a streak.
  const played = db
    .select({ one: sql`1` })
    .from(playDays)
    .where(and(eq(playDays.userId, users.id), gte(playDays.day, yesterday)));
  const rows = await db
    .select({ id: users.id })
    .from(notificationSettings)
    .innerJoin(users, eq(users.id, notificationSettings.userId))
    .where(
      and(
        wantsIt,
        or(inArray(users.country, known), ...(countries.includes(null) ? [isNull(users.country)] : [])),
        not(exists(notified)),
        or(exists(brought), exists(played)),
        sql`${users.emailConfirmedAt} IS NOT NULL AND ${users.erasedAt} IS NULL AND NOT ${users.sample}`,
      ),
    )
    .orderBy(asc(users.id))
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}

/** Returns one paragraph for each thing there is to say. */
async function weekOf(db: Executor, userId: number, now: Date): Promise<string> {
  const entries = await db
    .select({ reason: ledger.reason, points: ledger.points, title: ledger.title })
    .from(ledger)
    .where(and(eq(ledger.userId, userId), inDigest(db, now)))
    .orderBy(asc(ledger.id));
  const arrived = entries.filter(({ reason }) => reason === 'capture').map(({ title }) => title);
  const earned = entries.reduce((sum, { reason, points }) => sum + (reason === 'capture' ? 0 : points), 0);
  const { days } = streakAt(
    await daysOf(db, userId, now),
    periodOf('daily', now).start,
    levelOf(await earnedOf(db, userId)),
  );
  const open = await openQuests(db, { period: 'weekly' }, userId, now);
  const worth = open.reduce((sum, { points }) => sum + points, 0);
  return [
    ...(earned > 0 ? [`You earned ${pointsInWords(earned)} in the last 7 days.`] : []),
    ...(arrived.length > 0 ? [`Delivered: ${[...new Set(arrived)].join('; ')}.`] : []),
    ...(days > 0 ? [`Your streak: ${days} ${days === 1 ? 'day' : 'days'} in a row.`] : []),
    ...(open.length > 0
      ? [
          `${open.length} weekly ${open.length === 1 ? 'quest' : 'quests'} still open, worth ${pointsInWords(worth)} in total.`,
        ]
      : []),
  ].join('\n\n');
}
