import type { Friend, Invite } from '../../lib/contract/invite.ts';
import { shortDate } from '../../lib/format/dates.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routes.ts';
import { Empty } from '../ui/Empty.tsx';
import { Pages } from '../ui/Pager.tsx';
import { Points } from '../ui/Points.tsx';
import { Sprite } from '../ui/Sprite.tsx';
import { Time } from '../ui/Time.tsx';

const badges: Readonly<Record<Friend['state'], { readonly tone: string; readonly words: string }>> = {
  joined: { tone: 'off', words: 'joined' },
  playing: { tone: 'ok', words: 'playing' },
  complete: { tone: 'ok', words: 'all earned' },
  ended: { tone: 'off', words: 'days over' },
  held: { tone: 'pending', words: 'being looked at' },
  refused: { tone: 'bad', words: 'not counted' },
};

function meaning({ state, percent, cap, counts_until, coming, reason }: Friend): string {
  const until = shortDate(counts_until, Date.now());
  switch (state) {
    case 'joined':
      return `Hasn’t won points in our games yet. What they win until ${until} counts.`;
    case 'playing':
      return `${percent}% of what they win until ${until} is yours${coming > 0 ? `; ${formatPoints(coming)} more after midnight UTC` : ''}.`;
    case 'complete':
      return `They brought the ${formatPoints(cap)} points that one friend can bring.`;
    case 'ended':
      return `Their days ended on ${until}. What you earned by them stays yours.`;
    case 'held':
    case 'refused':
      return reason ?? '';
  }
}

interface Props {
  readonly friends: Invite['friends'];
  readonly busy: boolean;
  readonly onPage: (page: number) => unknown;
}

/** Everybody who joined by the reader's link, the newest first, and what each brought. */
export function Friends({ friends, busy, onPage }: Props) {
  const { data, total, current_page: page, last_page: last } = friends;
  if (total === 0)
    return (
      <>
        <h2 id="invite-friends">Your friends</h2>
        <Empty title="Nobody has joined by your link yet">
          <p>
            Send it to somebody who likes to play. When they sign up they stand here, with what they bring
            you.
          </p>
        </Empty>
      </>
    );
  return (
    <>
      <div className="section-title">
        <h2 id="invite-friends">Your friends</h2>
        <p role="status">{total === 1 ? '1 friend' : `${formatPoints(total)} friends`}</p>
      </div>
      <ul className="rows" aria-busy={busy}>
        {data.map((friend) => (
          <Line key={friend.user.id} friend={friend} />
        ))}
      </ul>
      <Pages page={page} lastPage={last} busy={busy} onPage={onPage} />
      {data.length === 0 ? (
        <p className="end-of-list">The list is shorter than that.</p>
      ) : (
        page >= last && <p className="end-of-list">These are all your friends.</p>
      )}
    </>
  );
}

function Line({ friend }: { readonly friend: Friend }) {
  const { user, state, joined_at, earned } = friend;
  const { tone, words } = badges[state];
  return (
    <li className="row friend">
      <Sprite id={user.name} size={44} />
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
        <Points points={earned} />
        <small>earned by them</small>
      </span>
    </li>
  );
}
