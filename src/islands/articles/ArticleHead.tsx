import type { Article } from '../../lib/contract/articles/articles.ts';
import { articleArt } from '../../lib/format/article-art.ts';
import { longDate } from '../../lib/format/dates.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Art } from '../shared/Art.tsx';
import { type Area, places } from './article-address.ts';

interface Props {
  readonly article: Pick<
    Article,
    'title' | 'picture' | 'glyph' | 'type' | 'published_at' | 'author' | 'game' | 'summary'
  >;
  readonly area: Area;
}

/** The article's picture, type, date, author and summary. */
export function ArticleHead({
  article: { title, picture, glyph, type, published_at: at, author, game, summary },
  area,
}: Props) {
  return (
    <div className="article-head">
      <Art {...articleArt({ title, picture, glyph })} size={112} />
      <p className="meta">
        {type && <span className="label">{type}</span>} {at && <time dateTime={at}>{longDate(at)}</time>}{' '}
        {author && (
          <span>
            by {area === 'user' ? <a href={hrefs.userProfile(author.id)}>{author.name}</a> : author.name}
          </span>
        )}{' '}
        {game && <a href={places[area].game(game.id, game.name)}>{game.name}</a>}
      </p>
      <p className="lead">{summary}</p>
    </div>
  );
}
