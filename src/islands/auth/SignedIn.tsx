import { useState } from 'react';
import type { User } from '../../lib/contract/account/account.ts';
import { logout } from '../../lib/session/session.ts';
import { Button } from '../shared/Button.tsx';
import { Sprite } from '../shared/Sprite.tsx';

interface Props {
  readonly user: User;
  readonly target: string;
  /** The name of the target page. Null: the account. */
  readonly place: string | null;
}

/** For users who are already signed in: go on, or log out. */
export function SignedIn({ user, target, place }: Props) {
  const [reachedServer, setReachedServer] = useState(true);

  async function leave() {
    // The session always ends here. Other places learn of it only if the server can be reached.
    await logout().catch(() => setReachedServer(false));
  }

  return (
    <section className="sign-in" aria-labelledby="signed-in-title">
      <div className="sign-in-body">
        <div className="who">
          <Sprite id={user.avatar ?? user.name} size={56} />
          <div>
            <h1 id="signed-in-title">You’re logged in</h1>
            <p className="muted">{user.email ?? user.name}</p>
          </div>
        </div>
        <div className="actions">
          <a className="button" href={target}>
            {place === null ? 'Go to your account' : `Continue to ${place}`}
          </a>
          <Button quiet onPress={leave}>
            Log out
          </Button>
        </div>
        {!reachedServer && <p role="alert">We couldn’t connect. You’re logged out in this browser only.</p>}
      </div>
    </section>
  );
}
