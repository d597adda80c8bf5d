/** The list of articles (spec section 3: the store area "articles"). */
import { type ArticleType, listArticles } from '../api/articles.ts';
import type { ArticleCard } from '../contract/dashboard.ts';
import type { Paged } from './dashboard.ts';
import { createLoader } from './load.ts';

export type { ArticleType };

const loader = createLoader<Paged<ArticleCard>>();
export const $articleList = loader.$load;

export function loadArticleList(view: { type: ArticleType; page: number }): Promise<void> {
  return loader.run(() => listArticles(view), true);
}
