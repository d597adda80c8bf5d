/** Contests as players read them, and how they enter: free and once. contest-draws.ts starts and ends them. */
import { and, asc, desc, eq, gt, ilike, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Answer } from '../../../src/lib/contract/call.ts';
import type {
  Contest,
  ContestEntry,
  contestCardSchema,
  contestStates,
  listDrawnEntries as drawnEntriesCall,
} from '../../../src/lib/contract/draws/contests.ts';
import type { CONTEST_SORTS } from '../../../src/lib/contract/limits.ts';
import { contains } from '../../db/contains.ts';
import type { Database, Executor } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { elementsOf, numberOf } from '../../db/json-sql.ts';
import { contestEntries, contests, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { rejectSuspended } from '../fraud/suspension.ts';

type ContestCard = v.InferOutput<typeof contestCardSchema>;

type Row = typeof contests.$inferSelect;
type Sort = (typeof CONTEST_SORTS)[number];

const sumOf = (prizes: readonly number[]) => prizes.reduce((sum, points) => sum + points, 0);

function stateOf(
  { startsAt, endsAt, calledOffAt }: Pick<Row, 'startsAt' | 'endsAt' | 'calledOffAt'>,
  now: Date,
): (typeof contestStates)[number] {
  if (calledOffAt) return 'ended';
  if (now < startsAt) return 'coming';
  return now < endsAt ? 'open' : 'ended';
}

function isEntered(userId: number | null): SQL<boolean> {
  if (userId === null) return sql<boolean>`false`;
  return sql<boolean>`EXISTS (SELECT 1 FROM contest_entries e WHERE e.contest_id = ${sql.raw('contests.id')} AND e.user_id = ${userId})`;
}

/**
 * Returns the name of the first place: of this draw once it is over, and until then of the latest one of the same giveaway.
 * Suspended winners aren't named.
 */
function lastWinner(at: SQL): SQL<string | null> {
  const ours = sql.raw('contests');
  return sql<string | null>`(
    SELECT u.name FROM contests c
    JOIN contest_entries e ON e.contest_id = c.id AND e.place = 1
    JOIN users u ON u.id = e.user_id AND u.suspended_at IS NULL
    WHERE c.slug = ${ours}.slug AND (c.id = ${ours}.id OR (NOT ${over(at)} AND c.ends_at < ${ours}.ends_at))
    ORDER BY c.ends_at DESC, c.id DESC LIMIT 1
  )`;
}

function cardOf(row: Row, entered: boolean, last_winner: string | null, now: Date): ContestCard {
  const { id, name, slug, game, summary, prizes, startsAt, endsAt, entries } = row;
  return {
    id,
    name,
    slug,
    game,
    summary,
    points: sumOf(prizes),
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    state: stateOf(row, now),
    entries,
    entered,
    last_winner,
  };
}

const prizeSum = sql`(SELECT coalesce(sum(${numberOf(sql`prize.value`)}), 0) FROM ${elementsOf(contests.prizes)} AS prize)`;
const timeOf = (now: Date) => sql`${now.toISOString()}::timestamptz`;
const over = (at: SQL) => sql`(${contests.endsAt} <= ${at} OR ${contests.calledOffAt} IS NOT NULL)`;

function orderOf(sort: Sort, at: SQL): SQL[] {
  switch (sort) {
    case 'popular':
      return [desc(contests.entries)];
    case 'newest':
      return [desc(contests.startsAt)];
    // Entering is free, so "price" sorts by what can be won.
    case 'price-asc':
      return [asc(prizeSum)];
    case 'price-desc':
      return [desc(prizeSum)];
    // Contests have no ratings: the best contest is the one in which an entry is worth most.
    case 'rating':
      return [desc(sql`${prizeSum}::numeric / (${contests.entries} + 1)`)];
    case 'ending':
      return [sql`CASE WHEN NOT ${over(at)} THEN ${contests.endsAt} END ASC`];
  }
}

/** Lists contests in the given order: open ones first, then coming ones, then those that are over. */
export async function listContests(
  db: Database,
  userId: number | null,
  given: Page & { search: string; sort: Sort },
  now: Date,
): Promise<Paginator<ContestCard>> {
  const pattern = contains(given.search);
  const wanted = given.search ? or(ilike(contests.game, pattern), ilike(contests.name, pattern)) : undefined;
  const at = timeOf(now);
  const rows = db.drizzle
    .select({ contest: contests, entered: isEntered(userId), winner: lastWinner(at) })
    .from(contests)
    .where(wanted)
    .orderBy(
      sql`CASE WHEN ${over(at)} THEN 2 WHEN ${contests.startsAt} > ${at} THEN 1 ELSE 0 END`,
      ...orderOf(given.sort, at),
      desc(contests.endsAt),
      desc(contests.id),
    );
  const total = db.drizzle.$count(contests, wanted);
  return pageOf(rows, total, given, ({ contest, entered, winner }) => cardOf(contest, entered, winner, now));
}

/** Returns a contest as `userId` (null: a guest) sees it. Errors: not_found. */
export async function getContest(
  db: Executor,
  id: number,
  userId: number | null,
  now: Date,
): Promise<Contest> {
  const [row] = await db
    .select({ contest: contests, winner: lastWinner(timeOf(now)) })
    .from(contests)
    .where(eq(contests.id, id));
  if (!row) throw new DomainError('not_found');
  const { contest, winner } = row;
  const entry = userId === null ? null : await entryOf(db, id, userId);
  return {
    ...cardOf(contest, entry !== null, winner, now),
    rules: contest.rules,
    prizes: contest.prizes,
    seed_hash: contest.seedHash,
    called_off: contest.calledOffFor,
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

/** Lists a player's entries, newest first, with what they won. */
export async function listEntries(
  db: Database,
  userId: number,
  page: Page,
  now: Date,
): Promise<Paginator<ContestEntry>> {
  const mine = eq(contestEntries.userId, userId);
  const rows = db.drizzle
    .select({ entry: contestEntries, contest: contests })
    .from(contestEntries)
    .innerJoin(contests, eq(contests.id, contestEntries.contestId))
    .where(mine)
    .orderBy(desc(contestEntries.createdAt), desc(contestEntries.contestId));
  const total = db.drizzle.$count(contestEntries, mine);
  return pageOf(rows, total, page, ({ entry, contest }): ContestEntry => {
    const { id, name, slug, startsAt, endsAt, entries, prizes, drawnAt } = contest;
    return {
      contest: {
        id,
        name,
        slug,
        starts_at: startsAt.toISOString(),
        ends_at: endsAt.toISOString(),
        state: stateOf(contest, now),
        called_off: contest.calledOffFor,
        entries,
      },
      number: entry.number,
      seed: entry.seed,
      entered_at: entry.createdAt.toISOString(),
      drawn: drawnAt !== null,
      won: entry.place === null ? null : { place: entry.place, points: prizes[entry.place - 1] ?? 0 },
    };
  });
}

/** Returns what is public after the draw; before it, nulls. */
async function drawOf(db: Executor, contest: Row): Promise<Pick<Contest, 'seed' | 'winners'>> {
  if (!contest.drawnAt) return { seed: null, winners: null };
  const winners = await db
    .select({ number: contestEntries.number, user: { id: users.id, name: users.name, avatar: users.avatar } })
    .from(contestEntries)
    // The place and the number of a suspended winner stay, because anyone can draw again and compare.
    .leftJoin(users, and(eq(users.id, contestEntries.userId), isNull(users.suspendedAt)))
    .where(and(eq(contestEntries.contestId, contest.id), isNotNull(contestEntries.place)))
    .orderBy(asc(contestEntries.place));
  return {
    seed: contest.seed,
    winners: winners.map((winner, at) => ({ ...winner, points: contest.prizes[at] ?? 0 })),
  };
}

/** How many entries one answer has at most: about 300 KB. */
const DRAWN_PAGE = 5000;

/** Lists what a contest was drawn from: the entries after number `after`. Errors: not_found (also before the draw). */
export async function listDrawnEntries(
  db: Executor,
  id: number,
  after: number,
): Promise<Answer<typeof drawnEntriesCall>> {
  const [contest] = await db
    .select({ id: contests.id })
    .from(contests)
    .where(and(eq(contests.id, id), isNotNull(contests.drawnAt)));
  if (!contest) throw new DomainError('not_found');
  const entries = await db
    .select({ number: contestEntries.number, seed: contestEntries.seed })
    .from(contestEntries)
    .where(and(eq(contestEntries.contestId, id), gt(contestEntries.number, after)))
    .orderBy(asc(contestEntries.number))
    .limit(DRAWN_PAGE);
  return { entries, after: entries.length < DRAWN_PAGE ? null : (entries.at(-1)?.number ?? null) };
}

/** Returns a digest of the player's mailbox. Errors: email_unconfirmed. */
async function mailboxHash(tx: Executor, vault: Pick<Vault, 'digest'>, userId: number): Promise<Buffer> {
  const [user] = await tx
    .select({ email: users.email, mailbox: users.mailbox })
    .from(users)
    .where(eq(users.id, userId));
  if (!user?.mailbox)
    throw new DomainError('email_unconfirmed', {
      message: `Please ${user?.email ? 'confirm your email address' : 'add an email address and confirm it'} first: each mailbox gets one entry. Your text stays as you typed it.`,
    });
  return vault.digest('contest-entry', user.mailbox);
}

/**
 * Enters a contest, once per mailbox. Sending the same entry again gives the same answer. Errors: not_found, contest_closed
 * (before the start and after the end), already_entered (with another seed, or from another account with the same mailbox),
 * email_unconfirmed, suspended.
 */
export async function enterContest(
  db: Database,
  vault: Pick<Vault, 'digest'>,
  given: { id: number; userId: number; seed: string; now: Date },
): Promise<Contest> {
  const { id, userId, seed, now } = given;
  return db.drizzle.transaction(async (tx) => {
    // The lock numbers entries one after another, and the draw waits until this entry is in.
    const [contest] = await tx.select().from(contests).where(eq(contests.id, id)).for('no key update');
    if (!contest) throw new DomainError('not_found');
    const before = await entryOf(tx, id, userId);
    if (before && before.seed !== seed)
      throw new DomainError('already_entered', {
        message: `You’re already in (entry ${before.number}), and you can’t change your entry.`,
      });
    if (!before) {
      await rejectSuspended(tx, userId);
      const state = stateOf(contest, now);
      if (contest.calledOffFor !== null)
        throw new DomainError('contest_closed', {
          message: `This giveaway was cancelled. The reason: ${contest.calledOffFor}`,
        });
      if (state === 'coming')
        throw new DomainError('contest_closed', { message: 'This giveaway hasn’t started yet.' });
      // If a process with a faster clock has drawn it, it is over, whatever our clock says.
      if (state === 'ended' || contest.drawnAt) throw new DomainError('contest_closed');
      const mailbox = await mailboxHash(tx, vault, userId);
      const sameMailbox = and(eq(contestEntries.contestId, id), eq(contestEntries.mailbox, mailbox));
      if ((await tx.$count(contestEntries, sameMailbox)) > 0)
        throw new DomainError('already_entered', {
          message: 'Another account with this mailbox has already entered. Each mailbox gets one entry.',
        });
      const number = contest.entries + 1;
      await tx
        .insert(contestEntries)
        .values({ contestId: id, userId, number, seed, mailbox, createdAt: now });
      await tx.update(contests).set({ entries: number }).where(eq(contests.id, id));
      announce(tx, { kind: 'contest', contestId: id });
    }
    return getContest(tx, id, userId, now);
  });
}
