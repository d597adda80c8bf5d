/** A form whose call takes a captcha. Apart from form.ts, since of the forms few need it. */
import type { WritableAtom } from 'nanostores';
import { captchaValue, renewCaptcha } from './captcha.ts';
import { type FormState, submitForm, type Wrong } from './form.ts';

/** As `submitForm`; `send` gets the captcha's value, once it is worked out. `drawn`: beside the captcha. */
export function submitWithCaptcha(
  $form: WritableAtom<FormState>,
  wrong: Wrong,
  send: (captcha: string) => Promise<void>,
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
        await send(captcha);
      } catch (error) {
        renewCaptcha();
        throw error;
      }
    },
    [...drawn, 'captcha'],
  );
}
