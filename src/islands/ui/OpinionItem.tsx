import { useState } from 'react';
import type { Opinion } from '../../lib/contract/rewards.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routes.ts';
import { Button } from './Button.tsx';
import { OpinionForm } from './OpinionForm.tsx';
import { Sprite } from './Sprite.tsx';
import { StateBadge } from './StateBadge.tsx';
import { Time } from './Time.tsx';

interface Props {
  opinion: Opinion;
  mine: boolean;
  liked: boolean;
  /** What being verified means here: "redeemed it". */
  verifiedWords: string;
  /** Null for a guest. */
  onLike: (() => unknown) | null;
  onEdit: (text: string) => Promise<void>;
  onRemove: () => unknown;
}

type Mode = 'read' | 'edit' | 'remove';

/** One opinion: who, when, what; a like for others', changing and taking away for one's own. */
export function OpinionItem({ opinion, mine, liked, verifiedWords, onLike, onEdit, onRemove }: Props) {
  const [mode, setMode] = useState<Mode>('read');
  const { user, likes } = opinion;
  const name = user?.name || 'a player';
  const count = likes === 1 ? '1 like' : `${formatPoints(likes)} likes`;
  return (
    <li className="opinion">
      <Sprite id={user?.avatar ?? name} size={44} />
      <div>
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
          {opinion.verified && <StateBadge state="confirmed" words={`verified: ${verifiedWords}`} />}
        </p>
        {mode === 'edit' ? (
          <OpinionForm
            label="Your words"
            submit="Save"
            text={opinion.opinion}
            onSubmit={async (text) => {
              await onEdit(text);
              setMode('read');
            }}
            onCancel={() => setMode('read')}
          />
        ) : (
          <p className="said">{opinion.opinion}</p>
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
              aria-label={`Like what ${name} wrote`}
              // The second click of a double one would take it back.
              onClick={(event) => event.detail < 2 && onLike()}
            >
              {liked ? 'Liked' : 'Like'}
              {likes > 0 && <span className="num"> {formatPoints(likes)}</span>}
            </button>
          )}
          {mine && mode === 'read' && (
            <>
              <button type="button" className="quiet-link" onClick={() => setMode('edit')}>
                Edit
              </button>
              <button type="button" className="quiet-link" onClick={() => setMode('remove')}>
                Take away
              </button>
            </>
          )}
        </p>
        {mode === 'remove' && (
          <p className="ask" role="alert">
            It will be gone for good{likes > 0 && `, with its ${count}`}.{' '}
            <Button small onPress={onRemove}>
              Take it away
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
