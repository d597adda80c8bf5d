/** Reading rewards: the texts from the catalogue in memory, what changes from the database. */
import { and, asc, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import type { REWARD_SORTS } from '../../src/lib/contract/limits.ts';
import type { Opinion, RewardCard, RewardInfo } from '../../src/lib/contract/rewards.ts';
import type { Database } from '../db/database.ts';
import { balances, rewards, users } from '../db/schema.ts';
import type { RewardTexts } from './catalogue.ts';
import { type Page, type Paginator, paginate } from './paginate.ts';
import { Refusal } from './refusal.ts';

export type Texts = ReadonlyMap<number, RewardTexts>;

/** What reward_state() answers. */
export interface RewardState {
  /** Of the amounts, in their order. */
  stocks: (number | null)[];
  /** Which of this reward and those beside it have something left. */
  in_stock: number[];
  /** Of the same rewards: id, sum and count of their rates. */
  rates: [id: number, sum: number, count: number][];
  opinions: Opinion[];
  opinion_total: number;
  liked: number[];
  rated: boolean;
  status: RewardInfo['status'];
}

function isRewardState(value: unknown): value is RewardState {
  return typeof value === 'object' && value !== null && 'stocks' in value && 'status' in value;
}

/** Stars to one decimal, or null while nobody has rated. */
function rateOf(sum: number, count: number): { rate: number | null; rate_count: number } {
  return { rate: count > 0 ? Math.round((sum / count) * 10) / 10 : null, rate_count: count };
}

export function textsOf(texts: Texts, id: number): RewardTexts {
  const found = texts.get(id);
  if (!found) throw new Refusal('not_found');
  return found;
}

/** The whole reward info (spec section 3) from its two halves. */
export function rewardInfoOf(texts: Texts, id: number, state: RewardState, page: Page): RewardInfo {
  const { card, page: words, amounts, similar } = textsOf(texts, id);
  const left = new Set(state.in_stock);
  const rates = new Map(state.rates.map(([of, sum, count]) => [of, rateOf(sum, count)]));
  const standing = (of: number) => ({ ...(rates.get(of) ?? rateOf(0, 0)), in_stock: left.has(of) });
  return {
    reward: {
      ...card,
      ...words,
      ...standing(id),
      amounts: amounts.map((amount, at) => ({ ...amount, stock: state.stocks[at] ?? null })),
      isRated: state.rated,
    },
    opinions: paginate(state.opinions, state.opinion_total, page, `/api/user/rewards/${id}`),
    similarRewards: similar.flatMap((other) => {
      const beside = texts.get(other);
      return beside ? [{ ...beside.card, ...standing(other) }] : [];
    }),
    likedOpinions: state.liked,
    status: state.status,
  };
}

/** A reward as `userId` (null: a guest) sees it. Refusal: not_found. */
export async function getReward(
  db: Database,
  texts: Texts,
  given: { id: number; userId: number | null; page: Page; now: Date },
): Promise<RewardInfo> {
  const { id, userId, page, now } = given;
  const { similar } = textsOf(texts, id);
  const values = [id, similar, userId, page.page, page.per_page, now];
  const state = await db.value('reward_state', 'SELECT reward_state($1, $2, $3, $4, $5, $6)', values);
  if (!isRewardState(state)) throw new Refusal('not_found');
  return rewardInfoOf(texts, id, state, page);
}

export type RewardSort = (typeof REWARD_SORTS)[number];

const orders: Record<RewardSort, SQL[]> = {
  popular: [desc(rewards.popularity), asc(rewards.points)],
  newest: [desc(rewards.added)],
  'price-asc': [asc(rewards.points)],
  'price-desc': [desc(rewards.points)],
  rating: [sql`(CASE WHEN ${rewards.rateCount} > 0 THEN ${rewards.rateSum}::numeric / ${rewards.rateCount} END) DESC NULLS LAST`],
};

/** Escapes what LIKE would read as a pattern, so that "100%" finds "100%". */
function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Rewards by sort order; `search` matches part of a game's or the reward's own name, any case. */
export async function listRewards(
  db: Database,
  texts: Texts,
  given: Page & { search: string; sort: RewardSort },
): Promise<Paginator<RewardCard>> {
  const wanted = given.search
    ? and(eq(rewards.active, true), or(ilike(rewards.game, contains(given.search)), ilike(rewards.name, contains(given.search))))
    : eq(rewards.active, true);
  const rows = await db.drizzle
    .select({
      id: rewards.id,
      rateSum: rewards.rateSum,
      rateCount: rewards.rateCount,
      inStock: sql<boolean>`cardinality(in_stock(ARRAY[${rewards.id}])) > 0`,
      total: sql<number>`count(*) OVER ()::integer`,
    })
    .from(rewards)
    .where(wanted)
    .orderBy(...orders[given.sort], asc(rewards.id))
    .limit(given.per_page)
    .offset((given.page - 1) * given.per_page);
  // Past the end no row carries the total.
  const total = rows[0]?.total ?? (await db.drizzle.$count(rewards, wanted));
  const cards = rows.flatMap(({ id, rateSum, rateCount, inStock }) => {
    const card = texts.get(id)?.card;
    return card ? [{ ...card, in_stock: inStock, ...rateOf(rateSum, rateCount) }] : [];
  });
  const query = { ...(given.search && { 'game-name': given.search }), 'sort-by': given.sort };
  return paginate(cards, total, given, '/api/user/rewards', query);
}

/** Makes a reward the user's goal and tells what is missing for its smallest amount. Refusal: not_found. */
export async function setGoal(db: Database, userId: number, rewardId: number) {
  return db.drizzle.transaction(async (tx) => {
    const [reward] = await tx.select({ points: rewards.points }).from(rewards).where(and(eq(rewards.id, rewardId), eq(rewards.active, true)));
    if (!reward) throw new Refusal('not_found');
    await tx.update(users).set({ myreward: rewardId }).where(eq(users.id, userId));
    const [balance] = await tx.select({ available: balances.available }).from(balances).where(eq(balances.userId, userId));
    const missing = Math.max(0, reward.points - (balance?.available ?? 0));
    return { completed: missing === 0, missing_points: missing, myreward: rewardId };
  });
}
