import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import type { User } from '../../lib/contract/account/account.ts';
import { MAX_EMAIL } from '../../lib/contract/limits.ts';
import { CurrentPassword } from '../shared/CurrentPassword.tsx';
import { Field } from '../shared/Field.tsx';
import { Form, type Given } from '../shared/Form.tsx';
import { SendLink } from '../shared/SendLink.tsx';
import { sendConfirmation } from '../shared/stores/confirmation.ts';
import { refusedOf } from '../shared/stores/form.ts';
import { useFocusHandover } from '../shared/use-focus-handover.ts';
import { Saving } from './Saving.tsx';
import { $emailForm, saveEmail } from './store.ts';

/** Says that the address isn't confirmed yet. Lets the player request another mail or correct the address. */
export function EmailNotice({ user, hasPassword }: { readonly user: User; readonly hasPassword: boolean }) {
  const form = useStore($emailForm, { ssr: 'initial' });
  const [mending, setMending] = useState(!user.email);
  const refused = refusedOf(form);
  const element = useRef<HTMLFormElement>(null);
  const opener = useFocusHandover<HTMLButtonElement>(() => element.current?.querySelector('input'));

  const submit = ({ text }: Given) =>
    saveEmail({ email: text('email'), ...(hasPassword && { password: text('password') }) });

  return (
    <section className="notice email-notice" aria-labelledby="email-notice">
      <h2 id="email-notice">Confirm your email address</h2>
      <p>
        {user.email ? (
          <>
            We sent a link to <b>{user.email}</b>. Open it before your first redemption. Until then you get no
            email notifications.
          </>
        ) : (
          'Your account has no email address. Add one before your first redemption.'
        )}
      </p>
      {user.email && <SendLink onSend={sendConfirmation} />}
      {mending ? (
        <Form ref={element} wrong={refused} className="form" onSubmit={submit}>
          <Field
            label="Email address"
            hint="We’ll email you a link. You can’t change the address once it’s confirmed."
            error={refused?.fields.email}
          >
            {(control) => (
              <input
                {...control}
                type="email"
                name="email"
                autoComplete="email"
                spellCheck={false}
                maxLength={MAX_EMAIL}
                defaultValue={user.email ?? ''}
              />
            )}
          </Field>
          {hasPassword && (
            <CurrentPassword
              hint="You’ll log in with the new address from then on."
              error={refused?.fields.password}
            />
          )}
          <Saving form={form} words="Save and send link" done="Saved. Check your inbox for the link." />
        </Form>
      ) : (
        <button ref={opener} type="button" className="quiet-link" onClick={() => setMending(true)}>
          Wrong address? Change it
        </button>
      )}
    </section>
  );
}
