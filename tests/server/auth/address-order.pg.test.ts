/**
 * An address that its account changes while the reader of its mail closes the account.
 * @module-tag postgres
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { refuseAccount } from '../../../src/lib/contract/auth/confirmation.ts';
import { closeResetAccount, requestPasswordReset } from '../../../src/lib/contract/auth/sign-in.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { join, mailed } from '../../support/app-players.ts';
import { endOf } from '../../support/ends.ts';
import { untilWaiting } from '../../support/locks.ts';

const email = 'typo@test.example';
const linkOf = async (api: TestApi) =>
  /\/(?:confirm-email|find)\/([\w-]{43})/.exec((await mailed(api)).at(-1)?.text ?? '')?.[1] ?? '';

test.each([
  [
    'a link to confirm',
    async (api: TestApi) => {
      const token = await linkOf(api);
      return () => request(refuseAccount, { body: { token } });
    },
  ],
  [
    'a link for a new password',
    async (api: TestApi, account: number) => {
      await mailed(api);
      await request(requestPasswordReset, { body: { email, captcha: 'off' } });
      const token = await linkOf(api);
      return () => request(closeResetAccount, { body: { token, email, account } });
    },
  ],
])('%s no longer closes it', async (_, prepare) => {
  const api = await testApi();
  const { id } = await join(api, email);
  const close = await prepare(api, id);
  const isIt = eq(users.id, id);
  const { end } = await api.db.drizzle.transaction(async (tx) => {
    await tx.update(users).set({ email: 'right@test.example' }).where(isIt);
    const end = endOf(close());
    await untilWaiting(api.db, 1);
    return { end };
  });
  expect(await end).not.toBe('done');
  const [user] = await api.db.drizzle.select().from(users).where(isIt);
  expect(user).toMatchObject({ email: 'right@test.example', deletionDueAt: null });
});
