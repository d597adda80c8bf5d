import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { Submission } from '../../lib/contract/submissions/submissions.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Button } from '../shared/Button.tsx';
import { Time } from '../shared/Time.tsx';
import { $act, withdraw } from './draft-acts-store.ts';
import { Preview } from './Preview.tsx';
import { badgeOf, waitWords } from './states.ts';

/** A submitted or published article: its state, and its text as readers see it. */
export function Submitted({ submission }: { readonly submission: Submission }) {
  const act = useStore($act, { ssr: 'initial' });
  const { title, summary, state, submitted_at, points, ahead, reason, article_id } = submission;
  const { tone, words } = badgeOf(submission);
  const top = useRef<HTMLDivElement>(null);
  // The editor, which had the focus, is gone.
  useEffect(() => top.current?.focus({ preventScroll: true }), []);
  return (
    <div className="draft" ref={top} tabIndex={-1}>
      <div className={article_id !== null ? 'notice ok' : 'notice'}>
        <p>
          <span className={`state ${tone}`}>{words}</span>{' '}
          {submitted_at !== null && (
            <>
              submitted <Time at={submitted_at} />
            </>
          )}
        </p>
        {state === 'submitted' ? (
          <p>
            {waitWords(ahead)}. You get {formatPoints(points ?? 0)} points when we publish it. If we don’t,
            we’ll tell you why.
          </p>
        ) : (
          <p>
            {submission.hidden ? 'Only you can see it.' : `You earned ${formatPoints(points ?? 0)} points.`}{' '}
            {reason}
          </p>
        )}
        {act.state === 'refused' && <p role="alert">{act.reason}</p>}
        <div className="actions">
          {state === 'submitted' && (
            <Button quiet small onPress={withdraw}>
              Withdraw
            </Button>
          )}
          {article_id !== null && (
            <a className="button small" href={hrefs.userArticle(article_id, title)}>
              View published article
            </a>
          )}
        </div>
      </div>
      <article className="submitted">
        <h2>{title}</h2>
        <p className="lead">{summary}</p>
        <Preview body={submission.body} />
      </article>
    </div>
  );
}
