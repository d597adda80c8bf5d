/**
 * Signing in and up with a passkey: the API sends a challenge, the browser signs it with the passkey, and the API checks the
 * result.
 */
import { request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/auth/passkey-sign-in.ts';
import { createdPasskey, usedPasskey } from '../shared/stores/passkeys.ts';

/** Signs in and returns the session. Rejects with an ApiError, also if the browser has no passkey. */
export async function loginByPasskey(known: { known_device?: string }) {
  const { attempt, options } = await request(calls.startPasskeyLogin, {});
  const passkey = await usedPasskey(options);
  return request(calls.loginPasskey, { body: { attempt, passkey, ...known } });
}

/** Signs up and returns the session. Rejects like `loginByPasskey`. */
export async function joinByPasskey(captcha: string, reflink: string | null) {
  const { attempt, options } = await request(calls.startPasskeySignUp, { body: { captcha } });
  const passkey = await createdPasskey(options);
  return request(calls.registerPasskey, { body: { attempt, passkey, reflink: reflink ?? '' } });
}
