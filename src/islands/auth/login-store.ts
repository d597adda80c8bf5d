/** The form of /login: validated here, then the captcha, then the call (spec sections 4 and 5). */
import { atom } from 'nanostores';
import { logInForm, signUpForm } from '../../lib/contract/auth/sign-in.ts';
import { MIN_AGE } from '../../lib/contract/limits.ts';
import { ageAt, type BirthDateParts, readBirthDate } from '../../lib/format/birth-date.ts';
import { $session } from '../../lib/session/session.ts';
import { type FormState, type Wrong, wrongBy } from '../shared/stores/form.ts';
import { submitWithCaptcha } from './captcha-form-store.ts';
import { isCodeAsked } from './code-step-store.ts';
import { login, register } from './session-store.ts';

export interface LogInForm {
  readonly mode: 'log-in';
  readonly email: string;
  readonly password: string;
  /** Only if required: see `$codeFor`. */
  readonly code?: string;
}
export interface SignUpForm {
  readonly mode: 'sign-up';
  readonly email: string;
  readonly password: string;
  /** Null if the host can't store it. */
  readonly birthDate: BirthDateParts | null;
  /** The inviter, from the link. */
  readonly reflink: string | null;
}

export const $login = atom<FormState>({ state: 'open' });

/** The address whose account needs a code, after its password was accepted. Null: none so far. */
export const $codeFor = atom<string | null>(null);

/** Called when the address changes. Another address doesn't need the code. */
export function noteAddress(email: string): void {
  if ($codeFor.get() !== null && $codeFor.get() !== email) $codeFor.set(null);
}

/** Clears errors, unless the form is being sent. */
export function resetSignIn(): void {
  const { state } = $login.get();
  if (state === 'refused') $login.set({ state: 'open' });
}

/** Sends the form. Does nothing while it is being sent. Never rejects: see `$login` and `$codeFor`. */
export async function submitSignIn(form: LogInForm | SignUpForm): Promise<void> {
  await submitWithCaptcha(
    $login,
    wrongFields(form, new Date()),
    async (captcha) => {
      try {
        await send(form, captcha);
      } catch (error) {
        // The account was created, but saving the birth date failed. That is fine: a reward that needs the date asks for it.
        if ($session.get().state !== 'signed-in') throw error;
      }
    },
    form.mode === 'log-in' ? ['email', 'password', 'code'] : ['email', 'password', 'birth_date'],
  );
  if (form.mode === 'log-in' && isCodeAsked($login, form.code)) $codeFor.set(form.email);
}

async function send(form: LogInForm | SignUpForm, captcha: string): Promise<void> {
  const { email, password } = form;
  if (form.mode === 'log-in')
    return login({ email, password, captcha, ...(form.code !== undefined && { code: form.code }) });
  const read = form.birthDate && readBirthDate(form.birthDate, new Date());
  if (read && 'error' in read) throw new Error('a form that was not checked');
  await register({ email, password, captcha, birthDate: read?.date ?? null, reflink: form.reflink ?? '' });
}

/** Returns what can be found wrong before sending, above all the age. */
function wrongFields(form: LogInForm | SignUpForm, now: Date): Wrong {
  const wrong = wrongBy(form.mode === 'log-in' ? logInForm : signUpForm, form);
  if (form.mode === 'sign-up' && form.birthDate) {
    const read = readBirthDate(form.birthDate, now);
    if ('error' in read) wrong.birth_date = read.error;
    else if (ageAt(read.date, now) < MIN_AGE)
      wrong.birth_date = `You can join once you’re ${MIN_AGE}. We didn’t save anything.`;
  }
  return wrong;
}
