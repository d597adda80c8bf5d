/** Contests as operators see them. contest-acts.ts changes them. */

import { and, asc, desc, eq, gt, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import type { OperatorContest } from '../../../src/lib/contract/draws/operator-contests.ts';
import type { OPERATOR_CONTEST_VIEWS } from '../../../src/lib/contract/operator-limits.ts';
import type { Database, Executor } from '../../db/database.ts';
import { contestEntries, contests, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';

type Row = typeof contests.$inferSelect;
type View = (typeof OPERATOR_CONTEST_VIEWS)[number];

export function shown(row: Row, now: Date): OperatorContest {
  const running = now < row.startsAt ? 'coming' : now < row.endsAt ? 'open' : 'ended';
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    game: row.game,
    summary: row.summary,
    rules: row.rules,
    prizes: row.prizes,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    state: row.calledOffAt ? 'called_off' : running,
    entries: row.entries,
    from_catalogue: row.catalogueId !== null,
    drawn_at: row.drawnAt?.toISOString() ?? null,
    seed_hash: row.seedHash,
    // Before the draw, the seed would reveal the winners.
    seed: row.drawnAt ? row.seed : null,
    called_off_at: row.calledOffAt?.toISOString() ?? null,
    called_off_for: row.calledOffFor,
  };
}

function inState(view: View, now: Date): SQL | undefined {
  const on = isNull(contests.calledOffAt);
  switch (view) {
    case 'all':
      return undefined;
    case 'called_off':
      return isNotNull(contests.calledOffAt);
    case 'coming':
      return and(on, gt(contests.startsAt, now));
    case 'open':
      return and(on, lte(contests.startsAt, now), gt(contests.endsAt, now));
    case 'ended':
      return and(on, lte(contests.endsAt, now));
  }
}

export async function listOperatorContests(
  db: Database,
  given: Page & { state: View },
  now: Date,
): Promise<Paginator<OperatorContest>> {
  const wanted = inState(given.state, now);
  const rows = db.drizzle
    .select()
    .from(contests)
    .where(wanted)
    .orderBy(desc(contests.endsAt), desc(contests.id));
  const total = db.drizzle.$count(contests, wanted);
  return pageOf(rows, total, given, (row) => shown(row, now));
}

async function rowOf(db: Executor, id: number): Promise<Row> {
  const [row] = await db.select().from(contests).where(eq(contests.id, id));
  if (!row) throw new DomainError('not_found');
  return row;
}

/** Returns a contest with a page of its entries. Errors: not_found. */
export async function getOperatorContest(db: Database, given: Page & { id: number }, now: Date) {
  const { id } = given;
  const row = await rowOf(db.drizzle, id);
  const wanted = eq(contestEntries.contestId, id);
  const found = db.drizzle
    .select({ entry: contestEntries, user: { id: users.id, name: users.name } })
    .from(contestEntries)
    .innerJoin(users, eq(users.id, contestEntries.userId))
    .where(wanted)
    .orderBy(asc(contestEntries.number));
  const entries = await pageOf(found, row.entries, given, ({ entry, user }) => ({
    number: entry.number,
    user,
    seed: entry.seed,
    entered_at: entry.createdAt.toISOString(),
    place: entry.place,
    points: entry.place === null ? null : (row.prizes[entry.place - 1] ?? 0),
  }));
  return { contest: shown(row, now), entries };
}
