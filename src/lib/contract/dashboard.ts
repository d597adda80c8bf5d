/** The dashboard's three lists (spec sections 3 and 7). */
import * as v from 'valibot';
import {
  choice,
  defineCall,
  idSchema,
  knownWord,
  paged,
  pageEntries,
  text,
  timeSchema,
  told,
} from './call.ts';
import { questSchema } from './games.ts';
import { ARTICLE_TYPES, TRANSACTION_ORDERS, TRANSACTION_TYPES } from './limits.ts';

export const transactionStates = [
  'confirmed',
  'pending',
  'reserved',
  'redeemed',
  'returned',
  'reversed',
] as const;

/** One line of the ledger as its owner reads it. */
export const transactionSchema = v.object({
  id: idSchema,
  /** What it was: "Merge: score 600 in one round". */
  title: text,
  /** Why, or where it came from: "replayed by us". */
  detail: text,
  /** Whole points, signed: earned above zero, spent below. */
  points: told(v.number()),
  state: knownWord(transactionStates),
  /** When pending points are confirmed. */
  releases_at: told(timeSchema),
  order_id: told(idSchema),
  created_at: told(timeSchema),
});
export type Transaction = v.InferOutput<typeof transactionSchema>;

export const articleCardSchema = v.object({
  id: idSchema,
  title: text,
  summary: text,
  type: knownWord(['news', 'guide', 'review']),
  published_at: told(timeSchema),
});
export type ArticleCard = v.InferOutput<typeof articleCardSchema>;

export const getWeeklyQuests = defineCall({
  method: 'GET',
  path: '/api/user/dashboard/weekly-quests',
  who: 'user',
  source: 'spec',
  summary: "This week's quests with the caller's progress",
  answer: v.object({ weekly_quests: v.array(questSchema) }),
});

export const listDashboardArticles = defineCall({
  method: 'GET',
  path: '/api/user/dashboard/articles',
  who: 'user',
  source: 'spec',
  summary: 'Articles, newest first',
  query: v.object({ ...pageEntries, type: choice('type', ARTICLE_TYPES) }),
  answer: paged(articleCardSchema),
});

export const listTransactions = defineCall({
  method: 'GET',
  path: '/api/user/dashboard/transactions',
  who: 'user',
  source: 'spec',
  summary: "The caller's ledger",
  query: v.object({
    ...pageEntries,
    type: choice('type', TRANSACTION_TYPES),
    order: choice('order', TRANSACTION_ORDERS),
  }),
  answer: paged(transactionSchema),
});
