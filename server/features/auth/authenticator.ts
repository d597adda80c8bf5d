/**
 * The secret of an authenticator app, for operators and players: it is created, shown once, stored encrypted and used to check
 * codes.
 */
import { randomBytes } from 'node:crypto';
import type { AppSecret } from '../../../src/lib/contract/auth/credentials.ts';
import { site } from '../../../src/lib/site.ts';
import { fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { base32, otpauthUrl, stepOfCode } from './totp.ts';

const SECRET_BYTES = 20;

/** A stored secret. It is bound to its owner, so it can't be decrypted for another account. */
interface SealedSecret {
  readonly purpose: string;
  readonly sealed: string;
}

/**
 * Creates a secret, both encrypted for the database and in the form that the owner's app takes. `account` is its name in the app.
 */
export function newAppSecret(
  vault: Vault,
  purpose: string,
  account: string,
): { sealed: string; shown: AppSecret } {
  const secret = randomBytes(SECRET_BYTES);
  return {
    sealed: vault.seal(purpose, secret.toString('hex')),
    shown: {
      otpauth_url: otpauthUrl(secret, site.name, account),
      secret: (base32(secret).match(/.{1,4}/g) ?? []).join(' '),
    },
  };
}

/**
 * Returns the time step of a code; null if the code isn't current. A caller that accepts the code must store the step with a
 * condition in the update. Then a code works only once, even if two requests send it at the same moment.
 */
export function appStep(vault: Vault, { purpose, sealed }: SealedSecret, code: string, now: Date) {
  return stepOfCode(Buffer.from(vault.open(purpose, sealed), 'hex'), code, now);
}

/** The error for a first code that doesn't match the app. */
export const firstCodeRefused = () =>
  fieldError('code', 'That code isn’t right. Check your phone’s clock and enter the newest code.', {
    event: 'proof_refused',
  });
