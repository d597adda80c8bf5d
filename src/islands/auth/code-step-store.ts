/** Some accounts need a second-factor code (or a recovery code) after the password. */
import type { WritableAtom } from 'nanostores';
import type { FormState } from '../shared/stores/form.ts';

/** Whether a form that was sent without a code was rejected only for that. If so, the form is open again. */
export function isCodeAsked($form: WritableAtom<FormState>, code: string | undefined): boolean {
  const form = $form.get();
  if (code !== undefined || form.state !== 'refused' || form.fields.code === undefined) return false;
  $form.set({ state: 'open' });
  return true;
}
