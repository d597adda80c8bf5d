import { useStore } from '@nanostores/react';
import { shown } from '../../lib/stores/load.ts';
import { useNumber } from '../shared/use-numbered.ts';
import { type Area, places } from './article-address.ts';
import { $articleInfo } from './store.ts';

/** The page's heading: the article's title, once it is known. */
export function ArticleHeadingIsland({ area }: { readonly area: Area }) {
  const id = useNumber(places[area].pattern);
  const article = shown(useStore($articleInfo, { ssr: 'initial' }))?.article;
  return (
    <h1 className="article-title">
      {article !== undefined && article.id === id ? article.title : 'Articles'}
    </h1>
  );
}
