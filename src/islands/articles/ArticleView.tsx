import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ArticleInfo } from '../../lib/contract/articles.ts';
import { longDate } from '../../lib/format/dates.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { $user } from '../../lib/session/session.ts';
import { sanitise } from '../../lib/stores/sanitise.ts';
import { Failed } from '../shared/Failed.tsx';
import { lazy } from '../shared/lazy.tsx';
import { type Area, places } from './article-address.ts';
import { neighbourOf } from './article-store.ts';

const Comments = lazy(async () => (await import('./Comments.tsx')).Comments);

interface Props {
  readonly info: ArticleInfo;
  readonly area: Area;
}

/** An article to its end: what it says, the game it belongs to, its neighbours, and what readers say. */
export function ArticleView({ info, area }: Props) {
  const { article } = info;
  const me = useStore($user, { ssr: 'initial' })?.id ?? null;
  const { author, game } = article;
  return (
    <div className="article">
      <p className="meta">
        {article.type && <span className="label">{article.type}</span>}
        {article.published_at && (
          <time dateTime={article.published_at}>{longDate(article.published_at)}</time>
        )}
        {author && (
          <span>
            by {area === 'user' ? <a href={hrefs.userProfile(author.id)}>{author.name}</a> : author.name}
          </span>
        )}
        {game && <a href={places[area].game(game.id, game.name)}>{game.name}</a>}
      </p>
      <p className="lead">{article.summary}</p>
      <Body html={article.body}>
        <Neighbours info={info} area={area} />
        <Comments info={info} me={me} />
      </Body>
    </div>
  );
}

type Cleaning = { state: 'working' } | { state: 'done'; html: string } | { state: 'failed' };

interface BodyProps {
  readonly html: string;
  /** What comes after it, and only then: how long the text is isn't known before. */
  readonly children: ReactNode;
}

/** The article's own HTML, shown only after it was made safe. */
function Body({ html, children }: BodyProps) {
  const [cleaning, setCleaning] = useState<Cleaning>({ state: 'working' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what Retry raises
  useEffect(() => {
    let gone = false;
    setCleaning({ state: 'working' });
    sanitise(html).then(
      (clean) => gone || setCleaning({ state: 'done', html: clean }),
      () => gone || setCleaning({ state: 'failed' }),
    );
    return () => {
      gone = true;
    };
  }, [html, attempt]);
  if (cleaning.state === 'failed')
    return (
      <>
        <Failed
          title="We couldn’t show the text"
          reason="We couldn’t load the part of the page that makes it safe to show."
          onRetry={() => setAttempt(attempt + 1)}
        />
        {children}
      </>
    );
  if (cleaning.state === 'working')
    return (
      <div className="prose" aria-busy="true">
        <span className="skeleton line" />
        <span className="skeleton line" />
        <span className="skeleton line short" />
      </div>
    );
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it has been through the sanitiser */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: cleaning.html }} />
      {children}
    </>
  );
}

function Neighbours({ info, area }: Props) {
  const [asked, setAsked] = useState<{ previous?: number | null; next?: number | null }>({});
  const signedIn = useStore($user, { ssr: 'initial' }) !== null;
  const { id } = info.article;
  const {
    previous_article_id: previous = asked.previous ?? null,
    next_article_id: next = asked.next ?? null,
  } = info;
  const isPreviousTold = info.previous_article_id !== undefined;
  const isNextTold = info.next_article_id !== undefined;

  useEffect(() => {
    // Only of a host whose answer leaves them out, and only where its call may be made.
    if (!signedIn) return;
    const ask = (side: 'previous' | 'next') =>
      neighbourOf(id, side).then(
        (neighbour) => setAsked((ids) => ({ ...ids, [side]: neighbour })),
        // Then there is no link.
        () => {},
      );
    if (!isPreviousTold) void ask('previous');
    if (!isNextTold) void ask('next');
  }, [id, isPreviousTold, isNextTold, signedIn]);

  const { href } = places[area];
  if (previous === null && next === null) return null;
  return (
    <nav className="neighbours" aria-label="Other articles">
      {previous !== null && (
        <a className="button quiet small" href={href(previous)} rel="prev">
          Previous article
        </a>
      )}
      {next !== null && (
        <a className="button quiet small" href={href(next)} rel="next">
          Next article
        </a>
      )}
    </nav>
  );
}
