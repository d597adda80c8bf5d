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

export interface Props {
  readonly user: User;
  readonly hasPassword: boolean;
}

/** Requests another mail, or changes or adds the address. */
export function EmailActions({ user, hasPassword }: Props) {
  const [mending, setMending] = useState(!user.email);
  const form = useRef<HTMLDivElement>(null);
  const opener = useFocusHandover<HTMLButtonElement>(() => form.current?.querySelector('input'));
  const save = ({ text }: Given) =>
    trySaveEmail({ email: text('email'), ...(hasPassword && { password: text('password') }) }, keep);
  return (
    <>
      {user.email && <SendLink onSend={sendConfirmation} />}
      {mending ? (
        <div ref={form}>
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
        </div>
      ) : (
        <button ref={opener} type="button" className="quiet-link" onClick={() => setMending(true)}>
          Wrong address? Change it
        </button>
      )}
    </>
  );
}
