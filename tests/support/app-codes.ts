/** An authenticator app in tests: its codes for the shown secret. */
import { stepAt, totpAt } from '../../server/features/auth/totp.ts';

/** The code that an app shows at a time; `off`: this many half-minute steps later. */
export const codeOf = (secret: Uint8Array, at: Date, off = 0) => totpAt(secret, stepAt(at) + off);

/**
 * A code of the same app that is wrong at this time: the first later one that isn't by chance equal to an accepted one, which are
 * the current code, the one before and the one after.
 */
export function wrongCodeOf(secret: Uint8Array, at: Date): string {
  const taken = [-1, 0, 1].map((off) => codeOf(secret, at, off));
  for (let off = 2; ; off++) {
    const code = codeOf(secret, at, off);
    if (!taken.includes(code)) return code;
  }
}

/** The app's codes for the shown secret. */
export function secretOf(shown: string): Buffer {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...shown.replaceAll(' ', '')].map((one) => letters.indexOf(one).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
