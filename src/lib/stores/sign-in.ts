/** The form of /login while it is sent: checked here, then the captcha, then the call (spec sections 4 and 5). */
import { atom } from 'nanostores';
import * as v from 'valibot';
import { loginUser, registerUser } from '../contract/account.ts';
import { MIN_AGE } from '../contract/limits.ts';
import { ageAt, type BirthDateParts, readBirthDate } from '../format/birth-date.ts';
import { captchaValue, renewCaptcha } from './captcha.ts';
import { asApiError } from './load.ts';
import { $session, login, register } from './session.ts';

export interface LogInForm {
  readonly mode: 'log-in';
  readonly email: string;
  readonly password: string;
}
export interface SignUpForm {
  readonly mode: 'sign-up';
  readonly email: string;
  readonly password: string;
  readonly birthDate: BirthDateParts;
  /** Who invited, as the link says it. */
  readonly reflink: string | null;
}

export type SignIn =
  | { readonly state: 'open' }
  /** The captcha is being worked on. */
  | { readonly state: 'checking' }
  | { readonly state: 'sending' }
  /** `fields` by the contract's names; `message` where no field is to blame. */
  | {
      readonly state: 'refused';
      readonly message: string | null;
      readonly fields: Readonly<Record<string, string>>;
    }
  | { readonly state: 'done' };

export const $signIn = atom<SignIn>({ state: 'open' });

/** Back to an untouched form, unless it is under way. */
export function resetSignIn(): void {
  const { state } = $signIn.get();
  if (state === 'refused') $signIn.set({ state: 'open' });
}

/** Sends the form. A second call while one is under way does nothing. Never rejects: see `$signIn`. */
export async function submitSignIn(form: LogInForm | SignUpForm): Promise<void> {
  const { state } = $signIn.get();
  if (state !== 'open' && state !== 'refused') return;
  const fields = wrongFields(form, new Date());
  if (Object.keys(fields).length > 0) return $signIn.set({ state: 'refused', message: null, fields });
  try {
    $signIn.set({ state: 'checking' });
    const captcha = await captchaValue();
    $signIn.set({ state: 'sending' });
    await send(form, captcha);
    $signIn.set({ state: 'done' });
  } catch (error) {
    // Joined, and only the birth date could not be saved: they are in, and a reward that needs the date asks for it.
    if ($session.get().state === 'signed-in') return $signIn.set({ state: 'done' });
    renewCaptcha();
    const { message, fields } = asApiError(error);
    const hasFields = Object.keys(fields).length > 0;
    $signIn.set({ state: 'refused', message: hasFields ? null : message, fields });
  }
}

async function send(form: LogInForm | SignUpForm, captcha: string): Promise<void> {
  const { email, password } = form;
  if (form.mode === 'log-in') return login({ email, password, captcha });
  const read = readBirthDate(form.birthDate, new Date());
  if ('error' in read) throw new Error('a form that was not checked');
  const invited = form.reflink === null ? {} : { reflink: form.reflink };
  await register({ email, password, captcha, birthDate: read.date, ...invited });
}

const logInFields = v.omit(loginUser.body, ['captcha']);
const signUpFields = v.pick(registerUser.body, ['email', 'password']);

/** What can be told before anything is sent, the age above all. */
function wrongFields(form: LogInForm | SignUpForm, now: Date): Record<string, string> {
  const wrong: Record<string, string> = {};
  const { issues = [] } = v.safeParse(form.mode === 'log-in' ? logInFields : signUpFields, form);
  for (const issue of issues) wrong[v.getDotPath(issue) ?? ''] ??= issue.message;
  if (form.mode === 'sign-up') {
    const read = readBirthDate(form.birthDate, now);
    if ('error' in read) wrong.birth_date = read.error;
    else if (ageAt(read.date, now) < MIN_AGE)
      wrong.birth_date = `You can join once you are ${MIN_AGE}. Nothing was sent or saved.`;
  }
  return wrong;
}
