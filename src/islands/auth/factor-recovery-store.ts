/**
 * Second-factor recovery for players who have lost both the app and the recovery codes: requesting a mail, and the pages of
 * mailed links.
 */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/auth/factor-recovery.ts';
import { routes } from '../../lib/routing/routes.ts';
import { type FormState, submitForm } from '../shared/stores/form.ts';
import { submitWithCaptcha } from './captcha-form-store.ts';
import { type MailedLink, takeLink } from './mailed-link-store.ts';
import { $resetLink } from './password-store.ts';

/** The state of the button next to the code field. */
export const $lostReport = atom<FormState>({ state: 'open' });

export function openLostReport(): void {
  $lostReport.set({ state: 'open' });
}

/** Reports with the sign-in's email and password. Never rejects: see `$lostReport`. */
export function reportLost(given: { readonly email: string; readonly password: string }): Promise<void> {
  return submitWithCaptcha(
    $lostReport,
    {},
    (captcha) => request(calls.requestFactorRecovery, { body: { ...given, captcha } }),
    [],
  );
}

/** Reports with the password reset link that opened this page. Never rejects: see `$lostReport`. */
export async function reportLostByLink(email: string): Promise<void> {
  const link = $resetLink.get();
  if (link.state !== 'given') return;
  await submitForm($lostReport, {}, () =>
    request(calls.requestFactorRecoveryByLink, { body: { email, token: link.token } }),
  );
}

/** The purpose of a mailed link: start the wait, or stop it. */
export type LostAct = 'begin' | 'stop';
const pages = { begin: routes.lostFactor.pattern, stop: routes.keepFactor.pattern } as const;

export const $lostLink = atom<MailedLink>({ state: 'unread' });

export function takeLostLink(act: LostAct): void {
  if (takeLink($lostLink, pages[act])) $lostForm.set({ state: 'open' });
}

/** The state of the page's button. Opening the page doesn't do anything, because mail programs open links by themselves. */
export const $lostForm = atom<FormState>({ state: 'open' });
/** When the wait ends and no code is needed any more, if it was started here. */
export const $lostDue = atom<string | null>(null);

/** Carries out what the link is for. Never rejects: see `$lostForm`. */
export async function submitLostLink(act: LostAct): Promise<void> {
  const link = $lostLink.get();
  if (link.state !== 'given') return;
  const { token } = link;
  await submitForm($lostForm, {}, async () => {
    if (act === 'stop') await request(calls.stopFactorRecovery, { body: { token } });
    else $lostDue.set((await request(calls.beginFactorRecovery, { body: { token } })).due_at);
  });
}
