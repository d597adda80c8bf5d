/** Signing in and up by a passkey: the API says what to sign, the browser asks for the passkey, and the API looks at what it signed. */
import { request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/passkey-sign-in.ts';
import { createdPasskey, usedPasskey } from '../shared/stores/passkeys.ts';

/** Answers the session. Rejects with an ApiError, also where the browser gave no passkey. */
export async function loginByPasskey(known: { known_device?: string }) {
  const { attempt, options } = await request(calls.startPasskeyLogin, {});
  const passkey = await usedPasskey(options);
  return request(calls.loginPasskey, { body: { attempt, passkey, ...known } });
}

/** Makes an account. Answers and rejects as `loginByPasskey` does. */
export async function joinByPasskey(captcha: string, reflink: string | null) {
  const { attempt, options } = await request(calls.startPasskeySignUp, { body: { captcha } });
  const passkey = await createdPasskey(options);
  return request(calls.registerPasskey, { body: { attempt, passkey, reflink: reflink ?? '' } });
}
