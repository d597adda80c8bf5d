/** A form whose call takes a captcha. Apart from form.ts, since of the forms few need it. */
import type { WritableAtom } from 'nanostores';
import { ApiError } from '../../lib/client/client.ts';
import { type FormState, submitForm, type Wrong } from '../shared/stores/form.ts';
import { captchaValue, hardenCaptcha, renewCaptcha } from './captcha-store.ts';

/** As `submitForm`; `send` gets the captcha's value, once it is worked out. `drawn`: beside the captcha. */
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

/** Where many guess at an account the host asks for a longer check: it is done, and the same form sent again. */
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
