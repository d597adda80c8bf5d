import { request } from '../client/client.ts';
import * as contract from '../contract/articles.ts';
import type { Answer, Params, Query } from '../contract/call.ts';
import type { Liked, Rated } from '../contract/opinions.ts';
import type { Opinion } from '../contract/rewards.ts';

export type ArticleType = Params<typeof contract.listGameArticles>['type'];

export function listArticles(
  query: Query<typeof contract.listArticles> = {},
): Promise<Answer<typeof contract.listArticles>> {
  return request(contract.listArticles, { query });
}

/** `page` is of its comments. Errors: not_found. */
export function getArticle(id: number, page = 1): Promise<contract.ArticleInfo> {
  return request(contract.getArticle, { params: { id }, query: { page } });
}

/** Errors: not_found, invalid under the field `opinion`, too_many_requests. */
export async function addComment(id: number, comment: string): Promise<Opinion> {
  return (await request(contract.addComment, { params: { id }, body: { comment } })).opinion;
}

/** Errors: not_found, invalid for one's own. */
export function likeComment(id: number, userId: number): Promise<Liked> {
  return request(contract.likeComment, { params: { id }, body: { user_id: userId } });
}

/** The neighbour's id; null at the end. Errors: not_found. */
export async function previousOrNextArticle(
  currentId: number,
  status: 'previous' | 'next',
): Promise<number | null> {
  const body = { status, current_id: currentId };
  return (await request(contract.previousOrNextArticle, { body })).next_or_previous_article_id;
}

/** `rate`: 1 to 5. Errors: not_found. */
export function rateArticle(id: number, rate: number, userId: number): Promise<Rated> {
  return request(contract.rateArticle, { params: { id, rate }, body: { user_id: userId } });
}

/** Errors: not_found. */
export function listGameArticles(
  id: number,
  type: ArticleType,
  page = 1,
): Promise<Answer<typeof contract.listGameArticles>> {
  return request(contract.listGameArticles, { params: { id, type }, query: { page } });
}

/** The newest `count` (1 to 20). Errors: not_found. */
export async function showGameArticles(
  id: number,
  type: ArticleType,
  count: number,
): Promise<Answer<typeof contract.showGameArticles>['articles']> {
  return (await request(contract.showGameArticles, { params: { id, type, count } })).articles;
}

/** Errors: not_found. */
export function listGameRewards(
  id: number,
  query: Query<typeof contract.listGameRewards> = {},
): Promise<Answer<typeof contract.listGameRewards>> {
  return request(contract.listGameRewards, { params: { id }, query });
}
