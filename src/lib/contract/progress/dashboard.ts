/** The dashboard's three lists (spec sections 3 and 7). */
import * as v from 'valibot';
import { named, needed, type Read } from '../answer.ts';
import { choice, defineCall, idSchema, ours, paged, pageEntries, timeSchema } from '../call.ts';
import { questSchema } from '../catalogue/games.ts';
import { ARTICLE_TYPES, TRANSACTION_ORDERS, TRANSACTION_TYPES } from '../limits.ts';

export const transactionStates = [
  'confirmed',
  'pending',
  'reserved',
  'redeemed',
  'returned',
  'reversed',
] as const;

/** One line of the ledger, as its owner sees it. */
export const transactionSchema = v.object({
  id: idSchema,
  /** What it is: "Merge: score 600 in one round". */
  title: named('Entry'),
  /** The reason or the source: "replayed by us". */
  detail: v.string(),
  /** Whole points: above zero if earned, below zero if spent. */
  points: v.number(),
  state: v.picklist(transactionStates),
  /** When pending points will be confirmed. */
  releases_at: v.nullable(timeSchema),
  order_id: v.nullable(idSchema),
  created_at: timeSchema,
});
export type Transaction = Read<typeof transactionSchema>;

export const articleCardSchema = v.object({
  id: idSchema,
  title: named('Article'),
  summary: v.string(),
  type: v.picklist(['news', 'guide', 'review']),
  published_at: timeSchema,
  /** The name of its game's picture: the board of one of our own games, or a genre. Null without a game. */
  picture: v.optional(v.nullable(v.string()), null),
  /** The name of the drawing that replaces it. Null without one. */
  glyph: v.optional(v.nullable(v.string()), null),
});
export type ArticleCard = Read<typeof articleCardSchema>;

export const getWeeklyQuests = defineCall('user', 'GET /api/user/dashboard/weekly-quests', {
  source: 'spec',
  summary: "This week's quests with the caller's progress",
  answer: v.object({ weekly_quests: needed(v.array(questSchema)) }),
});

export const listDashboardArticles = defineCall('user', 'GET /api/user/dashboard/articles', {
  source: 'spec',
  summary: 'Articles, newest first',
  query: v.object({ ...pageEntries, type: choice('type', ARTICLE_TYPES) }),
  answer: paged(articleCardSchema),
});

export const listTransactions = defineCall('user', 'GET /api/user/dashboard/transactions', {
  source: 'spec',
  summary: "The caller's ledger",
  query: v.object({
    ...pageEntries,
    type: choice('type', TRANSACTION_TYPES),
    order: ours(choice('order', TRANSACTION_ORDERS)),
  }),
  answer: paged(transactionSchema),
});
