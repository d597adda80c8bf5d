/** The step that some accounts have between a right password and a session: a code of an app, or a recovery code. */
import type { WritableAtom } from 'nanostores';
import type { FormState } from '../shared/stores/form.ts';

/** Whether a form that was sent without a code lacked nothing else. Then it is open again, to be sent with one. */
export function isCodeAsked($form: WritableAtom<FormState>, code: string | undefined): boolean {
  const form = $form.get();
  if (code !== undefined || form.state !== 'refused' || form.fields.code === undefined) return false;
  $form.set({ state: 'open' });
  return true;
}
