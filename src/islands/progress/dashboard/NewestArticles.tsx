import { useStore } from '@nanostores/react';
import { ARTICLE_TYPES } from '../../../lib/contract/limits.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Articles, articleTypes } from '../../shared/Articles.tsx';
import { Chips } from '../../shared/Chips.tsx';
import { Empty } from '../../shared/Empty.tsx';
import { Fold } from '../../shared/Fold.tsx';
import { PagedList } from '../../shared/PagedList.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { asList } from '../../shared/stores/load.ts';
import { useList } from '../../shared/use-list.ts';
import { $articles, type DashboardArticles, loadArticles, loadMoreArticles } from './dashboard-store.ts';
import { show } from './dashboard-view.ts';

/** The newest articles. They are the end of a page that is long on a phone, so there they are folded. */
export function NewestArticles({ type }: { readonly type: DashboardArticles }) {
  const { list, ...states } = useList(asList(useStore($articles, { ssr: 'initial' }), type));
  return (
    <Fold id="articles" title="Articles" state={list?.total} open="wide">
      <Chips
        legend="Type of article"
        values={ARTICLE_TYPES}
        words={articleTypes}
        value={type}
        onChoose={(articles) => show({ articles })}
      />
      <PagedList
        {...states}
        what="the articles"
        list={list}
        more={{ noun: 'articles', onPress: () => loadMoreArticles(type) }}
        few={3}
        level={3}
        onRetry={() => loadArticles(type)}
        skeleton={<RowSkeleton count={4} />}
        nothing={
          <Empty title="Nothing here yet">
            <p>Try another filter.</p>
            <button type="button" className="button quiet small" onClick={() => show({ articles: 'all' })}>
              Show all articles
            </button>
          </Empty>
        }
      >
        {(articles) => <Articles articles={articles} href={hrefs.userArticle} level={3} />}
      </PagedList>
      {list && list.next_page_url !== null && (
        <p>
          <a href={hrefs.userArticle()}>
            {list.total === null ? 'See all articles' : `See all ${list.total} articles`}
          </a>
        </p>
      )}
    </Fold>
  );
}
