/** The ways into a session (spec section 4); session.ts keeps it. */
import { atom } from 'nanostores';
import { getCountries } from '../api/account.ts';
import * as api from '../api/sign-in.ts';
import type { Country } from '../contract/account.ts';
import { $session, saveBirthDate } from './session.ts';
import { store } from './storage.ts';

/** Empty until somebody signs in. */
export const $countries = atom<readonly Country[]>([]);

/** How every way in ends (spec section 4): stored, header set, countries fetched and stored. */
async function enter({ token, user }: api.SignedIn): Promise<void> {
  store('user_id', String(user.id));
  store('user', JSON.stringify(user));
  // Last, since its arrival is what other tabs look at: by then the rest must be there.
  store('token', token);
  $session.set({ state: 'signed-in', token, userId: user.id, user });
  try {
    const countries = await getCountries();
    store('countries', JSON.stringify(countries));
    $countries.set(countries);
  } catch {
    // Signing in doesn't fail for want of a list; whoever needs it fetches it again.
  }
}

export interface LoginForm {
  email: string;
  password: string;
  captcha: string;
}

/** Rejects with an ApiError: `fields` says which field. */
export async function login(form: LoginForm): Promise<void> {
  await enter(await api.login(form));
}

/** Joins; the birth date ("2001-05-31") is saved right after, by a call of its own. Rejects as `login` does. */
export async function register(form: LoginForm & { birthDate: string; reflink?: string }): Promise<void> {
  const { birthDate, ...body } = form;
  await enter(await api.register(body));
  await saveBirthDate(birthDate);
}

export interface NewPasswordForm {
  token: string;
  email: string;
  password: string;
  password_confirmation: string;
}

/** Chooses a new password by a mailed link's token and is signed in. Rejects as `login` does; `fields.token`: the link can't be used. */
export async function resetPassword(form: NewPasswordForm): Promise<void> {
  await enter(await api.resetPassword(form));
}
