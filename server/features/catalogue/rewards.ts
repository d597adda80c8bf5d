/** Reads rewards. Texts come from the catalogue in memory, and everything that changes comes from the database. */

import { and, asc, desc, eq, ilike, lte, or, type SQL, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Balance } from '../../../src/lib/contract/account/account.ts';
import type {
  opinionSchema,
  rewardCardSchema,
  rewardInfoSchema,
} from '../../../src/lib/contract/catalogue/rewards.ts';
import { PER_PAGE, type REWARD_SORTS } from '../../../src/lib/contract/limits.ts';
import { contains } from '../../db/contains.ts';
import type { Database } from '../../db/database.ts';
import { balances, games, rewards, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { type Page, type Paginator, paginate, withLinks } from '../../platform/pagination.ts';
import { shareReads } from '../../platform/shared-reads.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { listOpinions, ownRate, rateOf } from '../opinions/read-opinions.ts';
import type { RewardTexts } from './import.ts';

type Opinion = v.InferOutput<typeof opinionSchema>;
type RewardCard = v.InferOutput<typeof rewardCardSchema>;
type RewardInfo = v.InferOutput<typeof rewardInfoSchema>;

export type Texts = ReadonlyMap<number, RewardTexts>;

/** The result of reward_state(), which is the same for everyone. */
interface RewardState {
  /** One per amount, in order. */
  stocks: (number | null)[];
  /** The ids of this reward and similar ones that are in stock. */
  in_stock: number[];
  /** The ids of those that are paused. */
  paused: number[];
  /** Id, sum and count of the ratings, for the same rewards. */
  rates: [id: number, sum: number, count: number][];
  opinions: Opinion[];
  opinion_total: number;
}

/** The result of reward_mine(), for one user. */
export interface RewardMine {
  liked: number[];
  rated: boolean;
  /** Whether the user's own opinion on it is hidden from others. */
  hidden: boolean;
  /** Whether it is the user's goal. Missing in the answer of a database that is still to be migrated. */
  goal?: boolean;
  /** The first blocker; for a guest, signing in. */
  status: RewardInfo['status'];
  balance: Balance;
}

type Viewer = Omit<RewardMine, 'balance' | 'goal'>;
const guest: Viewer = { liked: [], rated: false, hidden: false, status: 'sign_in' };

// Only these two database functions make the values, and tests check the answers against the contract. Reads needn't check them
// again.
function isRewardState(value: unknown): value is RewardState {
  return typeof value === 'object' && value !== null && 'stocks' in value;
}
function isRewardMine(value: unknown): value is RewardMine {
  return typeof value === 'object' && value !== null && 'liked' in value;
}

export function textsOf(texts: Texts, id: number): RewardTexts {
  const found = texts.get(id);
  if (!found) throw new DomainError('not_found');
  return found;
}

function infoOf(texts: Texts, id: number, state: RewardState, mine: Viewer, page: Page): RewardInfo {
  const { card, page: words, amounts, similar } = textsOf(texts, id);
  const left = new Set(state.in_stock);
  const paused = new Set(state.paused);
  const rates = new Map(state.rates.map(([of, sum, count]) => [of, rateOf(sum, count)]));
  const stateOf = (of: number) => ({
    ...(rates.get(of) ?? rateOf(0, 0)),
    in_stock: left.has(of),
    paused: paused.has(of),
  });
  return {
    reward: {
      ...card,
      ...words,
      ...stateOf(id),
      amounts: amounts.map((amount, at) => ({ ...amount, stock: state.stocks[at] ?? null })),
      isRated: mine.rated,
    },
    opinions: paginate(
      mapRows(state.opinions, (opinion) => opinion),
      state.opinion_total,
      page,
    ),
    similarRewards: similar.flatMap((other) => {
      const beside = texts.get(other);
      return beside ? [{ ...beside.card, ...stateOf(other) }] : [];
    }),
    likedOpinions: mine.liked,
    status: mine.status,
  };
}

export interface RewardReader {
  /** Returns a reward as `userId` (null: a guest) sees it. Errors: not_found. */
  get(id: number, userId: number | null, page: number, now: Date): Promise<RewardInfo>;
  /** Returns the first page for a user whose part has already been read. */
  infoFor(id: number, userId: number, mine: Viewer): Promise<RewardInfo>;
  list(given: ListView): Promise<Paginator<RewardCard>>;
}

/** Creates the reader. Requests at the same time share one read of the part that is the same for everyone. */
export function createRewardReader(db: Database, texts: Texts): RewardReader {
  async function readState(id: number, page: number): Promise<RewardState> {
    const values = [id, textsOf(texts, id).similar, page, PER_PAGE];
    const state = await db.value('SELECT reward_state($1, $2, $3, $4)', values);
    if (!isRewardState(state)) throw new DomainError('not_found');
    return state;
  }
  const firstState = shareReads((id: number) => readState(id, 1));
  const list = shareReads((view: string) => listRewards(db, texts, JSON.parse(view)));

  async function mineOf(id: number, userId: number, now: Date): Promise<RewardMine> {
    const mine = await db.value('SELECT reward_mine($1, $2, $3)', [id, userId, now]);
    if (!isRewardMine(mine)) throw new Error('reward_mine answered nothing');
    return mine;
  }

  /** Combines the shared part with the viewer's own. A viewer with a hidden opinion gets a different list of opinions. */
  async function shownTo(
    userId: number | null,
    id: number,
    state: RewardState,
    mine: Viewer,
    number: number,
  ) {
    const page = { page: number, per_page: PER_PAGE };
    const shared = infoOf(texts, id, state, mine, page);
    const info = mine.rated
      ? { ...shared, reward: { ...shared.reward, ...(await ownRate(db, 'reward', id, userId)) } }
      : shared;
    if (!mine.hidden) return info;
    return { ...info, opinions: await listOpinions(db, 'reward', id, userId, page) };
  }

  return {
    async get(id, userId, page, now) {
      const state = await (page === 1 ? firstState(id) : readState(id, page));
      const mine = userId === null ? guest : await mineOf(id, userId, now);
      return shownTo(userId, id, state, mine, page);
    },
    async infoFor(id, userId, mine) {
      const info = await shownTo(userId, id, await firstState(id), mine, 1);
      return { ...info, opinions: withLinks(info.opinions, `/api/user/rewards/${id}`) };
    },
    list: (view) => list(JSON.stringify(view)),
  };
}

export interface ListView extends Page {
  search: string;
  sort: RewardSort;
}

export type RewardSort = (typeof REWARD_SORTS)[number];

const orders: Record<RewardSort, SQL[]> = {
  popular: [desc(rewards.popularity), asc(rewards.points)],
  newest: [desc(rewards.added)],
  'price-asc': [asc(rewards.points)],
  'price-desc': [desc(rewards.points)],
  rating: [
    sql`(CASE WHEN ${rewards.rateCount} > 0 THEN ${rewards.rateSum}::numeric / ${rewards.rateCount} END) DESC NULLS LAST`,
  ],
};

/** Lists rewards in order. `search` matches part of the game's or the reward's name, in any letter case. */
async function listRewards(db: Database, texts: Texts, given: ListView): Promise<Paginator<RewardCard>> {
  const pattern = contains(given.search);
  const wanted = given.search ? or(ilike(rewards.game, pattern), ilike(rewards.name, pattern)) : undefined;
  return selectCards(db, texts, wanted, orders[given.sort], given);
}

/**
 * Lists a game's rewards: those with its name, or else those that its quests together pay for, the most expensive first. Errors:
 * not_found.
 */
export async function listGameRewards(
  db: Database,
  texts: Texts,
  gameId: number,
  page: Page,
): Promise<Paginator<RewardCard>> {
  const [game] = await db.drizzle
    .select({
      name: games.name,
      points: sql<number>`(SELECT coalesce(sum(q.points), 0)::integer FROM quests q WHERE q.game_id = ${gameId} AND q.active)`,
    })
    .from(games)
    .where(and(eq(games.id, gameId), eq(games.active, true)));
  if (!game) throw new DomainError('not_found');
  const own = eq(rewards.game, game.name);
  const hasOwn = (await db.drizzle.$count(rewards, and(own, eq(rewards.active, true)))) > 0;
  if (hasOwn) return selectCards(db, texts, own, orders.popular, page);
  return selectCards(db, texts, lte(rewards.points, game.points), orders['price-desc'], page);
}

async function selectCards(
  db: Database,
  texts: Texts,
  filter: SQL | undefined,
  order: SQL[],
  page: Page,
): Promise<Paginator<RewardCard>> {
  const wanted = and(eq(rewards.active, true), filter);
  const rows = await db.drizzle
    .select({
      id: rewards.id,
      rateSum: rewards.rateSum,
      rateCount: rewards.rateCount,
      inStock: sql<boolean>`cardinality(in_stock(ARRAY[${rewards.id}])) > 0`,
      pausedAt: rewards.pausedAt,
      total: sql<number>`count(*) OVER ()::integer`,
    })
    .from(rewards)
    .where(wanted)
    .orderBy(...order, asc(rewards.id))
    .limit(page.per_page)
    .offset((page.page - 1) * page.per_page);
  // A page past the end has no row with the total.
  const total = rows[0]?.total ?? (await db.drizzle.$count(rewards, wanted));
  const cards = mapRows(rows, ({ id, rateSum, rateCount, inStock, pausedAt }) => ({
    ...textsOf(texts, id).card,
    in_stock: inStock,
    paused: pausedAt !== null,
    ...rateOf(rateSum, rateCount),
  }));
  return paginate(cards, total, page);
}

/** Makes a reward the user's goal. Returns how many points are missing for its smallest amount. Errors: not_found. */
export async function setGoal(db: Database, userId: number, rewardId: number) {
  return db.drizzle.transaction(async (tx) => {
    const [reward] = await tx
      .select({ points: rewards.points })
      .from(rewards)
      .where(and(eq(rewards.id, rewardId), eq(rewards.active, true)));
    if (!reward) throw new DomainError('not_found');
    await tx.update(users).set({ myreward: rewardId }).where(eq(users.id, userId));
    const [balance] = await tx
      .select({ available: balances.available })
      .from(balances)
      .where(eq(balances.userId, userId));
    const missing = Math.max(0, reward.points - (balance?.available ?? 0));
    return { completed: missing === 0, missing_points: missing, myreward: rewardId };
  });
}

/** Ends the user's goal if it is this reward. Cancelling the order doesn't restore it: its points come back, so nothing has to be saved. */
export async function endGoal(db: Database, userId: number, rewardId: number): Promise<void> {
  await db.drizzle
    .update(users)
    .set({ myreward: null })
    .where(and(eq(users.id, userId), eq(users.myreward, rewardId)));
}
