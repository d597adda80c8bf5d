import { useStore } from '@nanostores/react';
import type { User } from '../../lib/contract/account/account.ts';
import { longDate } from '../../lib/format/dates.ts';
import { extensions } from '../../lib/host.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { $user } from '../../lib/session/session.ts';
import { DetailPage } from '../shared/DetailPage.tsx';
import { lazy } from '../shared/lazy.tsx';
import { PlayerName } from '../shared/PlayerName.tsx';
import { Sprite } from '../shared/Sprite.tsx';
import { shown } from '../shared/stores/load.ts';
import { useAddressId } from '../shared/use-address-id.ts';
import { $publicFace } from './more-store.ts';
import { $profile, loadProfile } from './profile-store.ts';
import './profile.css';

const More = lazy(async () => (await import('./More.tsx')).More);
const { pattern } = routes.userProfile;

/** A player's profile. Without an id, the user's own. With one, what everyone can see of that player. */
export function ProfileIsland() {
  const me = useStore($user, { ssr: 'initial' });
  const id = useAddressId(pattern);
  return (
    <DetailPage
      noun="player"
      id={id === null ? me?.id : id}
      load={useStore($profile, { ssr: 'initial' })}
      ask={loadProfile}
      list={hrefs.userProfile()}
      listWords="Your own profile"
      of={(user) => user}
      pattern={pattern}
      keepsHeading
      skeleton={<span className="skeleton profile-size" />}
    >
      {(user) => <Player user={user} me={me} />}
    </DetailPage>
  );
}

function Player({ user, me }: { readonly user: User; readonly me: User | null }) {
  const { name } = user;
  const mine = user.id === me?.id;
  const face = shown(useStore($publicFace, { ssr: 'initial' }));
  const level = face?.user.id === user.id ? face.level : null;
  return (
    <div className="stack">
      <div className="profile">
        <Sprite id={user.avatar ?? name} size={144} level={level} />
        <div>
          <h2>
            <PlayerName name={name} />
          </h2>
          <p className="by">
            {mine && <span className="label">you</span>}
            {user.sample && <span className="label">sample</span>}
            {user.created_at && (
              <span className="muted">
                joined <time dateTime={user.created_at}>{longDate(user.created_at)}</time>
              </span>
            )}
          </p>
          {mine ? (
            <>
              <p className="muted">
                {user.private
                  ? 'Your profile is private. Others see only your name and avatar here.'
                  : 'Other players see your name, avatar, join date, level, badges, creatures, reviews and comments, and your best scores if leaderboards show your name.'}
              </p>
              <p className="actions">
                <a className="button quiet small" href={routes.userHome.pattern}>
                  Points history
                </a>
                <a className="button quiet small" href={routes.userSettings.pattern}>
                  Settings
                </a>
                {user.myreward && (
                  <a className="button quiet small" href={hrefs.userReward(user.myreward)}>
                    Your goal
                  </a>
                )}
              </p>
            </>
          ) : (
            !user.private && <p className="muted">Only the player can see what they earn and redeem.</p>
          )}
        </div>
      </div>
      {extensions && <More id={user.id} name={name} mine={mine} />}
    </div>
  );
}
