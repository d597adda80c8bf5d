/**
 * Contests: taking part is free and once, and the winners are drawn by lot from a seed whose hash was told before anybody entered
 * (lib/arcade/draw). They come from the catalogue's plans and are made, and drawn when they are over, by whoever asks first.
 */
import { and, asc, desc, eq, ilike, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { drawPlaces } from '../../src/lib/arcade/draw.ts';
import type { Told } from '../../src/lib/contract/call.ts';
import type { Contest, ContestCard, ContestEntry, contestStates } from '../../src/lib/contract/contests.ts';
import type { CONTEST_SORTS } from '../../src/lib/contract/limits.ts';
import type { Database, Executor } from '../db/database.ts';
import { contestEntries, contestPlans, contests, users } from '../db/schema.ts';
import { createSeed } from './draw-seed.ts';
import { tellContest } from './happenings.ts';
import { credit } from './ledger.ts';
import { type Page, type Paginator, paginate } from './paginate.ts';
import { periodOf } from './periods.ts';
import { Refusal } from './refusal.ts';
import { contains } from './rewards.ts';

type Row = typeof contests.$inferSelect;
type Sort = (typeof CONTEST_SORTS)[number];

const total = (prizes: readonly number[]) => prizes.reduce((sum, points) => sum + points, 0);

function stateOf(
  { startsAt, endsAt }: Pick<Row, 'startsAt' | 'endsAt'>,
  now: Date,
): (typeof contestStates)[number] {
  if (now < startsAt) return 'coming';
  return now < endsAt ? 'open' : 'ended';
}

/** "1st", "2nd", "3rd", "4th"; contests have twenty places at most. */
function ordinal(place: number): string {
  return `${place}${['st', 'nd', 'rd'][place - 1] ?? 'th'}`;
}

/**
 * Makes the contests whose time has come and draws those that are over: each once, however many ask at the same moment. Answers
 * what was drawn, of which browsers are to be told. Every call about contests begins with it.
 */
export async function keepContests(db: Database, now: Date): Promise<Drawn[]> {
  await announce(db, now);
  const due = await db.drizzle
    .select({ id: contests.id })
    .from(contests)
    .where(and(isNull(contests.drawnAt), lte(contests.endsAt, now)))
    .orderBy(asc(contests.id));
  const drawn: Drawn[] = [];
  for (const { id } of due) {
    const one = await draw(db, id, now);
    if (one) drawn.push(one);
  }
  return drawn;
}

export interface Drawn {
  readonly contestId: number;
  /** Who was credited. */
  readonly winners: readonly number[];
  /** Who has a new notice of it. */
  readonly told: readonly number[];
}

/** Makes what a plan asks for and isn't there: this week's contest, or the one of its dates while it isn't over. */
async function announce(db: Database, now: Date): Promise<void> {
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
      // Another process made it meanwhile: that one's seed counts.
      .onConflictDoNothing({ target: [contests.catalogueId, contests.startsAt] });
  }
}

/** Draws a contest that is over, credits its winners and tells everybody who entered; null when it was drawn before. */
async function draw(db: Database, id: number, now: Date): Promise<Drawn | null> {
  return db.drizzle.transaction(async (tx) => {
    const [contest] = await tx.select().from(contests).where(eq(contests.id, id)).for('no key update');
    if (!contest || contest.drawnAt || contest.endsAt > now) return null;
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
    // In the order of the users, as purchases that go together: so that no two ever wait for each other's balances crosswise.
    for (const { number, place, points, userId } of winners.toSorted((a, b) => a.userId - b.userId)) {
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
        at: now,
      });
    }
    await tx.update(contests).set({ drawnAt: now }).where(eq(contests.id, id));
    const won = new Set(winners.map(({ userId }) => userId));
    const told = await tellContest(
      tx,
      { id, name: contest.name, entries: entries.length },
      winners.map(({ userId, place, points }) => ({ userId, place: ordinal(place), points })),
      entries.map(({ userId }) => userId).filter((userId) => !won.has(userId)),
      now,
    );
    return { contestId: id, winners: [...won], told };
  });
}

