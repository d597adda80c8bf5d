import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { User } from '../../lib/contract/account/account.ts';
import type { ConfirmationLook, LinkedReward } from '../../lib/contract/auth/confirmation.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { $user } from '../../lib/session/session.ts';
import { SendLink } from '../shared/SendLink.tsx';
import { sendConfirmation } from '../shared/stores/confirmation.ts';
import type { FormState } from '../shared/stores/form.ts';
import { ConfirmAccount } from './ConfirmAccount.tsx';
import {
  $confirmation,
  $confirmationLink,
  $linkedAccount,
  $linkedReward,
  $refusal,
  takeConfirmationLink,
} from './confirmation-store.ts';
import { Instead } from './Instead.tsx';
import type { MailedLink } from './mailed-link-store.ts';
import { NoLink } from './NoLink.tsx';
import './login.css';

const TITLE = 'confirm-title';

/** The page that the mail's link opens. Shows the account, with a button to confirm it and one to reject it. */
export function ConfirmEmailIsland() {
  const link = useStore($confirmationLink, { ssr: 'initial' });
  const form = useStore($confirmation, { ssr: 'initial' });
  const refusal = useStore($refusal, { ssr: 'initial' });
  const look = useStore($linkedAccount, { ssr: 'initial' });
  const reward = useStore($linkedReward, { ssr: 'initial' });
  const user = useStore($user, { ssr: 'initial' });
  useEffect(takeConfirmationLink, []);
  return (
    <section className="sign-in" aria-labelledby={TITLE}>
      <div className={link.state === 'none' ? 'sign-in-body' : 'sign-in-body account-size'}>
        {contentOf({ link, form, refusal, look, reward, user })}
      </div>
    </section>
  );
}

interface Page {
  readonly link: MailedLink;
  readonly form: FormState;
  readonly refusal: FormState;
  readonly look: ConfirmationLook | null | undefined;
  readonly reward: LinkedReward;
  readonly user: User | null;
}

/** Leads back to the reward, by way of the login if nobody is signed in here: mail programs often open another browser. */
function WayOn({ reward, signedIn }: Pick<Page, 'reward'> & { readonly signedIn: boolean }) {
  const target = reward ? hrefs.userReward(reward.id, reward.name) : routes.userRewards.pattern;
  const words = reward ? `Back to ${reward.name}` : signedIn ? 'See the rewards' : 'Log in';
  return (
    <div className="actions">
      <a className="button" href={signedIn ? target : hrefs.logIn(reward ? target : undefined)}>
        {words}
      </a>
    </div>
  );
}

function contentOf({ link, form, refusal, look, reward, user }: Page) {
  const signedIn = user !== null;
  const isNews = form.state === 'done' || look?.state === 'confirmed';
  // Reloaded, or opened again from the history.
  if (isNews || (link.state === 'none' && user?.email_confirmed))
    return (
      <Instead id={TITLE} title="Your email is confirmed">
        <p>You’re all set to redeem rewards.{isNews && ' We logged out your other devices.'}</p>
        {!signedIn && reward !== null && <p>Log in again in this browser to continue.</p>}
        <WayOn reward={reward} signedIn={signedIn} />
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
  if (link.state === 'unread' || look === undefined)
    return (
      <>
        <h1 id={TITLE}>Confirm your email address</h1>
        <div className="skeleton" role="status" aria-label="Loading the account" />
      </>
    );
  return <ConfirmAccount id={TITLE} email={link.email} form={form} look={look} />;
}
