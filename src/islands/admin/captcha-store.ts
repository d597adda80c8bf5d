/**
 * The work that a browser does before an operator's log-in counts as a try. Without a widget: it is done when the form is sent, takes
 * about a second, and asks nothing of anybody.
 */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { ApiError, request } from '../../lib/client/client.ts';
import { getOperatorCaptcha } from '../../lib/contract/operator.ts';

const FAILED =
  'We couldn’t run the login check in this browser. It needs an https address or this machine’s own.';

/** The value to send. Rejects with an ApiError. */
export async function operatorCaptcha(effort: 'normal' | 'hard' = 'normal'): Promise<string> {
  const { challenge } = await request(getOperatorCaptcha, effort === 'hard' ? { query: { effort } } : {});
  // What a server that asks for none gets: it must not be empty.
  if (challenge === null) return 'off';
  // Missing where the page's address isn't a safe one.
  const solution = globalThis.isSecureContext ? await solveChallenge({ challenge, deriveKey }) : null;
  if (solution === null) throw new ApiError('captcha', FAILED, { fields: { captcha: FAILED } });
  return btoa(JSON.stringify({ challenge, solution }));
}
