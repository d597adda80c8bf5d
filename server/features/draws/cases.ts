/**
 * Cases: opened with points, pay points, and what they pay is drawn by a seed whose hash the player had before (lib/arcade/draw).
 *
 * Each player has one commitment at a time, for whichever case is opened next. Choosing the case, or the player's own seed, after the
 * hash is known gains nothing: the draw is HMAC under a key of 256 random bits that nobody but us knows until it is used, so to the
 * player every choice is as good as any other. The commitment is spent by an opening and by nothing else. Were it made again for
 * another case, after a refusal or when asked, either side could throw away draws until one pleases; as it is, a player's nonces
 * have no gap, and a gap, or another hash under the same nonce, would show that we suppressed a draw.
 */
import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { drawIndex, expectedOf } from '../../../src/lib/arcade/draw.ts';
import type { Balance } from '../../../src/lib/contract/account.ts';
import type { Case, caseCardSchema, Opening } from '../../../src/lib/contract/cases.ts';
import { CASE_AGE, CASES_PER_DAY, type REWARD_SORTS } from '../../../src/lib/contract/limits.ts';
import { ageAt } from '../../../src/lib/format/birth-date.ts';
import { contains } from '../../db/contains.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { elementsOf, numberOf } from '../../db/json-sql.ts';
import { balances, caseCommitments, caseOpenings, cases, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { createSeed } from '../../platform/draw-seed.ts';
import { type Page, type Paginator, paginate } from '../../platform/pagination.ts';
import { periodOf } from '../../platform/periods.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { refuseSuspended } from '../fraud/suspension.ts';
import { balanceOf, lockBalance, post, settleDebt } from '../ledger/ledger.ts';
import { notifyCase } from '../notifications/texts.ts';

type CaseCard = v.InferOutput<typeof caseCardSchema>;

type Row = typeof cases.$inferSelect;
type OpeningRow = typeof caseOpenings.$inferSelect;
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
  // Nobody rates a case: the best is the one that pays back most of its price.
  rating: [
    sql`(SELECT sum(${numberOf(sql`item.value -> 'points'`)} * ${weight}) / nullif(sum(${weight}), 0) FROM ${elementsOf(cases.items)} AS item)
      / ${cases.points} DESC NULLS LAST`,
  ],
};

/** Cases by sort order; `search` matches part of a game's or the case's own name, any case. */
export async function listCases(
  db: Database,
  given: Page & { search: string; sort: Sort },
): Promise<Paginator<CaseCard>> {
  const pattern = contains(given.search);
  const wanted = and(
    eq(cases.active, true),
    given.search ? or(ilike(cases.game, pattern), ilike(cases.name, pattern)) : undefined,
  );
  const total = await db.drizzle.$count(cases, wanted);
  const rows = await db.drizzle
    .select()
    .from(cases)
    .where(wanted)
    .orderBy(...orders[given.sort], asc(cases.id))
    .limit(given.per_page)
    .offset((given.page - 1) * given.per_page);
  return paginate(mapRows(rows, cardOf), total, given, '/api/user/cases', {
    ...(given.search && { 'game-name': given.search }),
    'sort-by': given.sort,
  });
}

/** A case as `userId` (null: a guest) sees it, with the commitment to the user's next draw. Errors: not_found. */
export async function getCase(db: Executor, id: number, userId: number | null, now: Date): Promise<Case> {
  const [row] = await db
    .select()
    .from(cases)
    .where(and(eq(cases.id, id), eq(cases.active, true)));
  if (!row) throw new DomainError('not_found');
  return caseOf(db, row, userId, now);
}

