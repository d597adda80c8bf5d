/** Adds or corrects the account's email address, as long as none is confirmed. */
import { request } from '../../../lib/client/client.ts';
import type { User } from '../../../lib/contract/account/account.ts';
import { changeEmail, type EmailForm, emailForm } from '../../../lib/contract/auth/confirmation.ts';
import { patchUser } from '../../../lib/session/session.ts';
import { type Wrong, wrongBy } from './form.ts';
import { asApiError } from './load.ts';

/**
 * Saves the address, which also mails a link that leads back to this reward. Returns the errors by field, with any other
 * at `email`, or undefined on success.
 */
export async function trySaveEmail(
  form: EmailForm,
  onSaved?: (user: User) => void,
  reward?: number,
): Promise<Wrong | undefined> {
  const wrong = wrongBy(emailForm, form);
  if (Object.keys(wrong).length > 0) return wrong;
  try {
    const { user } = await request(changeEmail, { body: { ...form, reward } });
    patchUser(user);
    onSaved?.(user);
    return undefined;
  } catch (error) {
    const { message, fields } = asApiError(error);
    return Object.keys(fields).length > 0 ? fields : { email: message };
  }
}
