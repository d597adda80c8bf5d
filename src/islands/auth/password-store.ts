/** Forgotten passwords: /forgotpassword asks for a mail, the mail's link leads to a form for a new one (spec sections 2 and 4). */
import { atom } from 'nanostores';
import { ApiError, request } from '../../lib/client/client.ts';
import {
  closeResetAccount,
  forgotPasswordForm,
  listResetAccounts,
  newPasswordForm,
  type ResetAccount,
  requestPasswordReset,
} from '../../lib/contract/sign-in.ts';
import { extensions } from '../../lib/host.ts';
import { matchRoute, routes } from '../../lib/routing/routes.ts';
import { type FormState, submitForm, wrongBy } from '../shared/stores/form.ts';
import { asApiError } from '../shared/stores/load.ts';
import { submitWithCaptcha } from './captcha-form-store.ts';
import { isCodeAsked } from './code-step-store.ts';
import { type NewPasswordForm, resetPassword } from './session-store.ts';

/** Mails take a moment: so long after one was asked for, in milliseconds, another may be. */
const WAIT_MS = 60_000;

/** The form that asks for a mail. It never comes to `done`: see `$asked`. */
export const $forgot = atom<FormState>({ state: 'open' });

export interface Asked {
  readonly email: string;
  /** From when on another mail may be asked for, in milliseconds since 1970. */
  readonly againAt: number;
}
/** What was asked for. It doesn't reveal whether there is such an account: the browser doesn't know. */
export const $asked = atom<Asked | null>(null);

/** Asks for a mail, the first or another. Never rejects: see `$forgot`. */
export async function askForLink(email: string): Promise<void> {
  await submitWithCaptcha(
    $forgot,
    wrongBy(forgotPasswordForm, { email }),
    (captcha) => request(requestPasswordReset, { body: { email, captcha } }),
    // Asked for once more, there is no field for the address.
    $asked.get() === null ? ['email'] : [],
  );
  if ($forgot.get().state !== 'done') return;
  $forgot.set({ state: 'open' });
  $asked.set({ email: email.trim(), againAt: Date.now() + WAIT_MS });
}

/** Back to the form, for another address. */
export function askAnew(): void {
  if ($forgot.get().state === 'refused') $forgot.set({ state: 'open' });
  $asked.set(null);
}

export type ResetLink =
  /** The address was not read yet: the page as it is pre-rendered. */
  | { readonly state: 'unread' }
  /** The address holds no token. */
  | { readonly state: 'none' }
  | { readonly state: 'given'; readonly token: string; readonly email: string };

export const $resetLink = atom<ResetLink>({ state: 'unread' });

/**
 * Takes token and email address out of the address bar, so that they are neither in the history nor in an address copied from
 * there. They are kept by the page alone: after a reload the mail's link has to be opened again.
 */
export function takeResetLink(): void {
  const token = matchRoute(routes.findPassword.pattern, location.pathname)?.token;
  if (token === undefined) {
    if ($resetLink.get().state === 'unread') $resetLink.set({ state: 'none' });
    return;
  }
  const email = new URLSearchParams(location.search).get('email') ?? '';
  history.replaceState(history.state, '', routes.findPassword.pattern.replace('/{token?}', ''));
  $newPassword.set({ state: 'open' });
  $resetAsksCode.set(false);
  $resetAccounts.set([]);
  $resetLink.set({ state: 'given', token, email });
  if (extensions) void findAccounts(token, email);
}

/** The accounts of the link's address; empty until the host answers, and where it doesn't say. One needs no choice. */
export const $resetAccounts = atom<readonly ResetAccount[]>([]);

async function findAccounts(token: string, email: string): Promise<void> {
  try {
    const { accounts } = await request(listResetAccounts, { body: { token, email } });
    const link = $resetLink.get();
    if (link.state === 'given' && link.token === token) $resetAccounts.set(accounts);
  } catch {
    // The link is for one account all the same; what is wrong with it is shown once the form is sent.
  }
}

/** Closes an account that isn't the mail reader's; answers in words what went wrong, or null. */
export async function closeAccount(account: number): Promise<string | null> {
  const link = $resetLink.get();
  if (link.state !== 'given') return null;
  try {
    const { token, email } = link;
    const { accounts } = await request(closeResetAccount, { body: { token, email, account } });
    $resetAccounts.set(accounts);
    return null;
  } catch (error) {
    return asApiError(error).message;
  }
}

/** The form for the new password. */
export const $newPassword = atom<FormState>({ state: 'open' });

/** Whether the account asks for a code as well. */
export const $resetAsksCode = atom(false);

/** Sends the form with the link's token, and signs in. Never rejects: see `$newPassword` and `$resetAsksCode`. */
export async function submitNewPassword(form: Omit<NewPasswordForm, 'token'>): Promise<void> {
  const link = $resetLink.get();
  if (link.state !== 'given') return;
  const given = { ...form, token: link.token };
  const drawn = ['token', 'email', 'password', 'password_confirmation', 'account', 'code'];
  await submitForm($newPassword, wrongBy(newPasswordForm, given), () => reset(given), drawn);
  if (isCodeAsked($newPassword, form.code)) $resetAsksCode.set(true);
}

async function reset(given: NewPasswordForm): Promise<void> {
  try {
    await resetPassword(given);
  } catch (error) {
    // An old session was still stored here and was refused. It is cleared away now, and the link wasn't used.
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error;
    await resetPassword(given);
  }
}
