/** One article with its comments (spec section 3, "Article state"), and which comes before and after. */
import { request } from '../../lib/client/client.ts';
import { type ArticleInfo, getArticle, previousOrNextArticle } from '../../lib/contract/articles.ts';
import { createLoader } from '../shared/stores/load.ts';
import { showWithOpinions } from '../shared/stores/pages.ts';

/** The opinions store changes it too; that one is loaded lazily. */
export const articleLoader = createLoader<ArticleInfo>();
export const $article = articleLoader.$load;

export function loadArticle(id: number): Promise<void> {
  return showWithOpinions(articleLoader, id, () =>
    request(getArticle, { params: { id }, query: { page: 1 } }),
  );
}

/** The neighbour's id by the spec's own call, for a signed-in caller; null at the end. Rejects with an ApiError. */
export async function neighbourOf(id: number, side: 'previous' | 'next'): Promise<number | null> {
  const body = { status: side, current_id: id };
  return (await request(previousOrNextArticle, { body })).next_or_previous_article_id;
}
