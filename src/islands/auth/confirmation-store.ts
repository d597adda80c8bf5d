/** Confirming the account's email address: the page that the mail's link opens. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/auth/confirmation.ts';
import { routes } from '../../lib/routing/routes.ts';
import { $user, patchUser } from '../../lib/session/session.ts';
import { type FormState, submitForm } from '../shared/stores/form.ts';
import { asAnyone, type MailedLink, takeLink } from './mailed-link-store.ts';

export const $confirmationLink = atom<MailedLink>({ state: 'unread' });

export function takeConfirmationLink(): void {
  const link = takeLink($confirmationLink, routes.confirmEmail.pattern);
  if (!link) return;
  $confirmation.set({ state: 'open' });
  $refusal.set({ state: 'open' });
  $linkedAccount.set(undefined);
  $linkedReward.set(null);
  void lookAt(link.token);
}

/** The account that the link is about. Undefined until the host answers. Null if it can't say; the page works without it. */
export const $linkedAccount = atom<calls.ConfirmationLook | null | undefined>(undefined);

/** Where the player goes on once the address is confirmed. */
export const $linkedReward = atom<calls.LinkedReward>(null);

async function lookAt(token: string): Promise<void> {
  // After a failure, the page shows what is wrong with the link when the button is pressed.
  const look = await asAnyone(() => request(calls.lookAtConfirmation, { body: { token } })).catch(() => null);
  const link = $confirmationLink.get();
  if (link.state !== 'given' || link.token !== token) return;
  $linkedAccount.set(look);
  // It may have been confirmed while this was loading.
  if (look?.reward) $linkedReward.set(look.reward);
}

/** The state of the page's button. Opening the page doesn't confirm anything, because mail programs open links by themselves. */
export const $confirmation = atom<FormState>({ state: 'open' });

/**
 * Confirms with the link's token, and with the password if the account isn't signed in here. Never rejects: see `$confirmation`.
 */
export async function submitConfirmation(password?: string): Promise<void> {
  const link = $confirmationLink.get();
  if (link.state !== 'given') return;
  await submitForm($confirmation, {}, async () => {
    const { email, reward } = await asAnyone(() =>
      request(calls.confirmEmail, { body: { token: link.token, password } }),
    );
    $linkedReward.set(reward);
    if ($user.get()?.email === email) patchUser({ email_confirmed: true });
  });
}

/** The state of "This wasn't me", which closes the link's account. */
export const $refusal = atom<FormState>({ state: 'open' });

/** Never rejects: see `$refusal`. */
export async function submitRefusal(): Promise<void> {
  const link = $confirmationLink.get();
  if (link.state !== 'given') return;
  await submitForm($refusal, {}, () =>
    asAnyone(() => request(calls.refuseAccount, { body: { token: link.token } })),
  );
}
