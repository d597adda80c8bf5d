/** The list of articles (spec section 3: the store area "articles"). */
import { request } from '../../lib/client/client.ts';
import { listArticles } from '../../lib/contract/articles/articles.ts';
import type { ARTICLE_TYPES } from '../../lib/contract/limits.ts';
import { type ArticleCard, listDashboardArticles } from '../../lib/contract/progress/dashboard.ts';
import { $session } from '../../lib/session/session.ts';
import { createLoader } from '../shared/stores/load.ts';
import { type Paged, showPage } from '../shared/stores/pages.ts';

export type ArticleType = (typeof ARTICLE_TYPES)[number];

interface ArticleView {
  readonly type: ArticleType;
  readonly page: number;
}

const loader = createLoader<Paged<ArticleCard>>();
export const $articleList = loader.$load;

/** Signed-in players use the spec's own list. Its call requires a session. */
function articlesPage({ type, page }: ArticleView): Promise<Paged<ArticleCard>> {
  const query = { type: type === 'all' ? undefined : type, page };
  return $session.get().state === 'signed-in'
    ? request(listDashboardArticles, { query })
    : request(listArticles, { query });
}

export function loadArticleList(view: ArticleView): Promise<void> {
  return showPage(loader, () => articlesPage(view), view);
}
