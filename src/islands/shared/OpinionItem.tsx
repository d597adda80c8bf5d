import { useEffect, useRef, useState } from 'react';
import type { Opinion } from '../../lib/contract/catalogue/rewards.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { extensions } from '../../lib/host.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Button } from './Button.tsx';
import { lazy } from './lazy.tsx';
import { OpinionForm } from './OpinionForm.tsx';
import type { Report } from './ReportForm.tsx';
import { Sprite } from './Sprite.tsx';
import { StateBadge } from './StateBadge.tsx';
import { Time } from './Time.tsx';
import { useFocusHandover } from './use-focus-handover.ts';
import type { TextKeeper } from './use-kept-text.ts';

const ReportForm = lazy(async () => (await import('./ReportForm.tsx')).ReportForm);

interface Props {
  texts: TextKeeper;
  /** The key under which drafts about it are stored: "reward 12 33". */
  place: string;
  opinion: Opinion;
  mine: boolean;
  liked: boolean;
  /** Undefined if there are only likes. */
  disliked?: boolean | undefined;
  /** What "verified" means here: "redeemed it". */
  verifiedWords: string;
  /** Null for a guest. */
  onLike: (() => unknown) | null;
  onDislike: () => unknown;
  onEdit: (text: string) => Promise<void>;
  onRemove: () => unknown;
  onReport: (report: Report) => Promise<void>;
}

/** Focuses the element that replaces the pressed button. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

type Mode = 'read' | 'edit' | 'remove' | 'report' | 'reported';

/** One opinion: author, time and text. Others' opinions can be liked and reported; one's own can be edited and deleted. */
export function OpinionItem(props: Props) {
  const {
    texts,
    place: about,
    opinion,
    mine,
    liked,
    disliked,
    verifiedWords,
    onLike,
    onDislike,
    onEdit,
    onRemove,
    onReport,
  } = props;
  /** Undefined until a button is pressed. */
  const [mode, setMode] = useState<Mode>();
  /** Whether to announce a vote, or an edit of one's own text. */
  const [acted, setActed] = useState(false);
  const parts = useRef<HTMLDivElement>(null);
  const reporting = useRef<HTMLButtonElement>(null);
  const place = useFocusHandover<HTMLLIElement>(() => document.getElementById('opinions'));
  // Move the focus to what replaced the pressed button.
  useEffect(() => {
    if (mine && mode) parts.current?.querySelector<HTMLElement>('textarea, .ask, .under button')?.focus();
  }, [mine, mode]);
  const { user, hidden_for: hiddenFor } = opinion;
  const likes = opinion.likes ?? 0;
  const name = user?.name || 'a player';
  const count = likes === 1 ? '1 like' : `${formatPoints(likes)} likes`;
  const likeWords = `${liked ? 'Liked' : 'Like'}${likes > 0 ? ` ${formatPoints(likes)}` : ''}`;
  return (
    <li className="opinion" ref={place}>
      <Sprite id={user?.avatar ?? name} size={44} />
      <div ref={parts}>
        <p className="by">
          {user && (onLike || mine) ? (
            <a href={hrefs.userProfile(user.id)}>
              <b>{name}</b>
            </a>
          ) : (
            <b>{name}</b>
          )}
          {user?.sample && <span className="label">sample</span>}
          {mine && <span className="label">you</span>}
          {hiddenFor && <span className="state bad">hidden</span>}
          {opinion.verified && <StateBadge state="confirmed" words={`verified: ${verifiedWords}`} />}
        </p>
        {mode === 'edit' ? (
          <OpinionForm
            texts={texts}
            place={about}
            label="Your words"
            submit="Save"
            text={opinion.opinion}
            onSubmit={async (text) => {
              await onEdit(text);
              setActed(true);
              setMode('read');
            }}
            onCancel={() => setMode('read')}
          />
        ) : (
          <p className="said">{opinion.opinion}</p>
        )}
        {hiddenFor && (
          <p className="notice">
            Only you can see this.{' '}
            {opinion.waits
              ? 'You edited it, so we’re reviewing it again.'
              : 'Edit it, and we’ll review it again.'}{' '}
            Reason: {hiddenFor}
          </p>
        )}
        <p className="under">
          <small>
            <Time at={opinion.created_at} />
            {opinion.edited_at && ', edited'}
          </small>
          {mine || !onLike ? (
            likes > 0 && <small>{count}</small>
          ) : (
            <button
              type="button"
              className="quiet-link"
              aria-pressed={liked}
              aria-label={`${likeWords}, what ${name} wrote`}
              // The second click of a double-click would undo the like.
              onClick={(event) => {
                if (event.detail > 1) return;
                setActed(true);
                onLike();
              }}
            >
              {likeWords}
            </button>
          )}
          {!mine && onLike && disliked !== undefined && (
            <button
              type="button"
              className="quiet-link"
              aria-pressed={disliked}
              aria-label={`${disliked ? 'Disliked' : 'Dislike'}, what ${name} wrote`}
              onClick={(event) => {
                if (event.detail > 1) return;
                setActed(true);
                onDislike();
              }}
            >
              {disliked ? 'Disliked' : 'Dislike'}
            </button>
          )}
          {extensions && !mine && onLike && mode !== 'reported' && (
            <button
              type="button"
              ref={reporting}
              className="quiet-link"
              aria-expanded={mode === 'report'}
              aria-label={`Report what ${name} wrote`}
              onClick={() => setMode('report')}
            >
              Report
            </button>
          )}
          {extensions && mine && (!mode || mode === 'read') && (
            <>
              <button
                type="button"
                className="quiet-link"
                onClick={() => {
                  setActed(false);
                  setMode('edit');
                }}
              >
                Edit
              </button>
              {!hiddenFor && (
                <button type="button" className="quiet-link" onClick={() => setMode('remove')}>
                  Delete
                </button>
              )}
            </>
          )}
        </p>
        <span className="unseen" role="status">
          {acted && (mine ? 'Saved' : likes > 0 ? count : 'No likes')}
        </span>
        {mode === 'report' && (
          <ReportForm
            texts={texts}
            place={`${about} report`}
            by={name}
            onReport={onReport}
            onDone={() => setMode('reported')}
            onCancel={() => {
              setMode('read');
              reporting.current?.focus();
            }}
          />
        )}
        {mode === 'reported' && (
          <p className="notice ok" role="status" tabIndex={-1} ref={takeFocus}>
            Reported. Our team will take a look and let you know.
          </p>
        )}
        {mode === 'remove' && (
          <p className="ask" role="alert" tabIndex={-1}>
            This deletes it for good{likes > 0 && `, with its ${count}`}.{' '}
            <Button small onPress={onRemove}>
              Delete it
            </Button>{' '}
            <Button small quiet onPress={() => setMode('read')}>
              Keep it
            </Button>
          </p>
        )}
      </div>
    </li>
  );
}
