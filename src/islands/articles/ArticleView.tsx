import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ArticleInfo } from '../../lib/contract/articles/articles.ts';
import { $user } from '../../lib/session/session.ts';
import { Failed } from '../shared/Failed.tsx';
import { KnownPlace } from '../shared/Known.tsx';
import { lazy } from '../shared/lazy.tsx';
import { sanitise } from '../shared/stores/sanitise.ts';
import { ArticleHead } from './ArticleHead.tsx';
import { type Area, places } from './article-address.ts';
import { neighbourOf } from './article-store.ts';

const Comments = lazy(async () => (await import('./Comments.tsx')).Comments);

interface Props {
  readonly info: ArticleInfo;
  readonly area: Area;
  /** The article as the build knows it, shown until its text has been sanitised. */
  readonly known?: ReactNode;
}

/** A whole article: its text, its game, the previous and next articles, and comments. */
export function ArticleView({ info, area, known }: Props) {
  const { article } = info;
  const me = useStore($user, { ssr: 'initial' })?.id ?? null;
  const text = useClean(article.body);
  if (text.state === 'working' && known) return <KnownPlace>{known}</KnownPlace>;
  return (
    <div className="article">
      <ArticleHead article={article} area={area} />
      <Body text={text}>
        <Neighbours info={info} area={area} />
        <Comments info={info} me={me} />
      </Body>
    </div>
  );
}

type Clean =
  | { readonly state: 'working' }
  | { readonly state: 'done'; readonly html: string }
  | { readonly state: 'failed'; readonly retry: () => void };

/** Returns the article's HTML, sanitised. */
function useClean(html: string): Clean {
  const [clean, setClean] = useState<Clean>({ state: 'working' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    setClean({ state: 'working' });
    sanitise(html).then(
      (safe) => gone || setClean({ state: 'done', html: safe }),
      () => gone || setClean({ state: 'failed', retry: () => setAttempt(attempt + 1) }),
    );
    return () => {
      gone = true;
    };
  }, [html, attempt]);
  return clean;
}

interface BodyProps {
  readonly text: Clean;
  /** What follows the text. It is rendered only after the text, whose height isn't known before. */
  readonly children: ReactNode;
}

function Body({ text, children }: BodyProps) {
  if (text.state === 'failed')
    return (
      <>
        <Failed
          title="We couldn’t show the text"
          reason="We couldn’t load the part of the page that makes it safe to show."
          onRetry={text.retry}
        />
        {children}
      </>
    );
  if (text.state === 'working')
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
      <div className="prose" dangerouslySetInnerHTML={{ __html: text.html }} />
      {children}
    </>
  );
}

function Neighbours({ info, area }: Pick<Props, 'info' | 'area'>) {
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
    // Only for a host whose answer leaves them out, and only for a signed-in user, because the call requires it.
    if (!signedIn) return;
    const ask = (side: 'previous' | 'next') =>
      neighbourOf(id, side).then(
        (neighbour) => setAsked((ids) => ({ ...ids, [side]: neighbour })),
        // If this fails, there is no link.
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
