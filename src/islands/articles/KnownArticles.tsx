import type { CatalogueArticle, CatalogueGame } from '../../lib/contract/catalogue/catalogue.ts';
import type { ArticleCard } from '../../lib/contract/progress/dashboard.ts';
import { gamePicture } from '../../lib/format/article-art.ts';
import { Articles } from '../shared/Articles.tsx';
import { Known } from '../shared/Known.tsx';
import { type Area, places } from './article-address.ts';

interface Props {
  readonly articles: readonly CatalogueArticle[];
  readonly games: readonly CatalogueGame[];
  readonly area: Area;
}

/** Returns the catalogue's articles in the API's order, newest first. Players may have written newer ones. */
export function knownArticles(
  articles: readonly CatalogueArticle[],
  games: readonly CatalogueGame[],
): ArticleCard[] {
  return articles
    .map(({ id, title, summary, type, published_at, game_id, glyph = null }) => ({
      id,
      title,
      summary,
      type,
      published_at: new Date(published_at).toISOString(),
      picture: gamePicture(games.find((game) => game.id === game_id)),
      glyph,
    }))
    .sort((a, b) => b.published_at.localeCompare(a.published_at) || b.id - a.id);
}

export function KnownArticles({ articles, games, area }: Props) {
  return (
    <Known entries={knownArticles(articles, games)}>
      {(cards) => <Articles articles={cards} href={places[area].href} level={2} />}
    </Known>
  );
}
