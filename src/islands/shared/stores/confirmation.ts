/** Requesting the mail that confirms the account's email address. */
import { request } from '../../../lib/client/client.ts';
import { requestConfirmation } from '../../../lib/contract/auth/confirmation.ts';
import { $user, patchUser } from '../../../lib/session/session.ts';
import { asApiError } from './load.ts';

/** Requests a confirmation mail whose link leads back to this reward. Returns a message about the result. */
export async function sendConfirmation(reward?: number): Promise<string> {
  try {
    const { sent } = await request(requestConfirmation, { body: { reward } });
    if (sent)
      return `Sent to ${$user.get()?.email ?? 'your address'}. Nothing there? Check your spam folder.`;
    patchUser({ email_confirmed: true });
    return 'Your email is already confirmed.';
  } catch (error) {
    const { message, fields } = asApiError(error);
    return fields.email ?? message;
  }
}
