import { useRef, useState } from 'react';
import type { User } from '../../lib/contract/account/account.ts';
import { CurrentPassword } from '../shared/CurrentPassword.tsx';
import { EmailForm } from '../shared/EmailForm.tsx';
import type { Given } from '../shared/Form.tsx';
import { SendLink } from '../shared/SendLink.tsx';
import { sendConfirmation } from '../shared/stores/confirmation.ts';
import { trySaveEmail } from '../shared/stores/email-form.ts';
import { useFocusHandover } from '../shared/use-focus-handover.ts';
import { changeAccountSettings } from './store.ts';

const keep = (user: User) => changeAccountSettings((settings) => ({ ...settings, user }));

/** Says that the address isn't confirmed yet, or that there is none, and lets the player fix it. */
export function EmailNotice({ user, hasPassword }: { readonly user: User; readonly hasPassword: boolean }) {
  const [mending, setMending] = useState(!user.email);
  const element = useRef<HTMLElement>(null);
  const opener = useFocusHandover<HTMLButtonElement>(() => element.current?.querySelector('input'));
  const save = ({ text }: Given) =>
    trySaveEmail({ email: text('email'), ...(hasPassword && { password: text('password') }) }, keep);

  return (
    <section ref={element} className="notice email-notice" aria-labelledby="email-notice">
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
      {user.email && <SendLink onSend={sendConfirmation} />}
      {mending ? (
        <EmailForm
          email={user.email}
          onSave={save}
          more={(wrong) =>
            hasPassword && (
              <CurrentPassword
                hint="You’ll log in with the new address from then on."
                error={wrong?.password}
              />
            )
          }
        />
      ) : (
        <button ref={opener} type="button" className="quiet-link" onClick={() => setMending(true)}>
          Wrong address? Change it
        </button>
      )}
    </section>
  );
}
