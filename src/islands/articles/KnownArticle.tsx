import type { ReactNode } from 'react';
import type { CatalogueArticle, CatalogueGame } from '../../lib/contract/catalogue/catalogue.ts';
import { ArticleHead } from './ArticleHead.tsx';
import type { Area } from './article-address.ts';
import { knownArticles } from './KnownArticles.tsx';

interface Props {
  readonly article: CatalogueArticle;
  /** The game that it is about, if any. */
  readonly game: CatalogueGame | undefined;
  readonly area: Area;
  /** The text, rendered by the build. */
  readonly children?: ReactNode;
}

/** An article of the catalogue, without comments. */
export function KnownArticle({ article, game, area, children }: Props) {
  return knownArticles([article], game ? [game] : []).map((card) => (
    <div className="article" aria-busy="true" key={card.id}>
      <ArticleHead article={{ ...card, author: null, game: game ?? null }} area={area} />
      <div className="prose">{children}</div>
    </div>
  ));
}
