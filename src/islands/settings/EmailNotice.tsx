import { lazy } from '../shared/lazy.tsx';
import type { Props } from './EmailActions.tsx';

/** Loaded separately, because most accounts have a confirmed address. */
const EmailActions = lazy(
  async () => (await import('./EmailActions.tsx')).EmailActions,
  () => <div className="email-size" aria-busy="true" />,
);

/** Says that the address isn't confirmed yet, or that there is none, and lets the player fix it. */
export function EmailNotice({ user, hasPassword }: Props) {
  return (
    <section className="notice email-notice" aria-labelledby="email-notice">
      <h2 id="email-notice">{user.email ? 'Confirm your email address' : 'Add your email address'}</h2>
      <p>
        {user.email ? (
          <>
            We sent a link to <b>{user.email}</b>. Open it before your first redemption. Until then you get no
            email notifications.
          </>
        ) : (
          'You need a confirmed one before your first redemption.'
        )}
      </p>
      <EmailActions user={user} hasPassword={hasPassword} />
    </section>
  );
}
