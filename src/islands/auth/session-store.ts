/** Starts sessions (spec section 4). session.ts stores them. */
import { request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/auth/sign-in.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { extensions } from '../../lib/host.ts';
import { fetchCountries } from '../../lib/session/countries.ts';
import { sendDevice } from '../../lib/session/device.ts';
import { forgetLoggedOut } from '../../lib/session/logged-out.ts';
import { keepSession, saveBirthDate } from '../../lib/session/session.ts';
import { readStored, store } from '../../lib/session/storage.ts';

/**
 * The key of a token that keeps wrong passwords by strangers from locking this browser out. It outlives the session, and gives no
 * access.
 */
const KNOWN_DEVICE = 'known_device';

/** Completes every sign-in (spec section 4): stores the session, then fetches and stores the countries. */
export async function completeSignIn({ success }: Answer<typeof calls.loginUser>): Promise<void> {
  const { token, user, known_device } = success;
  if (known_device !== null) store(KNOWN_DEVICE, known_device);
  keepSession(token, user);
  forgetLoggedOut();
  // Wait for these, because leaving the page would abort them. Neither rejects.
  await Promise.all([fetchCountries(), extensions && sendDevice(), extensions && chooseRound()]);
}

/** Loaded on demand, because most players come without a round. */
const chooseRound = () =>
  import('./guest-choice.ts').then(({ chooseGuestRound }) => chooseGuestRound()).catch(() => {});

export interface LoginForm {
  email: string;
  password: string;
  captcha: string;
  /** If the account needs one. */
  code?: string;
}

/**
 * Logs in. Rejects with an ApiError; `fields` says which field is wrong. `fields.code` without a given code: the account needs
 * one.
 */
export async function login(form: LoginForm): Promise<void> {
  await completeSignIn(await request(calls.loginUser, { body: { ...form, ...knownDevice() } }));
}

/** Returns the token of this browser's last sign-in, if there was one. */
export function knownDevice(): { known_device?: string } {
  const known = readStored(KNOWN_DEVICE);
  return known === null ? {} : { known_device: known };
}

/** Signs up. A birth date ("2001-05-31") is saved right afterwards, with a separate call. Rejects like `login`. */
export async function register(
  form: Omit<LoginForm, 'code'> & { birthDate: string | null; reflink: string },
): Promise<void> {
  const { birthDate, ...body } = form;
  await completeSignIn(await request(calls.registerUser, { body }));
  if (birthDate !== null) await saveBirthDate(birthDate);
}

export interface NewPasswordForm {
  token: string;
  email: string;
  password: string;
  password_confirmation: string;
  /** One of the address's accounts. */
  account?: number;
  code?: string;
}

/** Sets a new password with a mailed link's token, and signs in. Rejects like `login`; `fields.token`: the link isn't valid. */
export async function resetPassword(form: NewPasswordForm): Promise<void> {
  // The server counts only wrong codes separately for a known browser.
  const body = { ...form, ...(form.code !== undefined && knownDevice()) };
  await completeSignIn(await request(calls.resetPassword, { body }));
}

const providerLogins = {
  google: calls.loginGoogle,
  apple: calls.loginApple,
  discord: calls.loginDiscord,
};

/**
 * Signs in with a token from an auth provider. Rejects with an ApiError: provider_unavailable, invalid with `token` or `code`.
 * After an error with `code`, the same token works once more, with a code.
 */
export async function loginBy(provider: calls.AuthProvider, token: string, code?: string): Promise<void> {
  const body = { token, ...(code !== undefined && { code, ...knownDevice() }) };
  if (provider !== 'steam') return completeSignIn(await request(providerLogins[provider], { body }));
  // In the specification, the body is just the token.
  await completeSignIn(await request(calls.loginSteam, { body: code === undefined ? token : body }));
}
