import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ConfirmationLook } from '../../lib/contract/auth/confirmation.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { $user } from '../../lib/session/session.ts';
import { SendLink } from '../shared/SendLink.tsx';
import {
  $confirmation,
  $confirmationLink,
  $linkedAccount,
  $refusal,
  type ConfirmationLink,
  sendConfirmation,
  takeConfirmationLink,
} from '../shared/stores/confirmation.ts';
import type { FormState } from '../shared/stores/form.ts';
import { ConfirmAccount } from './ConfirmAccount.tsx';
import { Instead } from './Instead.tsx';
import { NoLink } from './NoLink.tsx';
import './login.css';

const TITLE = 'confirm-title';

/** The page that the mail's link opens. Shows the account, with a button to confirm it and one to reject it. */
export function ConfirmEmailIsland() {
  const link = useStore($confirmationLink, { ssr: 'initial' });
  const form = useStore($confirmation, { ssr: 'initial' });
  const refusal = useStore($refusal, { ssr: 'initial' });
  const look = useStore($linkedAccount, { ssr: 'initial' });
  const user = useStore($user, { ssr: 'initial' });
  useEffect(takeConfirmationLink, []);
  return (
    <section className="sign-in" aria-labelledby={TITLE}>
      <div className="sign-in-body">
        {contentOf({ link, form, refusal, look, signedIn: user !== null, goal: user?.myreward ?? null })}
      </div>
    </section>
  );
}

interface Page {
  readonly link: ConfirmationLink;
  readonly form: FormState;
  readonly refusal: FormState;
  readonly look: ConfirmationLook | null;
  readonly signedIn: boolean;
  /** The reward that the player has set as a goal. */
  readonly goal: number | null;
}

const wayOn = (goal: number | null) => (goal === null ? routes.userRewards.pattern : hrefs.userReward(goal));

function contentOf({ link, form, refusal, look, signedIn, goal }: Page) {
  if (form.state === 'done' || look?.state === 'confirmed')
    return (
      <Instead id={TITLE} title="Your email is confirmed">
        <p>You’re all set to redeem rewards. We logged out your other devices.</p>
        <div className="actions">
          <a className="button" href={signedIn ? wayOn(goal) : routes.login.pattern}>
            {!signedIn ? 'Log in' : goal === null ? 'See the rewards' : 'Back to your reward'}
          </a>
        </div>
      </Instead>
    );
  const refused =
    form.state === 'refused'
      ? form.fields.token
      : refusal.state === 'refused'
        ? refusal.fields.token
        : undefined;
  if (link.state === 'none' || refused !== undefined)
    return (
      <NoLink
        id={TITLE}
        refused={refused}
        missing="To confirm your address, open the link in our email. If you reloaded this page, open it again from there."
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
  if (refusal.state === 'done')
    return (
      <Instead id={TITLE} title="The account is closed">
        <p>Thanks for telling us. Nobody can use that account now.</p>
      </Instead>
    );
  return (
    <ConfirmAccount id={TITLE} email={link.state === 'given' ? link.email : ''} form={form} look={look} />
  );
}
