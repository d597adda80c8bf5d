/** One article with its comments (spec section 3, "Article state"), and the articles before and after it. */
import { request } from '../../lib/client/client.ts';
import { type ArticleInfo, getArticle, previousOrNextArticle } from '../../lib/contract/articles/articles.ts';
import { createLoader } from '../shared/stores/load.ts';
import { showWithOpinions } from '../shared/stores/pages.ts';

/** Exported because the comments store, which is loaded lazily, changes it too. */
export const articleLoader = createLoader<ArticleInfo>();
export const $article = articleLoader.$load;

export function loadArticle(id: number): Promise<void> {
  return showWithOpinions(articleLoader, id, () =>
    request(getArticle, { params: { id }, query: { page: 1 } }),
  );
}

/** Returns a neighbour's id with the spec's own call, for a signed-in user. Null at the end. Rejects with an ApiError. */
export async function neighbourOf(id: number, side: 'previous' | 'next'): Promise<number | null> {
  const body = { status: side, current_id: id };
  return (await request(previousOrNextArticle, { body })).next_or_previous_article_id;
}
