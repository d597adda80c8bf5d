/**
 * How contests start and end. They are made from the catalogue's plans. After the end, winners are drawn from a seed whose hash
 * was published before anyone could enter (lib/arcade/draw).
 */

import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { drawPlaces } from '../../../src/lib/arcade/draw.ts';
import { formatPoints, pointsInWords } from '../../../src/lib/format/points.ts';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import type { Database } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { contestEntries, contestPlans, contests } from '../../db/schema.ts';
import { createSeed } from '../../platform/draw-seed.ts';
import { periodOf } from '../../platform/periods.ts';
import { credit, lockBalance } from '../ledger/ledger.ts';
import { withMilestones } from '../milestones/milestones.ts';
import { notify, notifyAll } from '../notifications/notifications.ts';

/** "1st", "2nd", "3rd", "4th". A contest has at most twenty places. */
function ordinal(place: number): string {
  return `${place}${['st', 'nd', 'rd'][place - 1] ?? 'th'}`;
}

/**
 * Makes the contests that are due and draws those that are over. Each happens once, even if many calls arrive at the same moment.
 * Every call about contests runs it first.
 */
export async function keepContests(db: Database, now: Date): Promise<void> {
  await makeDue(db, now);
  const due = await db.drizzle
    .select({ id: contests.id })
    .from(contests)
    .where(and(isNull(contests.drawnAt), isNull(contests.calledOffAt), lte(contests.endsAt, now)))
    .orderBy(asc(contests.id));
  for (const { id } of due) await draw(db, id, now);
}

/** Makes the contests that a plan asks for and that don't exist yet: this week's, or one with dates that isn't over. */
async function makeDue(db: Database, now: Date): Promise<void> {
  const week = periodOf('weekly', now);
  const start = new Date(week.start);
  const missing = await db.drizzle
    .select()
    .from(contestPlans)
    .where(
      and(
        eq(contestPlans.active, true),
        or(eq(contestPlans.every, 'week'), sql`${contestPlans.endsAt} > ${now.toISOString()}::timestamptz`),
        sql`NOT EXISTS (SELECT 1 FROM contests c WHERE c.catalogue_id = ${sql.raw('contest_plans.id')}
          AND (${contestPlans.every} IS NULL OR c.starts_at = ${start.toISOString()}::timestamptz))`,
      ),
    )
    .orderBy(asc(contestPlans.id));
  for (const { id, slug, name, game, summary, rules, prizes, ...plan } of missing) {
    const startsAt = plan.startsAt ?? start;
    const endsAt = plan.endsAt ?? week.end;
    if (!endsAt) throw new Error('a week has no end');
    await db.drizzle
      .insert(contests)
      .values({
        catalogueId: id,
        slug,
        name,
        game,
        summary,
        rules,
        prizes,
        startsAt,
        endsAt,
        ...(await createSeed()),
      })
      // If another process made it in the meantime, that seed counts.
      .onConflictDoNothing({ target: [contests.catalogueId, contests.startsAt] });
  }
}

/** Draws a contest that is over, credits its winners and notifies everyone who entered. Does nothing if it was drawn before. */
async function draw(db: Database, id: number, now: Date): Promise<void> {
  return db.drizzle.transaction(async (tx) => {
    const [contest] = await tx.select().from(contests).where(eq(contests.id, id)).for('no key update');
    if (!contest || contest.drawnAt || contest.calledOffAt || contest.endsAt > now) return;
    const entries = await tx
      .select({ number: contestEntries.number, seed: contestEntries.seed, userId: contestEntries.userId })
      .from(contestEntries)
      .where(eq(contestEntries.contestId, id))
      .orderBy(asc(contestEntries.number));
    const owners = new Map(entries.map(({ number, userId }) => [number, userId]));
    const drawn = await drawPlaces({ seed: contest.seed, entries, places: contest.prizes.length });
    const winners = drawn.map((number, at) => ({
      number,
      place: at + 1,
      points: contest.prizes[at] ?? 0,
      userId: owners.get(number) ?? 0,
    }));
    // In the order of user ids, like purchases that share a statement, so that two transactions can't deadlock on balances.
    for (const { number, place, points, userId } of winners.toSorted((a, b) => a.userId - b.userId)) {
      await lockBalance(tx, userId);
      await withMilestones(tx, { userId, now }, async () => {
        await tx
          .update(contestEntries)
          .set({ place })
          .where(and(eq(contestEntries.contestId, id), eq(contestEntries.number, number)));
        await credit(tx, {
          key: `contest:${id}:${place}`,
          userId,
          points,
          title: `${contest.name}: ${ordinal(place)} place`,
          detail: `drawn from ${entries.length.toLocaleString('en-US')} ${entries.length === 1 ? 'entry' : 'entries'}`,
          quiet: true,
          at: now,
        });
      });
    }
    await tx.update(contests).set({ drawnAt: now }).where(eq(contests.id, id));
    await tx.update(contestEntries).set({ mailbox: null }).where(eq(contestEntries.contestId, id));
    const won = new Set(winners.map(({ userId }) => userId));
    const common = { kind: 'contest' as const, key: `contest:${id}`, href: hrefs.userContest(id), now };
    const count = formatPoints(entries.length);
    for (const { userId, place, points } of winners)
      await notify(tx, userId, {
        ...common,
        win: true,
        title: `You won ${ordinal(place)} place: ${contest.name}`,
        body: `You won ${pointsInWords(points)}. There ${entries.length === 1 ? 'was 1 entry' : `were ${count} entries`}. You can verify the draw yourself.`,
      });
    const others = entries.map(({ userId }) => userId).filter((userId) => !won.has(userId));
    await notifyAll(tx, others, {
      ...common,
      title: `Results are in: ${contest.name}`,
      body: `You didn’t win this time. There were ${count} entries. You can verify the draw yourself.`,
    });
    announce(tx, { kind: 'contest', contestId: id });
  });
}
