/** The list of articles (spec section 3: the store area "articles"). */
import { type ArticleType, listArticles } from '../../lib/api/articles.ts';
import type { listArticles as listCall } from '../../lib/contract/articles.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { createLoader } from '../../lib/stores/load.ts';

export type { ArticleType };

const loader = createLoader<Answer<typeof listCall>>();
export const $articleList = loader.$load;

export function loadArticleList(view: { type: ArticleType; page: number }): Promise<void> {
  return loader.run(() => listArticles(view), true, view);
}
