import type { CatalogueArticle } from '../../lib/contract/catalogue.ts';
import type { ArticleCard } from '../../lib/contract/dashboard.ts';
import { Articles } from '../shared/Articles.tsx';
import { Known } from '../shared/Known.tsx';
import { type Area, places } from './article-address.ts';

interface Props {
  readonly articles: readonly CatalogueArticle[];
  readonly area: Area;
}

/** Returns the catalogue's articles in the API's order, newest first. Players may have written newer ones. */
export function knownArticles(articles: readonly CatalogueArticle[]): ArticleCard[] {
  return articles
    .map(({ id, title, summary, type, published_at }) => ({
      id,
      title,
      summary,
      type,
      published_at: new Date(published_at).toISOString(),
    }))
    .sort((a, b) => b.published_at.localeCompare(a.published_at) || b.id - a.id);
}

export function KnownArticles({ articles, area }: Props) {
  return (
    <Known entries={knownArticles(articles)}>
      {(cards) => <Articles articles={cards} href={places[area].href} level={2} />}
    </Known>
  );
}
