import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { routes } from '../../lib/routing/routes.ts';
import { $session, logout } from '../../lib/session/session.ts';
import { Sprite } from '../shared/Sprite.tsx';
import './menu.css';

/** The signed-in user, and a button to log out. */
export function MenuIsland() {
  const session = useStore($session, { ssr: 'initial' });
  const [leaving, setLeaving] = useState(false);
  if (session.state !== 'signed-in' && !leaving) return null;

  async function leave() {
    if (leaving) return;
    setLeaving(true);
    // The session here has ended, even if the call failed.
    await logout().catch(() => {});
    // Load a whole page, so that none of the account's data stays in memory.
    location.assign(routes.index.pattern);
  }

  return (
    <div className="account">
      {session.state === 'signed-in' && (
        <div className="who">
          <Sprite id={session.user.avatar ?? session.user.name} size={36} />
          <span>
            <b>{session.user.name}</b>
            {session.user.sample && <span className="label">sample</span>}
            {session.user.email && <small title={session.user.email}>{session.user.email}</small>}
          </span>
        </div>
      )}
      <button type="button" aria-disabled={leaving} onClick={leave}>
        {leaving ? 'Logging out' : 'Log out'}
      </button>
    </div>
  );
}
