/**
 * What a session does while its owner chooses a new password, which ends it.
 * @module-tag postgres
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { passkeys, secondFactors, users } from '../../../server/db/schema.ts';
import { revokeAllTokens } from '../../../server/platform/tokens.ts';
import { addPasskey, startPasskey } from '../../../src/lib/contract/auth/passkeys.ts';
import { confirmApp, setUpApp } from '../../../src/lib/contract/auth/second-factor.ts';
import { deleteAccount } from '../../../src/lib/contract/settings/settings.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { codeOf, secretOf } from '../../support/app-codes.ts';
import { joinConfirmed, PASSWORD } from '../../support/app-players.ts';
import { endOf } from '../../support/ends.ts';
import { waitingIn } from '../../support/locks.ts';
import { softwareAuthenticator } from '../../support/software-authenticator.ts';

/** Prepares an act with a thief's session, and returns what finishes it. */
type Act = (api: TestApi) => Promise<() => Promise<unknown>>;

const passkey: Act = async () => {
  const started = await request(startPasskey, { body: { password: PASSWORD } });
  const { passkey } = softwareAuthenticator('http://site.test').create(started);
  return () => request(addPasskey, { body: { attempt: started.attempt, passkey } });
};
const app: Act = async (api) => {
  const { secret } = await request(setUpApp, { body: { password: PASSWORD } });
  return () => request(confirmApp, { body: { code: codeOf(secretOf(secret), api.now) } });
};
const deletion: Act = async () => () =>
  request(deleteAccount, { body: { proof: PASSWORD, writings: 'keep' } });

test.each([
  ['add a passkey', passkey],
  ['turn on an app', app],
  ['delete the account', deletion],
])('it can’t %s any more', async (_, prepare) => {
  const api = await testApi();
  const { id: userId } = await joinConfirmed(api);
  const act = await prepare(api);
  const { end } = await api.db.drizzle.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash: 'of the new one' }).where(eq(users.id, userId));
    await revokeAllTokens(tx, userId, api.now);
    let isOver = false;
    const end = endOf(act()).finally(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await waitingIn(api.db)) === 1).toBe(true);
    return { end };
  });
  expect(await end).toBe('unauthenticated');
  const [user] = await api.db.drizzle.select().from(users).where(eq(users.id, userId));
  expect(user?.deletionDueAt).toBeNull();
  expect(await api.db.drizzle.$count(passkeys)).toBe(0);
  const [factor] = await api.db.drizzle.select().from(secondFactors);
  expect(factor?.onSince ?? null).toBeNull();
});
