import type { ArticleCard } from '../../lib/contract/progress/dashboard.ts';
import { articleArt } from '../../lib/format/article-art.ts';
import { longDate } from '../../lib/format/dates.ts';
import { Art } from './Art.tsx';

export const articleTypes = { all: 'All', news: 'News', guide: 'Guides', review: 'Reviews' } as const;

interface Props {
  readonly articles: readonly ArticleCard[];
  readonly href: (id: number, title: string) => string;
  /** The heading level of the titles. */
  readonly level: 2 | 3;
}

export function Articles({ articles, href, level }: Props) {
  const Heading = `h${level}` as const;
  return (
    <ul className="articles">
      {articles.map(({ id, title, summary, type, published_at: at, picture, glyph }) => (
        <li key={id}>
          <Art {...articleArt({ title, picture, glyph })} size={72} />
          <small>
            {type && <span className="label">{type}</span>} {at && <time dateTime={at}>{longDate(at)}</time>}
          </small>
          <Heading>
            <a href={href(id, title)}>{title}</a>
          </Heading>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  );
}
