import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { longDate } from '../../lib/format/dates.ts';
import { hrefs, matchRoute, routes } from '../../lib/routing/routes.ts';
import { $user } from '../../lib/session/session.ts';
import { site } from '../../lib/site.ts';
import { shown } from '../../lib/stores/load.ts';
import { Empty } from '../shared/Empty.tsx';
import { Failed } from '../shared/Failed.tsx';
import { later } from '../shared/later.tsx';
import { Points } from '../shared/Points.tsx';
import { Sprite } from '../shared/Sprite.tsx';
import { usePath } from '../shared/use-address.ts';
import { $profile, loadProfile } from './store.ts';
import './profile.css';

const More = later(async () => (await import('./More.tsx')).More);
const { pattern } = routes.userProfile;

/** A player's page: one's own without a number, and what everybody may see of another with one. */
export function ProfileIsland() {
  const path = usePath(pattern);
  const me = useStore($user, { ssr: 'initial' });
  const load = useStore($profile, { ssr: 'initial' });
  const [asked, setAsked] = useState<number | null>(null);
  const part = path === null ? undefined : matchRoute(pattern, path)?.id;
  const wanted = part === undefined ? (me?.id ?? null) : /^[1-9]\d{0,14}$/.test(part) ? Number(part) : 0;

  useEffect(() => {
    if (path === null || !wanted) return;
    setAsked(wanted);
    void loadProfile(wanted);
  }, [path, wanted]);

  const current = asked === wanted;
  const user = current ? shown(load) : undefined;
  const missing = wanted === 0 || (current && load.state === 'failed' && load.error.code === 'not_found');
  const name = user && (user.name || `Player ${user.id}`);
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${site.name}`;
  }, [name]);

  if (missing)
    return (
      <Empty level={2} title="There is no such player">
        <p>The account may have been closed, or the address is incomplete.</p>
        <a className="button quiet small" href={pattern.replace('/{id?}', '')}>
          Your own profile
        </a>
      </Empty>
    );
  if (!user && wanted && current && load.state === 'failed')
    return (
      <Failed
        level={2}
        title="The profile could not be loaded"
        reason={load.error.message}
        onRetry={() => loadProfile(wanted)}
      />
    );
  if (!user) return <span className="skeleton profile-size" />;
  const mine = user.id === me?.id;
  // One's own as the top bar has it, which follows what comes in meanwhile.
  const balance = me?.balance ?? user.balance;
  return (
    <div className="stack">
      <div className="profile">
        <Sprite id={user.avatar ?? name ?? ''} size={144} />
        <div>
          <h2>{name}</h2>
          <p className="by">
            {mine && <span className="label">you</span>}
            {user.sample && <span className="label">sample</span>}
            {user.created_at && (
              <span className="muted">
                here since <time dateTime={user.created_at}>{longDate(user.created_at)}</time>
              </span>
            )}
          </p>
          {mine ? (
            <>
              {balance && (
                <dl className="num">
                  <div>
                    <dt>Available</dt>
                    <dd>
                      <Points points={balance.available} />
                    </dd>
                  </div>
                  <div>
                    <dt>Pending</dt>
                    <dd>
                      <Points points={balance.pending} />
                    </dd>
                  </div>
                  <div>
                    <dt>Reserved for orders</dt>
                    <dd>
                      <Points points={balance.reserved} />
                    </dd>
                  </div>
                </dl>
              )}
              <p className="muted">
                {user.private
                  ? 'Your profile is private: others see your name and your creature.'
                  : 'Others see your name, your creature, how long you have been here, level, badges and what you wrote.'}
              </p>
              <p className="actions">
                <a className="button quiet small" href={routes.userHome.pattern}>
                  Your ledger
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
            !user.private && <p className="muted">What a player earns and redeems is shown to nobody else.</p>
          )}
        </div>
      </div>
      <More id={user.id} name={name ?? ''} mine={mine} />
    </div>
  );
}
