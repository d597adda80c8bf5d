import type { Friend, Invite } from '../../lib/contract/referrals/invite.ts';
import { shortDate } from '../../lib/format/dates.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { Empty } from '../shared/Empty.tsx';
import { PagedList, type PagedProps } from '../shared/PagedList.tsx';
import { Points } from '../shared/Points.tsx';
import { Sprite } from '../shared/Sprite.tsx';
import { Time } from '../shared/Time.tsx';

const badges: Readonly<Record<Friend['state'], { readonly tone: string; readonly words: string }>> = {
  joined: { tone: 'off', words: 'new' },
  playing: { tone: 'ok', words: 'playing' },
  complete: { tone: 'ok', words: 'maxed out' },
  ended: { tone: 'off', words: 'ended' },
  held: { tone: 'pending', words: 'under review' },
  refused: { tone: 'bad', words: 'not eligible' },
};

function meaning({ state, percent, cap, counts_until, coming, reason }: Friend): string {
  const until = shortDate(counts_until, Date.now());
  switch (state) {
    case 'joined':
      return `Hasn’t earned points in our games yet. You get your share until ${until}.`;
    case 'playing':
      return `You get ${percent}% of what they earn until ${until}${coming > 0 ? `; ${formatPoints(coming)} more after midnight UTC` : ''}.`;
    case 'complete':
      return `You’ve earned the most you can from one friend: ${formatPoints(cap)} points.`;
    case 'ended':
      return `Your share ended on ${until}. You keep what you earned.`;
    case 'held':
    case 'refused':
      return reason ?? '';
  }
}

interface Props extends Pick<PagedProps<Invite['friends']>, 'failure' | 'busy' | 'onRetry'> {
  readonly friends: Invite['friends'];
}

/** The friends who joined through the user's link, newest first, and the points each brought. */
export function Friends({ friends, ...states }: Props) {
  const { total } = friends;
  return (
    <div className="invite-friends">
      <div className="section-title">
        <h2>Your friends</h2>
        {total > 0 && <p>{total === 1 ? '1 friend' : `${formatPoints(total)} friends`}</p>}
      </div>
      <PagedList
        {...states}
        what="your friends"
        list={friends}
        skeleton={null}
        nothing={
          <Empty level={3} title="No referrals yet">
            <p>Send your link to a friend who likes games. They’ll show up here when they sign up.</p>
          </Empty>
        }
      >
        {(some) => (
          <ul className="rows">
            {some.map((friend) => (
              <Line key={friend.user.id} friend={friend} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}

function Line({ friend }: { readonly friend: Friend }) {
  const { user, state, joined_at, earned } = friend;
  const { tone, words } = badges[state];
  return (
    <li className="row friend">
      <Sprite id={user.avatar ?? user.name} size={44} />
      <span>
        <span className="friend-name">
          <a href={hrefs.userProfile(user.id)}>
            <b>{user.name}</b>
          </a>
          {user.sample && <span className="label">sample</span>}
          <span className={`state ${tone}`}>{words}</span>
        </span>
        <small>
          joined <Time at={joined_at} />
        </small>
        <small>{meaning(friend)}</small>
      </span>
      <span className="friend-earned">
        {earned > 0 && (
          <>
            <Points points={earned} />
            <small>your share</small>
          </>
        )}
      </span>
    </li>
  );
}
