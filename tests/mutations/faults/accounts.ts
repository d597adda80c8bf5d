import type { Area } from '../fault.ts';

const accounts = ['tests/server/accounts.db.test.ts'];
const password = ['tests/server/password.db.test.ts'];
const settings = ['tests/server/account-settings.db.test.ts'];

/** Signing in and up, sessions, passwords and devices. */
export const accountFaults: Area = {
  name: 'accounts',
  faults: [
    {
      id: 'sign-in-during-reset',
      file: 'server/domain/accounts.ts',
      find: 'and(eq(users.id, id), eq(users.passwordHash, hash))',
      replace: 'eq(users.id, id)',
      effect: 'A sign-in by the old password survives its reset.',
      proveWith: password,
    },
    {
      id: 'profile-private',
      file: 'server/domain/accounts.ts',
      find: 'if (row.isPrivate) return',
      replace: 'if (!row.isPrivate) return',
      effect: 'Private profiles show what the public ones hide.',
      proveWith: ['tests/server/profiles.db.test.ts', ...accounts],
    },
    {
      id: 'birth-date-changed',
      file: 'server/domain/accounts.ts',
      find: 'and(eq(users.id, userId), isNull(users.birthDate))',
      replace: 'eq(users.id, userId)',
      effect: 'A player passes any age limit by changing the birth date.',
      proveWith: accounts,
    },
    {
      id: 'token-kept-plain',
      file: 'server/domain/tokens.ts',
      find: "      hash: createHash('sha256').update(secret).digest(),\n",
      replace: '      hash: Buffer.from(secret),\n',
      effect: 'Whoever reads the database has every session.',
      proveWith: accounts,
    },
    {
      id: 'route-guest-let-in',
      file: 'server/routes/route.ts',
      find: "if (userId === null) throw new Refusal('unauthenticated');\n  c.set",
      replace: 'if (userId === null) return null;\n  c.set',
      effect: 'A browser whose session ended never learns it and shows a guest’s page.',
      proveWith: accounts,
    },
    {
      id: 'reset-sessions-kept',
      file: 'server/domain/password-reset.ts',
      find: '    await revokeAllTokens(tx, userId, now);\n',
      replace: '',
      effect: 'A thief stays signed in after the owner chose a new password.',
      proveWith: password,
    },
    {
      id: 'reset-link-twice',
      file: 'server/domain/password-reset.ts',
      find: '    isNull(passwordResets.usedAt),\n',
      replace: '',
      effect: 'A mailed link sets the password again and again.',
      proveWith: password,
    },
    {
      id: 'reset-link-expired',
      file: 'server/domain/password-reset.ts',
      find: 'gt(passwordResets.expiresAt, now)',
      replace: 'gt(passwordResets.expiresAt, passwordResets.createdAt)',
      effect: 'A link from an old mail opens the account.',
      proveWith: password,
    },
    {
      id: 'device-of-another',
      file: 'server/domain/devices.ts',
      find: '.where(and(mine(userId), eq(tokens.id, id)))',
      replace: '.where(eq(tokens.id, id))',
      effect: 'Anybody can sign a stranger’s device out.',
      proveWith: settings,
    },
    {
      id: 'limit-off-by-one',
      file: 'server/domain/rate-limit.ts',
      find: 'row.count <= max',
      replace: 'row.count < max',
      effect: 'Limits refuse one try earlier than they say.',
      proveWith: ['tests/server/captcha.db.test.ts'],
    },
    {
      id: 'password-first-only',
      file: 'server/domain/passwords.ts',
      find: "password.normalize('NFKC')",
      replace: 'password',
      effect: 'A password with accents works on one keyboard and not on another.',
      proveWith: ['tests/unit/server/passwords.test.ts', ...accounts],
    },
  ],
};
