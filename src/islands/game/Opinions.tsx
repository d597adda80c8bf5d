import type { GameInfo } from '../../lib/contract/games.ts';
import { loadMoreOpinions } from '../../lib/stores/game.ts';
import { Empty } from '../ui/Empty.tsx';
import { Failed } from '../ui/Failed.tsx';
import { LoadMore } from '../ui/Pager.tsx';
import { Sprite } from '../ui/Sprite.tsx';
import { StateBadge } from '../ui/StateBadge.tsx';
import { Time } from '../ui/Time.tsx';

interface Props {
  opinions: GameInfo['opinions'];
  game: string;
  busy: boolean;
  /** Why more of them could not be had. */
  failure: string | undefined;
}

/** What players wrote. A sample account's words are called a sample, and who earned here is marked. */
export function Opinions({ opinions, game, busy, failure }: Props) {
  const { data, total, next_page_url: more } = opinions;
  return (
    <section className="opinions" aria-labelledby="opinions">
      <div className="section-title">
        <h2 id="opinions">Opinions</h2>
      </div>
      {data.length === 0 ? (
        <Empty title="No opinions yet">
          <p>Nobody has written about {game} so far.</p>
        </Empty>
      ) : (
        <ul>
          {data.map(({ id, user, opinion, likes, verified, created_at: at }) => (
            <li key={id}>
              <Sprite id={user.name} size={44} />
              <div>
                <p className="by">
                  <b>{user.name}</b>
                  {user.sample && <span className="label">sample</span>}
                  {verified && <StateBadge state="confirmed" words="verified: earned here" />}
                  <small>
                    <Time at={at} />
                  </small>
                </p>
                <p>{opinion}</p>
                {likes > 0 && <small>{likes === 1 ? '1 like' : `${likes} likes`}</small>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {failure !== undefined && (
        <Failed title="More opinions could not be loaded" reason={failure} onRetry={loadMoreOpinions} />
      )}
      {data.length > 1 && failure === undefined && (
        <LoadMore
          shown={data.length}
          total={more ? total : data.length}
          noun="opinions"
          busy={busy}
          onMore={loadMoreOpinions}
        />
      )}
    </section>
  );
}
