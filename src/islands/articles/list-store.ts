/** The list of articles (spec section 3: the store area "articles"). */
import { request } from '../../lib/client/client.ts';
import { listArticles } from '../../lib/contract/articles.ts';
import type { Answer } from '../../lib/contract/call.ts';
import type { ARTICLE_TYPES } from '../../lib/contract/limits.ts';
import { createLoader } from '../../lib/stores/load.ts';

export type ArticleType = (typeof ARTICLE_TYPES)[number];

const loader = createLoader<Answer<typeof listArticles>>();
export const $articleList = loader.$load;

export function loadArticleList(view: { type: ArticleType; page: number }): Promise<void> {
  return loader.run(() => request(listArticles, { query: view }), true, view);
}