function isEntered(userId: number | null): SQL<boolean> {
  if (userId === null) return sql<boolean>`false`;
  return sql<boolean>`EXISTS (SELECT 1 FROM contest_entries e WHERE e.contest_id = ${sql.raw('contests.id')} AND e.user_id = ${userId})`;
}

function cardOf(row: Row, entered: boolean, now: Date): Told<ContestCard> {
  const { id, name, slug, game, summary, prizes, startsAt, endsAt, entries } = row;
  return {
    id,
    name,
    slug,
    game,
    summary,
    points: total(prizes),
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    state: stateOf(row, now),
    entries,
    entered,
  };
}

const prizeSum = sql`(SELECT sum(prize.points::integer) FROM jsonb_array_elements_text(${contests.prizes}) AS prize(points))`;
const over = (at: SQL) => sql`${contests.endsAt} <= ${at}`;

function orderOf(sort: Sort, at: SQL): SQL[] {
  switch (sort) {
    case 'popular':
      return [desc(contests.entries)];
    case 'newest':
      return [desc(contests.startsAt)];
    // Entering costs nothing: the price is what can be won.
    case 'price-asc':
      return [asc(prizeSum)];
    case 'price-desc':
      return [desc(prizeSum)];
    // Nobody rates a contest: the best is the one in which an entry is worth most.
    case 'rating':
      return [desc(sql`${prizeSum}::numeric / (${contests.entries} + 1)`)];
    case 'ending':
      return [sql`CASE WHEN NOT ${over(at)} THEN ${contests.endsAt} END ASC`];
  }
}

/** Contests by sort order, those that are open before those to come, and these before those that are over. */
export async function listContests(
  db: Database,
  userId: number | null,
  given: Page & { search: string; sort: Sort },
  now: Date,
): Promise<Paginator<ContestCard>> {
  const pattern = contains(given.search);
  const wanted = given.search ? or(ilike(contests.game, pattern), ilike(contests.name, pattern)) : undefined;
  const at = sql`${now.toISOString()}::timestamptz`;
  const all = await db.drizzle.$count(contests, wanted);
  const rows = await db.drizzle
    .select({ contest: contests, entered: isEntered(userId) })
    .from(contests)
    .where(wanted)
    .orderBy(
      sql`CASE WHEN ${over(at)} THEN 2 WHEN ${contests.startsAt} > ${at} THEN 1 ELSE 0 END`,
      ...orderOf(given.sort, at),
      desc(contests.endsAt),
      desc(contests.id),
    )
    .limit(given.per_page)
    .offset((given.page - 1) * given.per_page);
  const cards = rows.map(({ contest, entered }) => cardOf(contest, entered, now));
  return paginate(cards, all, given, '/api/user/contests', {
    ...(given.search && { 'game-name': given.search }),
    'sort-by': given.sort,
  });
}

/** A contest as `userId` (null: a guest) sees it. Refusal: not_found. */
export async function getContest(
  db: Executor,
  id: number,
  userId: number | null,
  now: Date,
): Promise<Contest> {
  const [contest] = await db.select().from(contests).where(eq(contests.id, id));
  if (!contest) throw new Refusal('not_found');
  const entry = userId === null ? null : await entryOf(db, id, userId);
  return {
    ...cardOf(contest, entry !== null, now),
    rules: contest.rules,
    prizes: contest.prizes,
    seed_hash: contest.seedHash,
    entry,
    ...(await drawOf(db, contest)),
  };
}

async function entryOf(db: Executor, contestId: number, userId: number) {
  const [entry] = await db
    .select({ number: contestEntries.number, seed: contestEntries.seed })
    .from(contestEntries)
    .where(and(eq(contestEntries.contestId, contestId), eq(contestEntries.userId, userId)));
  return entry ?? null;
}

