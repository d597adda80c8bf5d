/** The forms of the back office's sign-in: logging in, and becoming an operator with a setup code, in two steps. */
import { atom } from 'nanostores';
import { ApiError, request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/operators/operator.ts';
import { readStored, store } from '../../lib/session/storage.ts';
import { type FormState, submitForm, wrongBy } from '../shared/stores/form.ts';
import { operatorCaptcha } from './captcha-store.ts';
import { keepOperator } from './session-store.ts';

export const $logIn = atom<FormState>({ state: 'open' });
export const $setUp = atom<FormState>({ state: 'open' });
export const $confirm = atom<FormState>({ state: 'open' });

/** What to add to the authenticator app, after the first step. */
export interface Enrolment {
  readonly setupCode: string;
  readonly name: string;
  readonly otpauthUrl: string;
  readonly secret: string;
}
export const $enrolment = atom<Enrolment | null>(null);

/** Reopens a form after success, because it is needed again when the next session ends. */
function reopen(form: typeof $logIn): void {
  if (form.get().state === 'done') form.set({ state: 'open' });
}

export function logIn(body: { email: string; password: string; code: string }): Promise<void> {
  reopen($logIn);
  return submitForm($logIn, wrongBy(calls.operatorLogInForm, body), async () => {
    try {
      await send('normal');
    } catch (error) {
      // The server asks for a harder captcha because of many attempts on this account. Send the form again with one.
      if (!(error instanceof ApiError) || error.code !== 'more_work') throw error;
      await send('hard');
    }
  });

  async function send(effort: 'normal' | 'hard'): Promise<void> {
    $logIn.set({ state: 'checking' });
    const captcha = await operatorCaptcha(effort);
    $logIn.set({ state: 'sending' });
    const known = readStored(KNOWN_DEVICE);
    const form = { ...body, captcha, ...(known !== null && { known_device: known }) };
    const { known_device, ...session } = await request(calls.operatorLogIn, { body: form });
    if (known_device !== undefined) store(KNOWN_DEVICE, known_device);
    keepOperator(session);
  }
}

/** The key of a token that keeps wrong passwords by strangers from locking this browser out. It gives no access. */
const KNOWN_DEVICE = 'known_device';

export interface SetUpForm {
  readonly setup_code: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export function beginSetUp(body: SetUpForm): Promise<void> {
  reopen($setUp);
  return submitForm($setUp, wrongBy(calls.operatorSetUpForm, body), async () => {
    const { otpauth_url, secret } = await request(calls.beginOperatorSetUp, { body });
    $confirm.set({ state: 'open' });
    $enrolment.set({ setupCode: body.setup_code, name: body.name, otpauthUrl: otpauth_url, secret });
  });
}

/** The last step. It also drops the secret. */
export function confirmSetUp(code: string): Promise<void> {
  const enrolment = $enrolment.get();
  if (!enrolment) return Promise.resolve();
  const body = { setup_code: enrolment.setupCode, code };
  return submitForm($confirm, wrongBy(calls.operatorConfirmForm, body), async () => {
    const session = await request(calls.confirmOperatorSetUp, { body });
    $enrolment.set(null);
    keepOperator(session);
  });
}

/** Returns to the first step, for example because the name was wrong. */
export function beginAgain(): void {
  $enrolment.set(null);
  $setUp.set({ state: 'open' });
}
