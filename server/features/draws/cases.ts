/**
 * Cases cost points to open and pay points. The prize is drawn from a seed whose hash the player knows beforehand
 * (lib/arcade/draw).
 *
 * Each player has one commitment at a time, for whichever case they open next. Knowing the hash doesn't help a player choose the
 * case or their own seed: the draw is an HMAC under a key of 256 random bits that only we know until it is used. Only an opening
 * uses up a commitment. If there were a new commitment for another case, after an error or on request, either side could discard
 * draws it doesn't like. As it is, a player's nonces have no gaps. A gap, or a second hash for the same nonce, would prove that
 * we suppressed a draw.
 */
import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { expectedOf } from '../../../src/lib/arcade/draw.ts';
import type { Case, caseCardSchema } from '../../../src/lib/contract/draws/cases.ts';
import { CASE_AGE, CASES_PER_DAY, type REWARD_SORTS } from '../../../src/lib/contract/limits.ts';
import { ageAt } from '../../../src/lib/format/birth-date.ts';
import { contains } from '../../db/contains.ts';
import type { Database, Executor } from '../../db/database.ts';
import { elementsOf, numberOf } from '../../db/json-sql.ts';
import { balances, caseCommitments, caseOpenings, cases, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { createSeed } from '../../platform/draw-seed.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { periodOf } from '../../platform/periods.ts';

type CaseCard = v.InferOutput<typeof caseCardSchema>;

type Row = typeof cases.$inferSelect;
type Sort = (typeof REWARD_SORTS)[number];

function cardOf({ id, name, slug, game, summary, points, items }: Row): CaseCard {
  const best = Math.max(...items.map((item) => item.points));
  return { id, name, slug, game, summary, points, expected: expectedOf(items), best };
}

const weight = numberOf(sql`item.value -> 'weight'`);

const orders: Record<Sort, SQL[]> = {
  popular: [desc(cases.popularity), asc(cases.points)],
  newest: [desc(cases.added)],
  'price-asc': [asc(cases.points)],
  'price-desc': [desc(cases.points)],
  // Cases have no ratings: the best case is the one that pays back most of its price.
  rating: [
    sql`(SELECT sum(${numberOf(sql`item.value -> 'points'`)} * ${weight}) / nullif(sum(${weight}), 0) FROM ${elementsOf(cases.items)} AS item)
      / ${cases.points} DESC NULLS LAST`,
  ],
};

/** Lists cases in the given order. `search` matches part of the game's or the case's name, in any letter case. */
export async function listCases(
  db: Database,
  given: Page & { search: string; sort: Sort },
): Promise<Paginator<CaseCard>> {
  const pattern = contains(given.search);
  const wanted = and(
    eq(cases.active, true),
    given.search ? or(ilike(cases.game, pattern), ilike(cases.name, pattern)) : undefined,
  );
  const total = db.drizzle.$count(cases, wanted);
  const rows = db.drizzle
    .select()
    .from(cases)
    .where(wanted)
    .orderBy(...orders[given.sort], asc(cases.id));
  return pageOf(rows, total, given, cardOf);
}

/** Returns a case as `userId` (null: a guest) sees it, with the commitment to the user's next draw. Errors: not_found. */
export async function getCase(db: Executor, id: number, userId: number | null, now: Date): Promise<Case> {
  const [row] = await db
    .select()
    .from(cases)
    .where(and(eq(cases.id, id), eq(cases.active, true)));
  if (!row) throw new DomainError('not_found');
  return caseOf(db, row, userId, now);
}

export async function caseOf(db: Executor, row: Row, userId: number | null, now: Date): Promise<Case> {
  const common = {
    ...cardOf(row),
    description: row.description,
    items: row.items,
    min_age: CASE_AGE,
    daily_limit: CASES_PER_DAY,
  };
  if (userId === null) return { ...common, left_today: null, status: 'sign_in', commitment: null };
  const { id, seedHash, nonce } = await commitmentOf(db, userId);
  return {
    ...common,
    ...(await stateOf(db, userId, row.points, now)),
    commitment: { id, seed_hash: seedHash, nonce },
  };
}

/**
 * Returns the commitment to the user's next draw, and makes it on first use. If two requests run at the same time, both get the
 * same one.
 */
async function commitmentOf(db: Executor, userId: number): Promise<typeof caseCommitments.$inferSelect> {
  const select = () => db.select().from(caseCommitments).where(eq(caseCommitments.userId, userId));
  const [found] = await select();
  if (found) return found;
  await db
    .insert(caseCommitments)
    .values({ userId, id: randomUUID(), ...(await createSeed()), nonce: 1 })
    .onConflictDoNothing({ target: caseCommitments.userId });
  const [made] = await select();
  if (!made) throw new Error(`no commitment was made for user ${userId}`);
  return made;
}

type CaseState = { left_today: number; status: Exclude<Case['status'], 'sign_in'> };

/** Returns how many openings the user has left today, and the first reason why they can't open a case at this price. */
export async function stateOf(db: Executor, userId: number, price: number, now: Date): Promise<CaseState> {
  const [user] = await db
    .select({ birthDate: users.birthDate, available: balances.available })
    .from(users)
    .innerJoin(balances, eq(balances.userId, users.id))
    .where(eq(users.id, userId));
  if (!user) throw new Error(`there is no user ${userId}`);
  // The latest openings include all of today's, at most CASES_PER_DAY. Around midnight they may also include as many that a
  // process whose clock is behind dated yesterday.
  const latest = await db
    .select({ at: caseOpenings.openedAt })
    .from(caseOpenings)
    .where(eq(caseOpenings.userId, userId))
    .orderBy(desc(caseOpenings.nonce))
    .limit(2 * CASES_PER_DAY);
  const midnight = new Date(periodOf('daily', now).start);
  const left_today = Math.max(0, CASES_PER_DAY - latest.filter(({ at }) => at >= midnight).length);
  const status = (): CaseState['status'] => {
    if (user.birthDate === null) return 'birth_date_needed';
    if (ageAt(user.birthDate, now) < CASE_AGE) return 'too_young';
    if (left_today === 0) return 'limit_reached';
    return user.available < price ? 'not_enough_points' : 'ready';
  };
  return { left_today, status: status() };
}
