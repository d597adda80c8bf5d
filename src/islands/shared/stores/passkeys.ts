/** The browser's passkey dialogs. Loaded on demand, because few users need them. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { ApiError } from '../../../lib/client/client.ts';
import type {
  NewPasskey,
  PasskeyUse,
  StartedCreation,
  StartedUse,
} from '../../../lib/contract/auth/passkeys.ts';

/** Creates a passkey. Rejects with an ApiError that has a message for the user. */
export async function createdPasskey(options: StartedCreation['options']): Promise<NewPasskey> {
  const optionsJSON: PublicKeyCredentialCreationOptionsJSON = options;
  const { id, rawId, type, response } = await asked(startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject } };
}

/** Uses a passkey. Rejects like `createdPasskey`. */
export async function usedPasskey(options: StartedUse['options']): Promise<PasskeyUse> {
  const { id, rawId, type, response } = await asked(startAuthentication({ optionsJSON: options }));
  return { id, rawId, type, response };
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new ApiError('passkey', wordsFor(error));
  }
}

function wordsFor(error: unknown): string {
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device already has a passkey for your account.';
  if (code === 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT')
    return 'This device can’t check that it’s you. Set up a screen lock or a PIN for it first.';
  // Cancelling, a timeout and a missing passkey can't be told apart.
  if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError'))
    return 'We didn’t get a passkey from your device. You can try again.';
  return 'Passkeys don’t work in this browser. Try another way.';
}
