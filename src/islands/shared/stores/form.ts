/** A form while it is sent: once at a time, errors by field. */
import type { WritableAtom } from 'nanostores';
import * as v from 'valibot';
import { asApiError } from './load.ts';

export type FormState =
  | { readonly state: 'open' }
  /** The captcha is being worked on (captcha-form.ts). */
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

/** The latest submission of each form: the result of an earlier one must not show on a newer form. */
const latest = new WeakMap<WritableAtom<FormState>, object>();

/**
 * Sends a form unless something is `wrong` in it. A second call while one is under way does nothing, nor does one after it was
 * done. Never rejects: see the form's state. `drawn` names the fields that the form shows, for calls that other hosts have as well:
 * what one of them finds wrong with another field is shown as the message, rather than nowhere.
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
