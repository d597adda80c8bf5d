/** Form submission: one at a time, with errors by field. */
import type { WritableAtom } from 'nanostores';
import * as v from 'valibot';
import { asApiError } from './load.ts';

export type FormState =
  | { readonly state: 'open' }
  /** Waiting for the captcha (captcha-form.ts). */
  | { readonly state: 'checking' }
  | { readonly state: 'sending' }
  /** `fields` uses the contract's names. `message` is for errors that aren't about a field. */
  | {
      readonly state: 'refused';
      readonly message: string | null;
      readonly fields: Readonly<Record<string, string>>;
    }
  | { readonly state: 'done' };

/** Why an act failed: a message, and errors by field for a form. */
export interface Refused {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Returns the form's rejection. Undefined in any other state. */
export const refusedOf = (form: FormState) => (form.state === 'refused' ? form : undefined);

export type Wrong = Record<string, string>;

/** Validates a value. Returns the first message for each invalid field. */
export function wrongBy(schema: v.GenericSchema, given: unknown): Wrong {
  const wrong: Wrong = {};
  for (const issue of v.safeParse(schema, given).issues ?? [])
    wrong[v.getDotPath(issue) ?? ''] ??= issue.message;
  return wrong;
}

/** The latest submission of each form. The result of an earlier one must not appear on a newer form. */
const latest = new WeakMap<WritableAtom<FormState>, object>();

/**
 * Sends a form unless something is `wrong`. Does nothing while a submission is in progress or after it has succeeded. Never
 * rejects: see the form's state. `drawn` names the fields on screen, for calls that other hosts have too: an error about any
 * other field is shown as the message.
 */
export async function submitForm(
  $form: WritableAtom<FormState>,
  wrong: Wrong,
  send: () => Promise<unknown>,
  drawn?: readonly string[],
): Promise<void> {
  const { state } = $form.get();
  if (state !== 'open' && state !== 'refused') return;
  if (Object.keys(wrong).length > 0) return $form.set({ state: 'refused', message: null, fields: wrong });
  const mine = {};
  latest.set($form, mine);
  const end = (form: FormState) => {
    const { state } = $form.get();
    if (latest.get($form) === mine && (state === 'sending' || state === 'checking')) $form.set(form);
  };
  try {
    $form.set({ state: 'sending' });
    await send();
    end({ state: 'done' });
  } catch (error) {
    const { message, fields } = asApiError(error);
    const refused = Object.keys(fields);
    const elsewhere = refused.find((field) => drawn && !drawn.includes(field));
    const unseen = refused.length === 0 ? message : elsewhere && fields[elsewhere];
    end({ state: 'refused', message: unseen ?? null, fields });
  }
}
