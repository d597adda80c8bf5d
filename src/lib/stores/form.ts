/** A form while it is sent: once at a time, what is wrong told by field, the captcha worked for where the call asks for one. */
import type { WritableAtom } from 'nanostores';
import * as v from 'valibot';
import { captchaValue, renewCaptcha } from './captcha.ts';
import { asApiError } from './load.ts';

export type FormState =
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

export type Wrong = Record<string, string>;

/** What a schema finds wrong: the first text for each field. */
export function wrongBy(schema: v.GenericSchema, given: unknown): Wrong {
  const wrong: Wrong = {};
  for (const issue of v.safeParse(schema, given).issues ?? [])
    wrong[v.getDotPath(issue) ?? ''] ??= issue.message;
  return wrong;
}

/**
 * Sends a form unless something is `wrong` in it. A second call while one is under way does nothing, nor does one after it was
 * done. Never rejects: see the form's state.
 */
export async function submitForm(
  $form: WritableAtom<FormState>,
  wrong: Wrong,
  send: () => Promise<void>,
): Promise<void> {
  const { state } = $form.get();
  if (state !== 'open' && state !== 'refused') return;
  if (Object.keys(wrong).length > 0) return $form.set({ state: 'refused', message: null, fields: wrong });
  try {
    $form.set({ state: 'sending' });
    await send();
    $form.set({ state: 'done' });
  } catch (error) {
    const { message, fields } = asApiError(error);
    const hasFields = Object.keys(fields).length > 0;
    $form.set({ state: 'refused', message: hasFields ? null : message, fields });
  }
}

/** The same for a call that takes a captcha: `send` gets its value. */
export function submitWithCaptcha(
  $form: WritableAtom<FormState>,
  wrong: Wrong,
  send: (captcha: string) => Promise<void>,
): Promise<void> {
  return submitForm($form, wrong, async () => {
    try {
      $form.set({ state: 'checking' });
      const captcha = await captchaValue();
      $form.set({ state: 'sending' });
      await send(captcha);
    } catch (error) {
      renewCaptcha();
      throw error;
    }
  });
}
