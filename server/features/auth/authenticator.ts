/** The secret of an authenticator app, an operator's or a player's: made, shown once, kept sealed, and asked whether a code is its. */
import { randomBytes } from 'node:crypto';
import type { AppSecret } from '../../../src/lib/contract/credentials.ts';
import { site } from '../../../src/lib/site.ts';
import { fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { base32, otpauthUrl, stepOfCode } from './totp.ts';

const SECRET_BYTES = 20;

/** As it is kept: bound to whose it is, so that somebody else's row opens nothing with it. */
interface SealedSecret {
  readonly purpose: string;
  readonly sealed: string;
}

/** A new secret: sealed to be kept, and as its owner's app takes it. `account`: how the app names it. */
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
 * The step of time whose code this is; null: not a current code. The caller that accepts it stores the step under a condition in the update, so
 * that a code works once, also where two send it at the same moment.
 */
export function appStep(vault: Vault, { purpose, sealed }: SealedSecret, code: string, now: Date) {
  return stepOfCode(Buffer.from(vault.open(purpose, sealed), 'hex'), code, now);
}

/** A first code that isn't the app's. */
export const firstCodeRefused = () =>
  fieldError('code', 'That code isn’t right. Check your phone’s clock and enter the newest code.', {
    event: 'proof_refused',
  });
