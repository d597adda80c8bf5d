import type { Opinion, RewardInfo } from '../../lib/contract/rewards.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { Sprite } from '../ui/Sprite.tsx';
import { Time } from '../ui/Time.tsx';

/** What people wrote, newest first. Sample ones say that they are. */
export function Opinions({ opinions }: { readonly opinions: RewardInfo['opinions'] }) {
  const { data, total } = opinions;
  return (
    <section aria-labelledby="opinions">
      <div className="section-title">
        <h2 id="opinions">Opinions</h2>
        {total > 0 && (
          <span>
            {data.length < total
              ? `the newest ${data.length} of ${formatPoints(total)}`
              : formatPoints(total)}
          </span>
        )}
      </div>
      {data.length === 0 ? (
        <p className="muted">Nobody has written about this reward yet.</p>
      ) : (
        <ul className="opinions">
          {data.map((opinion) => (
            <OpinionItem key={opinion.id} opinion={opinion} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OpinionItem({
  opinion: { user, opinion, verified, likes, created_at },
}: {
  readonly opinion: Opinion;
}) {
  return (
    <li className="opinion">
      <Sprite id={user.name} size={44} />
      <div>
        <p className="by">
          <b>{user.name}</b>
          {user.sample && <span className="label">sample</span>}
          {verified && <span className="state ok">verified: redeemed it</span>}
        </p>
        <p>{opinion}</p>
        <p className="muted">
          <Time at={created_at} />
          {likes > 0 && `, liked by ${formatPoints(likes)}`}
        </p>
      </div>
    </li>
  );
}
