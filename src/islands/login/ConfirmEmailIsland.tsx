import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { routes } from '../../lib/routes.ts';
import {
  $confirmation,
  $confirmationLink,
  type ConfirmationLink,
  sendConfirmation,
  submitConfirmation,
  takeConfirmationLink,
} from '../../lib/stores/confirmation.ts';
import type { FormState } from '../../lib/stores/form.ts';
import { $user } from '../../lib/stores/session.ts';
import { SendLink } from '../ui/SendLink.tsx';
import { Instead } from './Instead.tsx';
import { NoLink } from './NoLink.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import './login.css';

const TITLE = 'confirm-title';

/** The page that the mail's link opens: one button, and the address is confirmed. */
export function ConfirmEmailIsland() {
  const link = useStore($confirmationLink, { ssr: 'initial' });
  const form = useStore($confirmation, { ssr: 'initial' });
  const user = useStore($user, { ssr: 'initial' });
  useEffect(takeConfirmationLink, []);
  return (
    <section className="sign-in" aria-labelledby={TITLE}>
      <div className="sign-in-body">{contentOf(link, form, user !== null)}</div>
    </section>
  );
}

function contentOf(link: ConfirmationLink, form: FormState, signedIn: boolean) {
  if (form.state === 'done')
    return (
      <Instead id={TITLE} title="Your address is confirmed">
        <p>Nothing more to do: you can redeem as soon as you have the points.</p>
        <div className="actions">
          <a className="button" href={signedIn ? routes.userRewards.pattern : routes.login.pattern}>
            {signedIn ? 'See the rewards' : 'Log in'}
          </a>
        </div>
      </Instead>
    );
  const refused = form.state === 'refused' ? form.fields.token : undefined;
  if (link.state === 'none' || refused !== undefined)
    return (
      <NoLink
        id={TITLE}
        refused={refused}
        missing="Your address is confirmed by the link that we mailed you: please open it there, once more if you reloaded this page."
      >
        {signedIn ? (
          <SendLink onSend={sendConfirmation} />
        ) : (
          <div className="actions">
            <a className="button" href={routes.login.pattern}>
              Log in
            </a>
          </div>
        )}
      </NoLink>
    );
  const email = link.state === 'given' ? link.email : '';
  return (
    <>
      <h1 id={TITLE}>Confirm your e-mail address</h1>
      <p>
        {email === '' ? 'The address that this link was mailed to' : <b>{email}</b>} will be confirmed for the
        account that it was given for. You need that before you redeem for the first time.
      </p>
      <form
        className="form"
        method="dialog"
        aria-labelledby={TITLE}
        onSubmit={(event) => {
          event.preventDefault();
          void submitConfirmation();
        }}
      >
        <SubmitButton form={form} words={{ open: 'Confirm', sending: 'Confirming' }} />
      </form>
      <p className="small-print">
        You never made an account here? Then leave this page: without the button nothing happens.
      </p>
    </>
  );
}
