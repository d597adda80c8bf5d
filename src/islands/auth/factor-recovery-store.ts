/** Recovery for someone who has lost app and recovery codes: having a link mailed, and the pages that mailed links open. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/lost-factor.ts';
import { matchRoute, routes } from '../../lib/routing/routes.ts';
import { type FormState, submitForm } from '../shared/stores/form.ts';
import { submitWithCaptcha } from './captcha-form-store.ts';
import { $resetLink } from './password-store.ts';

/** The one button beside the field for a code. */
export const $lostReport = atom<FormState>({ state: 'open' });

export function openLostReport(): void {
  $lostReport.set({ state: 'open' });
}

/** By the log-in's own fields. Never rejects: see `$lostReport`. */
export function reportLost(given: { readonly email: string; readonly password: string }): Promise<void> {
  return submitWithCaptcha(
    $lostReport,
    {},
    (captcha) => request(calls.reportLostFactor, { body: { ...given, captcha } }),
    [],
  );
}

/** By the mailed link for a new password that this page was opened by. Never rejects: see `$lostReport`. */
export async function reportLostByLink(email: string): Promise<void> {
  const link = $resetLink.get();
  if (link.state !== 'given') return;
  await submitForm($lostReport, {}, () =>
    request(calls.reportLostByLink, { body: { email, token: link.token } }),
  );
}

/** What a mailed link is for: to begin the wait, or to stop it. */
export type LostAct = 'begin' | 'stop';
const pages = { begin: routes.lostFactor.pattern, stop: routes.keepFactor.pattern } as const;

export type LostLink =
  /** The address was not read yet: the page as it is pre-rendered. */
  | { readonly state: 'unread' }
  | { readonly state: 'none' }
  | { readonly state: 'given'; readonly token: string };
export const $lostLink = atom<LostLink>({ state: 'unread' });

/** Takes the token out of the address bar, so that it is neither in the history nor in a copied address. */
export function takeLostLink(act: LostAct): void {
  const token = matchRoute(pages[act], location.pathname)?.token;
  if (token === undefined) {
    if ($lostLink.get().state === 'unread') $lostLink.set({ state: 'none' });
    return;
  }
  history.replaceState(history.state, '', pages[act].replace('/{token?}', ''));
  $lostForm.set({ state: 'open' });
  $lostLink.set({ state: 'given', token });
}

/** The one button of those pages. A visit alone does nothing: mail programs visit links by themselves. */
export const $lostForm = atom<FormState>({ state: 'open' });
/** From when on the account is entered without a code, once the wait was begun here. */
export const $lostDue = atom<string | null>(null);

/** Does what the link is for. Never rejects: see `$lostForm`. */
export async function submitLostLink(act: LostAct): Promise<void> {
  const link = $lostLink.get();
  if (link.state !== 'given') return;
  const { token } = link;
  await submitForm($lostForm, {}, async () => {
    if (act === 'stop') await request(calls.stopLostFactor, { body: { token } });
    else $lostDue.set((await request(calls.beginLostFactor, { body: { token } })).due_at);
  });
}
