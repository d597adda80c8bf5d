/** Reading rewards. What one looks like to whom is built by the database's own functions, which the buy uses too. */
import { and, asc, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { REWARD_SORTS } from '../../src/lib/contract/limits.ts';
import { type Opinion, type RewardCard, type RewardInfo, rewardCardSchema } from '../../src/lib/contract/rewards.ts';
import type { Database } from '../db/database.ts';
import { balances, rewards, users } from '../db/schema.ts';
import { type Page, type Paginator, paginate } from './paginate.ts';
import { Refusal } from './refusal.ts';

/** What reward_info() answers: the reward info without the addresses of its opinions' neighbouring pages. */
export interface StoredInfo extends Omit<RewardInfo, 'opinions'> {
  opinions: Opinion[];
  opinion_total: number;
}

function isStoredInfo(value: unknown): value is StoredInfo {
  return typeof value === 'object' && value !== null && 'reward' in value && 'opinions' in value;
}

export function rewardInfoOf(stored: StoredInfo, rewardId: number, page: Page): RewardInfo {
  const { opinions, opinion_total, ...info } = stored;
  return { ...info, opinions: paginate(opinions, opinion_total, page, `/api/user/rewards/${rewardId}`) };
}

/** A reward as `userId` (null: a guest) sees it. Refusal: not_found. */
export async function getReward(db: Database, rewardId: number, userId: number | null, page: Page, now: Date): Promise<RewardInfo> {
  const found = await db.value('reward_info', 'SELECT reward_info($1, $2, $3, $4, $5)', [rewardId, userId, page.page, page.per_page, now]);
  if (!isStoredInfo(found)) throw new Refusal('not_found');
  return rewardInfoOf(found, rewardId, page);
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
export async function listRewards(db: Database, given: Page & { search: string; sort: RewardSort }): Promise<Paginator<RewardCard>> {
  const wanted = given.search
    ? and(eq(rewards.active, true), or(ilike(rewards.game, contains(given.search)), ilike(rewards.name, contains(given.search))))
    : eq(rewards.active, true);
  const total = await db.drizzle.$count(rewards, wanted);
  const rows = await db.drizzle
    .select({ card: sql<unknown>`reward_card(${rewards})` })
    .from(rewards)
    .where(wanted)
    .orderBy(...orders[given.sort], asc(rewards.id))
    .limit(given.per_page)
    .offset((given.page - 1) * given.per_page);
  const query = { ...(given.search && { 'game-name': given.search }), 'sort-by': given.sort };
  return paginate(rows.map(({ card }) => v.parse(rewardCardSchema, card)), total, given, '/api/user/rewards', query);
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
