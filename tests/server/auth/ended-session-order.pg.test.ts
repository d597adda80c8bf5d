/**
 * What a session does while it is ended, such as by a new password.
 * @module-tag postgres
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Transaction } from '../../../server/db/database.ts';
import { passkeys, secondFactors, tokens, users } from '../../../server/db/schema.ts';
import { revokeAllTokens } from '../../../server/platform/tokens.ts';
import { changeEmail } from '../../../src/lib/contract/auth/confirmation.ts';
import { addPasskey, removePasskey, startPasskey } from '../../../src/lib/contract/auth/passkeys.ts';
import { confirmApp, setUpApp } from '../../../src/lib/contract/auth/second-factor.ts';
import { registerUser } from '../../../src/lib/contract/auth/sign-in.ts';
import { changePassword, deleteAccount } from '../../../src/lib/contract/settings/settings.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { codeOf, secretOf } from '../../support/app-codes.ts';
import { join, joinConfirmed, PASSWORD } from '../../support/app-players.ts';
import { endOf } from '../../support/ends.ts';
import { waitingIn } from '../../support/locks.ts';
import { softwareAuthenticator } from '../../support/software-authenticator.ts';

/** Prepares an act with a thief's session, and returns what finishes it. */
type Act = (api: TestApi, player: Player) => Promise<() => Promise<unknown>>;

const passkey: Act = async () => {
  const started = await request(startPasskey, { body: { password: PASSWORD } });
  const { passkey } = softwareAuthenticator('http://site.test').create(started);
  return () => request(addPasskey, { body: { attempt: started.attempt, passkey } });
};
const withoutPasskey: Act = async (api, player) => {
  await (await passkey(api, player))();
  return () => request(removePasskey, { params: { id: 1 }, body: { password: PASSWORD } });
};
const app: Act = async (api) => {
  const { secret } = await request(setUpApp, { body: { password: PASSWORD } });
  return () => request(confirmApp, { body: { code: codeOf(secretOf(secret), api.now) } });
};
const deletion: Act = async () => () =>
  request(deleteAccount, { body: { proof: PASSWORD, writings: 'keep' } });
const NEW = 'another correct horse';
const password: Act = async () => () =>
  request(changePassword, {
    body: { old_password: PASSWORD, password: NEW, password_confirmation: NEW },
  });
/** The account has no password, so a fresh session is enough. */
const address: Act = async ({ db }, { id }) => {
  await db.drizzle.update(users).set({ passwordHash: null, emailConfirmedAt: null }).where(eq(users.id, id));
  return () => request(changeEmail, { body: { email: 'thief@test.example' } });
};

/** Starts the call while `ending` holds the account, and returns how it ended. */
async function during(api: TestApi, ending: (tx: Transaction) => Promise<void>, act: () => Promise<unknown>) {
  const { end } = await api.db.drizzle.transaction(async (tx) => {
    await ending(tx);
    let isOver = false;
    const end = endOf(act()).finally(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await waitingIn(api.db)) === 1).toBe(true);
    return { end };
  });
  return end;
}

test.each([
  ['add a passkey', passkey],
  ['remove a passkey', withoutPasskey],
  ['turn on an app', app],
  ['delete the account', deletion],
  ['change the password', password],
  ['change the address', address],
])('it can’t %s any more', async (_, prepare) => {
  const api = await testApi();
  const player = await joinConfirmed(api);
  const act = await prepare(api, player);
  const isIt = eq(users.id, player.id);
  const state = async () => [
    await api.db.drizzle.select().from(users).where(isIt),
    await api.db.drizzle.$count(passkeys),
  ];
  const before = await state();
  const ended = async (tx: Transaction) => {
    await tx.select().from(users).where(isIt).for('update');
    await revokeAllTokens(tx, player.id, api.now);
  };
  expect(await during(api, ended, act)).toBe('unauthenticated');
  expect(await state()).toEqual(before);
  const [factor] = await api.db.drizzle.select().from(secondFactors);
  expect(factor?.onSince ?? null).toBeNull();
});

test('signing up again with the old password no longer opens a session', async () => {
  const api = await testApi();
  const { id, email } = await join(api);
  api.actAs(null);
  const replaced = async (tx: Transaction) => {
    await tx.update(users).set({ passwordHash: 'of the new one' }).where(eq(users.id, id));
    await tx.delete(tokens).where(eq(tokens.userId, id));
  };
  await during(api, replaced, () =>
    request(registerUser, { body: { email, password: PASSWORD, captcha: 'off' } }),
  );
  expect(await api.db.drizzle.$count(tokens, eq(tokens.userId, id))).toBe(0);
});
