import type { Area } from '../fault.ts';

const totp = ['tests/unit/server/auth/totp.test.ts'];
const entry = ['tests/server/auth/second-factor-entry.db.test.ts'];
const lost = ['tests/server/auth/factor-recovery.db.test.ts'];

/** Codes of an app, recovery codes, and recovery for someone who lost both. */
export const secondFactor: Area = {
  name: 'second-factor',
  faults: [
    {
      id: 'totp-window',
      file: 'server/features/auth/totp.ts',
      find: 'step <= present + WINDOW',
      replace: 'step < present + WINDOW',
      effect: 'A phone whose clock is a little ahead can’t sign in.',
      proveWith: totp,
    },
    {
      id: 'totp-padding',
      file: 'server/features/auth/totp.ts',
      find: "padStart(digits, '0')",
      replace: "padEnd(digits, '0')",
      effect: 'One code in ten is refused.',
      proveWith: totp,
    },
    {
      id: 'code-works-twice',
      file: 'server/features/auth/second-factor.ts',
      find: 'lt(secondFactors.totpStep, step)',
      replace: 'isNotNull(secondFactors.totpStep)',
      effect: 'A code that somebody looked at over a shoulder works once more.',
      proveWith: entry,
    },
    {
      id: 'code-not-asked',
      file: 'server/features/auth/second-factor.ts',
      find: "if ((taken === 'asked' && !isLost) || taken === 'wrong')",
      replace: "if (taken === 'wrong')",
      effect: 'Leaving the code out gets past the second factor.',
      proveWith: entry,
    },
    {
      id: 'code-tries-uncounted',
      file: 'server/features/auth/second-factor.ts',
      find: '  await countTry(db, parts, { userId, from, now });\n',
      replace: '',
      effect: 'Codes can be guessed without a limit.',
      proveWith: entry,
    },
    {
      id: 'recovery-code-twice',
      file: 'server/features/auth/recovery-codes.ts',
      find: 'return spent.length > 0;',
      replace: 'return spent.length >= 0;',
      effect: 'A recovery code that was used lets in again.',
      proveWith: entry,
    },
    {
      id: 'lost-orders-go-out',
      file: 'server/features/auth/factor-recovery.ts',
      find: '    if (begun.length === 0) throw refused;\n    await setReview(tx, userId);\n',
      replace: '    if (begun.length === 0) throw refused;\n',
      effect: 'A thief who reported the loss redeems the points meanwhile.',
      proveWith: lost,
    },
    {
      id: 'vault-purpose',
      file: 'server/platform/encryption.ts',
      find: 'decipher.setAAD(Buffer.from(purpose)).setAuthTag',
      replace: 'decipher.setAuthTag',
      effect: 'Nothing that is sealed can be opened any more.',
      proveWith: ['tests/unit/server/platform/encryption.test.ts'],
    },
    {
      id: 'vault-new-key-digests',
      file: 'server/platform/encryption.ts',
      find: "hkdfSync('sha256', oldest,",
      replace: "hkdfSync('sha256', newest,",
      effect: 'After a change of keys a code that was sold is taken in again.',
      proveWith: ['tests/unit/server/platform/encryption.test.ts'],
    },
    {
      id: 'passkey-of-an-ended-session',
      file: 'server/features/auth/passkey-settings.ts',
      find: 'await holdSession(tx, given);\n    await rejectMore',
      replace: 'await rejectMore',
      effect: 'A thief’s passkey stays after the owner has chosen a new password.',
      proveWith: ['tests/server/auth/ended-session-order.pg.test.ts'],
    },
  ],
};
