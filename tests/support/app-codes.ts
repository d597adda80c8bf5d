/** An authenticator app in the tests: what it makes of the secret that is shown. */
import { stepAt, totpAt } from '../../server/features/auth/totp.ts';

/** What an app shows at a moment; `off`: so many steps of half a minute later. */
export const codeOf = (secret: Uint8Array, at: Date, off = 0) => totpAt(secret, stepAt(at) + off);

/**
 * A code that is wrong at a moment, though of the same app: one that it shows later, and the first of these that isn't by chance what is
 * taken at that moment, which is also the code before and the one after.
 */
export function wrongCodeOf(secret: Uint8Array, at: Date): string {
  const taken = [-1, 0, 1].map((off) => codeOf(secret, at, off));
  for (let off = 2; ; off++) {
    const code = codeOf(secret, at, off);
    if (!taken.includes(code)) return code;
  }
}

/** What an app makes of the secret that is shown. */
export function secretOf(shown: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...shown.replaceAll(' ', '')].map((one) => letters.indexOf(one).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
