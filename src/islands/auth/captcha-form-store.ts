/** Submission of forms whose call needs a captcha. Separate from form.ts, because few forms need it. */
import type { WritableAtom } from 'nanostores';
import { ApiError } from '../../lib/client/client.ts';
import { type FormState, submitForm, type Wrong } from '../shared/stores/form.ts';
import { captchaValue, hardenCaptcha, renewCaptcha } from './captcha-store.ts';

/**
 * Like `submitForm`, but `send` gets the captcha's value once it is solved. `drawn`: the fields on screen besides the captcha.
 */
export function submitWithCaptcha(
  $form: WritableAtom<FormState>,
  wrong: Wrong,
  send: (captcha: string) => Promise<unknown>,
  drawn: readonly string[],
): Promise<void> {
  return submitForm(
    $form,
    wrong,
    async () => {
      try {
        $form.set({ state: 'checking' });
        const captcha = await captchaValue();
        $form.set({ state: 'sending' });
        await sendHarder(send, captcha, $form);
      } catch (error) {
        renewCaptcha();
        throw error;
      }
    },
    [...drawn, 'captcha'],
  );
}

/** Sends the form again after a harder captcha, if the host asks for one because many people are guessing passwords. */
async function sendHarder(
  send: (captcha: string) => Promise<unknown>,
  captcha: string,
  $form: WritableAtom<FormState>,
): Promise<void> {
  try {
    await send(captcha);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'more_work') throw error;
    hardenCaptcha();
    $form.set({ state: 'checking' });
    const harder = await captchaValue();
    $form.set({ state: 'sending' });
    await send(harder);
  }
}
