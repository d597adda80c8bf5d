/** How a session begins (spec section 4); session.ts keeps it. */
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import * as calls from '../../lib/contract/sign-in.ts';
import { extensions } from '../../lib/host.ts';
import { fetchCountries } from '../../lib/session/countries.ts';
import { sendDevice } from '../../lib/session/device.ts';
import { forgetLoggedOut } from '../../lib/session/logged-out.ts';
import { keepSession, saveBirthDate } from '../../lib/session/session.ts';
import { readStored, store } from '../../lib/session/storage.ts';

/** By it wrong passwords of strangers don't keep this browser out; it outlives the session, and opens nothing by itself. */
const KNOWN_DEVICE = 'known_device';

/** How every sign-in ends (spec section 4): stored, header set, countries fetched and stored. */
export async function enter({ success }: Answer<typeof calls.loginUser>): Promise<void> {
  const { token, user, known_device } = success;
  if (known_device !== null) store(KNOWN_DEVICE, known_device);
  keepSession(token, user);
  forgetLoggedOut();
  // Waited for, since the page is left after: what is under way then is cut off. Neither ever fails.
  await Promise.all([fetchCountries(), extensions && sendDevice()]);
}

export interface LoginForm {
  email: string;
  password: string;
  captcha: string;
  /** Where the account asks for one. */
  code?: string;
}

/** Rejects with an ApiError: `fields` says which field; `code`, unless one was given: the account asks for one as well. */
export async function login(form: LoginForm): Promise<void> {
  await enter(await request(calls.loginUser, { body: { ...form, ...knownDevice() } }));
}

/** What this browser keeps of its last log-in, as far as it has had one. */
export function knownDevice(): { known_device?: string } {
  const known = readStored(KNOWN_DEVICE);
  return known === null ? {} : { known_device: known };
}

/** Joins; the birth date ("2001-05-31"), where it was asked for, is saved right after, by a call of its own. Rejects as `login` does. */
export async function register(
  form: Omit<LoginForm, 'code'> & { birthDate: string | null; reflink: string },
): Promise<void> {
  const { birthDate, ...body } = form;
  await enter(await request(calls.registerUser, { body }));
  if (birthDate !== null) await saveBirthDate(birthDate);
}

export interface NewPasswordForm {
  token: string;
  email: string;
  password: string;
  password_confirmation: string;
  /** One of several accounts of the address. */
  account?: number;
  code?: string;
}

/** Chooses a new password by a mailed link's token and is signed in. Rejects as `login` does; `fields.token`: the link can't be used. */
export async function resetPassword(form: NewPasswordForm): Promise<void> {
  // Only tries at a code count apart for a known browser.
  const body = { ...form, ...(form.code !== undefined && knownDevice()) };
  await enter(await request(calls.resetPassword, { body }));
}

const providerLogins = {
  google: calls.loginGoogle,
  apple: calls.loginApple,
  discord: calls.loginDiscord,
};

/**
 * Signs in by the token from an auth provider. Rejects with an ApiError: provider_unavailable, invalid with `token`, or with `code`:
 * then the same token holds once more, with one.
 */
export async function loginBy(provider: calls.AuthProvider, token: string, code?: string): Promise<void> {
  const body = { token, ...(code !== undefined && { code, ...knownDevice() }) };
  if (provider !== 'steam') return enter(await request(providerLogins[provider], { body }));
  // The specification's body is the token alone.
  await enter(await request(calls.loginSteam, { body: code === undefined ? token : body }));
}