async function caseOf(db: Executor, row: Row, userId: number | null, now: Date): Promise<Case> {
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

/** The user's next draw, made when it is first asked for; of two concurrent requests, one makes it and both get it. */
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

/** How many openings the user has left today, and what blocks one at this price, the first blocker first. */
async function stateOf(db: Executor, userId: number, price: number, now: Date): Promise<CaseState> {
  const [user] = await db
    .select({ birthDate: users.birthDate, available: balances.available })
    .from(users)
    .innerJoin(balances, eq(balances.userId, users.id))
    .where(eq(users.id, userId));
  if (!user) throw new Error(`there is no user ${userId}`);
  // The day's openings are among the last so many.
  const latest = await db
    .select({ at: caseOpenings.openedAt })
    .from(caseOpenings)
    .where(eq(caseOpenings.userId, userId))
    .orderBy(desc(caseOpenings.nonce))
    .limit(CASES_PER_DAY);
  const midnight = new Date(periodOf('daily', now).start);
  const left_today = CASES_PER_DAY - latest.filter(({ at }) => at >= midnight).length;
  const status = (): CaseState['status'] => {
    if (user.birthDate === null) return 'birth_date_needed';
    if (ageAt(user.birthDate, now) < CASE_AGE) return 'too_young';
    if (left_today === 0) return 'limit_reached';
    return user.available < price ? 'not_enough_points' : 'ready';
  };
  return { left_today, status: status() };
}

interface Opened {
  opening: Opening;
  balance: Balance;
  case: Case;
  /** Not answered: true when this opening had happened before. */
  repeated: boolean;
}

/**
 * Opens a case with the user's commitment: takes its price, draws, credits the prize and makes the next commitment, all or nothing.
 * The same request again answers the same opening. Errors: not_found, commitment_stale, birth_date_needed, too_young,
 * limit_reached, not_enough_points; none of them spends the commitment.
 */
export async function openCase(
  db: Database,
  given: { caseId: number; userId: number; commitmentId: string; playerSeed: string; now: Date },
): Promise<Opened> {
  const { caseId, userId, commitmentId, playerSeed, now } = given;
  return db.drizzle.transaction(async (tx) => {
    // Puts one user's openings in a row: of two clicks or two tabs, the second finds what the first did.
    await lockBalance(tx, userId);
    const [row] = await tx.select().from(cases).where(eq(cases.id, caseId));
    if (!row) throw new DomainError('not_found');
    const answer = async (opening: OpeningRow, repeated: boolean): Promise<Opened> => ({
      opening: openingOf(opening, row.name),
      balance: balanceOf(await lockBalance(tx, userId)),
      case: await caseOf(tx, row, userId, now),
      repeated,
    });
    const [before] = await tx
      .select()
      .from(caseOpenings)
      .where(and(eq(caseOpenings.id, commitmentId), eq(caseOpenings.userId, userId)));
    if (before?.caseId === caseId && before.playerSeed === playerSeed) return answer(before, true);

    if (!row.active) throw new DomainError('not_found');
    await refuseSuspended(tx, userId);
    const [commitment] = await tx
      .select()
      .from(caseCommitments)
      .where(and(eq(caseCommitments.userId, userId), eq(caseCommitments.id, commitmentId)));
    if (!commitment) throw new DomainError('commitment_stale');
    const { status } = await stateOf(tx, userId, row.points, now);
    if (status !== 'ready') throw new DomainError(status);

    const { seed, seedHash, nonce } = commitment;
    const weights = row.items.map(({ weight }) => weight);
    const item = await drawIndex({ seed, playerSeed, nonce, weights });
    const drawn = row.items[item];
    if (!drawn) throw new Error(`case ${caseId} has no item ${item}`);
    const opening: OpeningRow = {
      // As we write it: the same id in capitals would make other keys in the ledger.
      id: commitment.id,
      userId,
      caseId,
      items: row.items,
      item,
      cost: row.points,
      points: drawn.points,
      seed,
      seedHash,
      playerSeed,
      nonce,
      openedAt: now,
      listed: true,
    };
    await tx.insert(caseOpenings).values(opening);
    await tx
      .update(caseCommitments)
      .set({ id: randomUUID(), ...(await createSeed()), nonce: nonce + 1 })
      .where(eq(caseCommitments.userId, userId));
    await movePoints(tx, opening, `${row.name}: ${drawn.name}`, row.name);
    const { id: openingId, points } = opening;
    await notifyCase(tx, { userId, openingId, name: row.name, caseId, item: drawn.name, points, now });
    return answer(opening, false);
  });
}

/** The price goes to the house, then the prize comes from it. What is owed is settled from the prize, as from all new points. */
async function movePoints(
  tx: Transaction,
  { id, userId, cost, points, nonce, openedAt }: OpeningRow,
  prizeTitle: string,
  caseName: string,
): Promise<void> {
  const common = { userId, createdAt: openedAt, detail: `your opening ${nonce.toLocaleString('en-US')}` };
  await post(tx, {
    ...common,
    key: `case:${id}:stake`,
    from: 'available',
    to: 'house:cases',
    points: cost,
    reason: 'stake',
    title: `${caseName}: opened`,
  });
  const prize = await post(tx, {
    ...common,
    key: `case:${id}:prize`,
    from: 'house:cases',
    to: 'available',
    points,
    reason: 'prize',
    title: prizeTitle,
  });
  await settleDebt(tx, userId, prize, openedAt);
}

function openingOf(row: OpeningRow, caseName: string): Opening {
  return {
    id: row.id,
    case: { id: row.caseId, name: caseName },
    item: row.item,
    name: row.items[row.item]?.name ?? '',
    cost: row.cost,
    points: row.points,
    seed: row.seed,
    seed_hash: row.seedHash,
    player_seed: row.playerSeed,
    nonce: row.nonce,
    weights: row.items.map(({ weight }) => weight),
    opened_at: row.openedAt.toISOString(),
  };
}

/** How many recent openings of a case are shown to everybody. */
const RECENT = 10;

/** The last openings of a case by anybody, newest first: no names, only what each was drawn from. Errors: not_found. */
export async function listRecentOpenings(db: Database, caseId: number): Promise<Opening[]> {
  const [row] = await db.drizzle
    .select({ name: cases.name })
    .from(cases)
    .where(and(eq(cases.id, caseId), eq(cases.active, true)));
  if (!row) throw new DomainError('not_found');
  const recent = await db.drizzle
    .select()
    .from(caseOpenings)
    .where(and(eq(caseOpenings.caseId, caseId), caseOpenings.listed))
    .orderBy(desc(caseOpenings.openedAt), desc(caseOpenings.id))
    .limit(RECENT);
  return mapRows(recent, (opening) => openingOf(opening, row.name));
}

/**
 * The user's openings, newest first. Total and page are of one moment: a reader checks by them that no number is missing, and one that is
 * drawn in between would look like it.
 */
export async function listOpenings(db: Database, userId: number, page: Page): Promise<Paginator<Opening>> {
  const mine = eq(caseOpenings.userId, userId);
  const { total, rows } = await db.drizzle.transaction(
    async (tx) => ({
      total: await tx.$count(caseOpenings, mine),
      rows: await tx
        .select({ opening: caseOpenings, name: cases.name })
        .from(caseOpenings)
        .innerJoin(cases, eq(cases.id, caseOpenings.caseId))
        .where(mine)
        .orderBy(desc(caseOpenings.nonce))
        .limit(page.per_page)
        .offset((page.page - 1) * page.per_page),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  return paginate(
    mapRows(rows, ({ opening, name }) => openingOf(opening, name)),
    total,
    page,
    '/api/user/case-openings',
  );
}
