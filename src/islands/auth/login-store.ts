/** The form of /login: checked here, then the captcha, then the call (spec sections 4 and 5). */
import { atom } from 'nanostores';
import { MIN_AGE } from '../../lib/contract/limits.ts';
import { logInForm, signUpForm } from '../../lib/contract/sign-in.ts';
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
  /** As far as it is asked for: see `$codeFor`. */
  readonly code?: string;
}
export interface SignUpForm {
  readonly mode: 'sign-up';
  readonly email: string;
  readonly password: string;
  /** Null where the host can't keep it. */
  readonly birthDate: BirthDateParts | null;
  /** Who invited, as the link says it. */
  readonly reflink: string | null;
}

export const $login = atom<FormState>({ state: 'open' });

/** The address whose account asks for a code, once its password was right; null: none does, as far as is known. */
export const $codeFor = atom<string | null>(null);

/** What is typed as an address: for another than the one that was asked for a code, none is. */
export function noteAddress(email: string): void {
  if ($codeFor.get() !== null && $codeFor.get() !== email) $codeFor.set(null);
}

/** Back to an untouched form, unless it is under way. */
export function resetSignIn(): void {
  const { state } = $login.get();
  if (state === 'refused') $login.set({ state: 'open' });
}

/** Sends the form. A second call while one is under way does nothing. Never rejects: see `$login` and `$codeFor`. */
export async function submitSignIn(form: LogInForm | SignUpForm): Promise<void> {
  await submitWithCaptcha(
    $login,
    wrongFields(form, new Date()),
    async (captcha) => {
      try {
        await send(form, captcha);
      } catch (error) {
        // Joined, and only the birth date could not be saved: they are in, and a reward that needs the date asks for it.
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

/** What can be checked before anything is sent, the age above all. */
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
