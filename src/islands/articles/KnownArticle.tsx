import type { ReactNode } from 'react';
import type { CatalogueArticle, CatalogueGame } from '../../lib/contract/catalogue.ts';
import { ArticleHead } from './ArticleHead.tsx';
import type { Area } from './article-address.ts';
import { knownArticles } from './KnownArticles.tsx';

interface Props {
  readonly article: CatalogueArticle;
  /** The one that it is about. */
  readonly game: CatalogueGame | undefined;
  readonly area: Area;
  /** Its text, as the build renders it. */
  readonly children?: ReactNode;
}

/** An article of the catalogue without what readers say of it. */
export function KnownArticle({ article, game, area, children }: Props) {
  return knownArticles([article]).map((card) => (
    <div className="article" aria-busy="true" key={card.id}>
      <ArticleHead article={{ ...card, author: null, game: game ?? null }} area={area} />
      <div className="prose">{children}</div>
    </div>
  ));
}
