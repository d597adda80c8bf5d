/** Confirming the account's email address: having a link mailed, and the page that the link opens. */
import { atom } from 'nanostores';
import { ApiError, request } from '../../../lib/client/client.ts';
import {
  type ConfirmationLook,
  confirmEmail,
  lookAtConfirmation,
  refuseAccount,
  requestConfirmation,
} from '../../../lib/contract/confirmation.ts';
import { matchRoute, routes } from '../../../lib/routing/routes.ts';
import { $user, patchUser } from '../../../lib/session/session.ts';
import { type FormState, submitForm } from './form.ts';
import { asApiError } from './load.ts';

/** Has a link mailed, and answers in words what came of it. */
export async function sendConfirmation(): Promise<string> {
  try {
    const { sent } = await request(requestConfirmation, {});
    if (sent)
      return `Sent to ${$user.get()?.email ?? 'your address'}. Nothing there? Check your spam folder.`;
    patchUser({ email_confirmed: true });
    return 'Your email is already confirmed.';
  } catch (error) {
    return asApiError(error).message;
  }
}

export type ConfirmationLink =
  /** The address was not read yet: the page as it is pre-rendered. */
  | { readonly state: 'unread' }
  | { readonly state: 'none' }
  | { readonly state: 'given'; readonly token: string; readonly email: string };

export const $confirmationLink = atom<ConfirmationLink>({ state: 'unread' });

/** Takes token and email address out of the address bar, so that they are neither in the history nor in a copied address. */
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
  $linkedAccount.set(null);
  $confirmationLink.set({ state: 'given', token, email });
  void lookAt(token);
}

/** The account that the link is about; null until the host answers, and where it doesn't say: then the page does without. */
export const $linkedAccount = atom<ConfirmationLook | null>(null);

async function lookAt(token: string): Promise<void> {
  try {
    const look = await asAnyone(() => request(lookAtConfirmation, { body: { token } }));
    const link = $confirmationLink.get();
    if (link.state === 'given' && link.token === token) $linkedAccount.set(look);
  } catch {
    // What is wrong with the link is shown once its button is pressed.
  }
}

/** The one button of that page. A visit alone confirms nothing: mail programs visit links by themselves. */
export const $confirmation = atom<FormState>({ state: 'open' });

/** Confirms by the link's token, and by the password where the account isn't this browser's. Never rejects: see `$confirmation`. */
export async function submitConfirmation(password?: string): Promise<void> {
  const link = $confirmationLink.get();
  if (link.state !== 'given') return;
  await submitForm($confirmation, {}, async () => {
    const email = await asAnyone(
      async () => (await request(confirmEmail, { body: { token: link.token, password } })).email,
    );
    if ($user.get()?.email === email) patchUser({ email_confirmed: true });
  });
}

/** "This wasn't me": closes the link's account. */
export const $refusal = atom<FormState>({ state: 'open' });

/** Never rejects: see `$refusal`. */
export async function submitRefusal(): Promise<void> {
  const link = $confirmationLink.get();
  if (link.state !== 'given') return;
  await submitForm($refusal, {}, () =>
    asAnyone(() => request(refuseAccount, { body: { token: link.token } })),
  );
}

async function asAnyone<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // An old session was still stored here and was refused. It is cleared away now, and the link wasn't used.
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error;
    return call();
  }
}
