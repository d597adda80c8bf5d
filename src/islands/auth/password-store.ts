/** Password resets: /forgotpassword requests a mail, and its link opens a form for a new password (spec sections 2 and 4). */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/auth/sign-in.ts';
import { extensions } from '../../lib/host.ts';
import { routes } from '../../lib/routing/routes.ts';
import { type FormState, submitForm, wrongBy } from '../shared/stores/form.ts';
import { asApiError } from '../shared/stores/load.ts';
import { submitWithCaptcha } from './captcha-form-store.ts';
import { isCodeAsked } from './code-step-store.ts';
import { asAnyone, type MailedLink, takeLink } from './mailed-link-store.ts';
import { type NewPasswordForm, resetPassword } from './session-store.ts';

/** How long to wait before another mail can be requested, in milliseconds, because mails take a while. */
const WAIT_MS = 60_000;

/** The form that requests a mail. It never becomes `done`: see `$asked`. */
export const $forgot = atom<FormState>({ state: 'open' });

export interface Asked {
  readonly email: string;
  /** When another mail can be requested, in milliseconds since 1970. */
  readonly againAt: number;
}
/** The request that was made. It doesn't show whether an account exists; the browser doesn't know. */
export const $asked = atom<Asked | null>(null);

/** Requests a mail, or another one. Never rejects: see `$forgot`. */
export async function askForLink(email: string): Promise<void> {
  await submitWithCaptcha(
    $forgot,
    wrongBy(calls.forgotPasswordForm, { email }),
    (captcha) => request(calls.requestPasswordReset, { body: { email, captcha } }),
    // When requesting again, there is no field for the address.
    $asked.get() === null ? ['email'] : [],
  );
  if ($forgot.get().state !== 'done') return;
  $forgot.set({ state: 'open' });
  $asked.set({ email: email.trim(), againAt: Date.now() + WAIT_MS });
}

/** Returns to the form, to enter another address. */
export function askAnew(): void {
  if ($forgot.get().state === 'refused') $forgot.set({ state: 'open' });
  $asked.set(null);
}

export const $resetLink = atom<MailedLink>({ state: 'unread' });

export function takeResetLink(): void {
  const link = takeLink($resetLink, routes.findPassword.pattern);
  if (!link) return;
  $newPassword.set({ state: 'open' });
  $resetAsksCode.set(false);
  $resetAccounts.set([]);
  if (extensions) void findAccounts(link.token, link.email);
}

/**
 * The accounts with the link's address. Empty until the host answers, or if it can't say. With one account there is no choice.
 */
export const $resetAccounts = atom<readonly calls.ResetAccount[]>([]);

async function findAccounts(token: string, email: string): Promise<void> {
  try {
    const { accounts } = await request(calls.listResetAccounts, { body: { token, email } });
    const link = $resetLink.get();
    if (link.state === 'given' && link.token === token) $resetAccounts.set(accounts);
  } catch {
    // The link still works for its own account. If it is invalid, sending the form shows that.
  }
}

/** Closes an account that isn't the reader's. Returns an error message, or null on success. */
export async function closeAccount(account: number): Promise<string | null> {
  const link = $resetLink.get();
  if (link.state !== 'given') return null;
  try {
    const { token, email } = link;
    const { accounts } = await request(calls.closeResetAccount, { body: { token, email, account } });
    $resetAccounts.set(accounts);
    return null;
  } catch (error) {
    return asApiError(error).message;
  }
}

export const $newPassword = atom<FormState>({ state: 'open' });

/** Whether the account also needs a code. */
export const $resetAsksCode = atom(false);

/** Sends the form with the link's token, and signs the user in. Never rejects: see `$newPassword` and `$resetAsksCode`. */
export async function submitNewPassword(form: Omit<NewPasswordForm, 'token'>): Promise<void> {
  const link = $resetLink.get();
  if (link.state !== 'given') return;
  const given = { ...form, token: link.token };
  const drawn = ['token', 'email', 'password', 'password_confirmation', 'account', 'code'];
  await submitForm(
    $newPassword,
    wrongBy(calls.newPasswordForm, given),
    () => asAnyone(() => resetPassword(given)),
    drawn,
  );
  if (isCodeAsked($newPassword, form.code)) $resetAsksCode.set(true);
}
