/** Confirming the account's email address: the page that the mail's link opens. */
import { atom } from 'nanostores';
import { ApiError, request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/auth/confirmation.ts';
import { matchRoute, routes } from '../../lib/routing/routes.ts';
import { $user, patchUser } from '../../lib/session/session.ts';
import { type FormState, submitForm } from '../shared/stores/form.ts';

export type ConfirmationLink =
  /** The address hasn't been read yet; this is the state of the pre-rendered page. */
  | { readonly state: 'unread' }
  | { readonly state: 'none' }
  | { readonly state: 'given'; readonly token: string; readonly email: string };

export const $confirmationLink = atom<ConfirmationLink>({ state: 'unread' });

/** Moves token and email address from the address bar to the store, so that they aren't in the history or in a copied address. */
export function takeConfirmationLink(): void {
  const token = matchRoute(routes.confirmEmail.pattern, location.pathname)?.token;
  if (token === undefined) {
    if ($confirmationLink.get().state === 'unread') $confirmationLink.set({ state: 'none' });
    return;
  }
  const email = new URLSearchParams(location.search).get('email') ?? '';
  history.replaceState(history.state, '', routes.confirmEmail.pattern.replace('/{token?}', ''));
  $confirmation.set({ state: 'open' });
  $refusal.set({ state: 'open' });
  $linkedAccount.set(undefined);
  $linkedReward.set(null);
  $confirmationLink.set({ state: 'given', token, email });
  void lookAt(token);
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

async function asAnyone<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // An expired session was still stored. It has been cleared now, and the link wasn't used, so try again.
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error;
    return call();
  }
}
