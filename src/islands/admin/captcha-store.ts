/**
 * The proof of work before an operator's sign-in. There is no widget: the browser computes it when the form is sent, which takes
 * about a second.
 */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { ApiError, request } from '../../lib/client/client.ts';
import { getOperatorCaptcha } from '../../lib/contract/operators/operator.ts';

const FAILED = 'We couldn’t run the login check in this browser. It needs an https address or localhost.';

/** Returns the value to send. Rejects with an ApiError. */
export async function operatorCaptcha(effort: 'normal' | 'hard' = 'normal'): Promise<string> {
  const { challenge } = await request(getOperatorCaptcha, effort === 'hard' ? { query: { effort } } : {});
  // The server requires none, but the field must not be empty.
  if (challenge === null) return 'off';
  // `crypto.subtle` exists only on secure origins.
  const solution = globalThis.isSecureContext ? await solveChallenge({ challenge, deriveKey }) : null;
  if (solution === null) throw new ApiError('captcha', FAILED, { fields: { captcha: FAILED } });
  return btoa(JSON.stringify({ challenge, solution }));
}
