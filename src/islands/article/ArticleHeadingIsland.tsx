import { useStore } from '@nanostores/react';
import { $articleInfo } from '../../lib/stores/article.ts';
import { shown } from '../../lib/stores/load.ts';
import { usePath } from '../ui/use-address.ts';
import { type Area, articleIdIn, places } from './article-address.ts';

/** The page's heading: the article's title, once it is known. */
export function ArticleHeadingIsland({ area }: { readonly area: Area }) {
  const id = articleIdIn(area, usePath(places[area].pattern));
  const article = shown(useStore($articleInfo, { ssr: 'initial' }))?.article;
  return (
    <h1 className="article-title">
      {article !== undefined && article.id === id ? article.title : 'Articles'}
    </h1>
  );
}