/** One player's entries, the newest first, with what they won. */
export async function listEntries(
  db: Database,
  userId: number,
  page: Page,
  now: Date,
): Promise<Paginator<ContestEntry>> {
  const mine = eq(contestEntries.userId, userId);
  const rows = await db.drizzle
    .select({ entry: contestEntries, contest: contests })
    .from(contestEntries)
    .innerJoin(contests, eq(contests.id, contestEntries.contestId))
    .where(mine)
    .orderBy(desc(contestEntries.createdAt), desc(contestEntries.contestId))
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page);
  const data = rows.map(({ entry, contest }): ContestEntry => {
    const { id, name, slug, startsAt, endsAt, entries, prizes, drawnAt } = contest;
    return {
      contest: {
        id,
        name,
        slug,
        starts_at: startsAt.toISOString(),
        ends_at: endsAt.toISOString(),
        state: stateOf(contest, now),
        entries,
      },
      number: entry.number,
      seed: entry.seed,
      entered_at: entry.createdAt.toISOString(),
      drawn: drawnAt !== null,
      won: entry.place === null ? null : { place: entry.place, points: prizes[entry.place - 1] ?? 0 },
    };
  });
  return paginate(data, await db.drizzle.$count(contestEntries, mine), page, '/api/user/contest-entries');
}

/** What is told once the draw is over, and null before. */
async function drawOf(db: Executor, contest: Row): Promise<Pick<Contest, 'seed' | 'drawn_from' | 'winners'>> {
  if (!contest.drawnAt) return { seed: null, drawn_from: null, winners: null };
  const ofContest = eq(contestEntries.contestId, contest.id);
  const entries = await db
    .select({ number: contestEntries.number, seed: contestEntries.seed })
    .from(contestEntries)
    .where(ofContest)
    .orderBy(asc(contestEntries.number));
  const winners = await db
    .select({ number: contestEntries.number, user: { id: users.id, name: users.name } })
    .from(contestEntries)
    .innerJoin(users, eq(users.id, contestEntries.userId))
    .where(and(ofContest, isNotNull(contestEntries.place)))
    .orderBy(asc(contestEntries.place));
  return {
    seed: contest.seed,
    drawn_from: entries,
    winners: winners.map((winner, at) => ({ ...winner, points: contest.prizes[at] ?? 0 })),
  };
}

/**
 * Takes part. The same entry sent again answers as before. Refusals: not_found, contest_closed (before it starts and when it is
 * over), already_entered (with another seed).
 */
export async function enterContest(
  db: Database,
  given: { id: number; userId: number; seed: string; now: Date },
): Promise<Contest> {
  const { id, userId, seed, now } = given;
  return db.drizzle.transaction(async (tx) => {
    // The lock puts those who enter in a row, and keeps the draw out until this entry is in.
    const [contest] = await tx.select().from(contests).where(eq(contests.id, id)).for('no key update');
    if (!contest) throw new Refusal('not_found');
    const before = await entryOf(tx, id, userId);
    if (before && before.seed !== seed)
      throw new Refusal('already_entered', {
        message: `You take part already, with number ${before.number}. An entry can't be changed.`,
      });
    if (!before) {
      const state = stateOf(contest, now);
      if (state === 'coming')
        throw new Refusal('contest_closed', { message: "This contest hasn't started yet." });
      // Drawn by a process whose clock is ahead of ours: over, whatever ours says.
      if (state === 'ended' || contest.drawnAt) throw new Refusal('contest_closed');
      const number = contest.entries + 1;
      await tx.insert(contestEntries).values({ contestId: id, userId, number, seed, createdAt: now });
      await tx.update(contests).set({ entries: number }).where(eq(contests.id, id));
    }
    return getContest(tx, id, userId, now);
  });
}
