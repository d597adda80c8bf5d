import type { SubmissionCard } from '../../lib/contract/submissions/submissions.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Points } from '../shared/Points.tsx';
import { Time } from '../shared/Time.tsx';
import { followHere } from './follow-here.ts';
import { badgeOf, waitWords } from './states.ts';

/** One of the player's articles: its title, its state, and the operator's answer. */
export function Row({ one }: { readonly one: SubmissionCard }) {
  const { key, title, type, state, reason, points, article_id, updated_at, submitted_at, decided_at } = one;
  const { tone, words } = badgeOf(one);
  const name = title.trim() || 'Untitled';
  return (
    <li className="row piece">
      <div>
        <p className="piece-head">
          {article_id === null ? (
            <a href={hrefs.draft(key)} onClick={followHere}>
              <b>{name}</b>
            </a>
          ) : (
            <a href={hrefs.userArticle(article_id, name)}>
              <b>{name}</b>
            </a>
          )}
          <span className="label">{type}</span>
          <span className={`state ${tone}`}>{words}</span>
        </p>
        <small>
          {state === 'draft' && (
            <>
              edited <Time at={updated_at} />
            </>
          )}
          {state === 'submitted' && submitted_at !== null && (
            <>
              submitted <Time at={submitted_at} />. {waitWords(one.ahead)}
            </>
          )}
          {(state === 'accepted' || state === 'refused') && decided_at !== null && (
            <>
              {state === 'accepted' ? 'published' : 'answered'} <Time at={decided_at} />
            </>
          )}
        </small>
        {reason !== null && (
          <p className="piece-reason">
            <b>
              {one.hidden
                ? 'Why we hid it:'
                : state === 'accepted'
                  ? 'Our comment:'
                  : 'Why we didn’t accept it:'}
            </b>{' '}
            {reason}
          </p>
        )}
      </div>
      {points !== null && (
        <div className="piece-points">
          {state === 'accepted' ? (
            <Points points={points} />
          ) : state === 'submitted' ? (
            <span className="num">{formatPoints(points)} pts if accepted</span>
          ) : null}
        </div>
      )}
    </li>
  );
}
