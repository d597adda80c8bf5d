/**
 * A stranger signs up with another person's address and waits there: the mail's reader neither confirms nor opens the stranger's
 * account.
 */
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { identities, passkeys, users } from '../../../server/db/schema.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import {
  changeEmail,
  confirmEmail,
  lookAtConfirmation,
  refuseAccount,
  requestConfirmation,
} from '../../../src/lib/contract/auth/confirmation.ts';
import { requestFactorRecoveryByLink } from '../../../src/lib/contract/auth/factor-recovery.ts';
import {
  closeResetAccount,
  listResetAccounts,
  loginUser,
  registerUser,
  requestPasswordReset,
  resetPassword,
} from '../../../src/lib/contract/auth/sign-in.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { joinConfirmed } from '../../support/app-players.ts';
import { endOf } from '../../support/ends.ts';
import { give } from '../../support/points.ts';
import { pass } from '../../support/time.ts';

const email = 'victim@test.example';
const captcha = 'off';
const [STRANGERS, OWN, NEW] = ['a password of theirs', 'a password of mine', 'another one of mine'];
const linkIn = (api: TestApi) =>
  /\/(?:confirm-email|find)\/([\w-]{43})/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? '';
const refusedAt = (field: string) => ({ status: 422, fields: { [field]: expect.any(String) } });

async function join(api: TestApi, password: string): Promise<Player> {
  const { token, user } = (await request(registerUser, { body: { email, password, captcha } })).success;
  await api.background.idle();
  return { id: user.id, email, token };
}
async function resetLink(api: TestApi): Promise<string> {
  await request(requestPasswordReset, { body: { email, captcha } });
  await api.background.idle();
  return linkIn(api);
}
const newPassword = async (token: string, account?: number) =>
  (
    await request(resetPassword, {
      body: { token, email, password: NEW, password_confirmation: NEW, ...(account && { account }) },
    })
  ).success;
const isSignedIn = async (api: TestApi, player: Player) => {
  api.actAs(player);
  const known = await request(getBalance, {}).then(
    () => true,
    () => false,
  );
  api.actAs(null);
  return known;
};

/** Another way to sign in than a password, added in the database. */
const otherWays = {
  'a provider': (api: TestApi, userId: number) =>
    api.db.drizzle
      .insert(identities)
      .values({ userId, provider: 'steam', subject: '7', createdAt: api.now, lastUsedAt: api.now }),
  'a passkey': (api: TestApi, userId: number) =>
    api.db.drizzle.insert(passkeys).values({
      ...{ userId, credentialId: 'its id', handle: 'its handle', publicKey: Buffer.from('its key') },
      ...{ counter: 0, name: 'Phone', createdAt: api.now },
    }),
};

describe('a confirmation link', () => {
  test('describes the account in the mail and on the page, in our own words', async () => {
    const api = await testApi();
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const joined = await api.raw('/api/registration-user', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': firefox },
      body: JSON.stringify({ email, password: STRANGERS, captcha }),
    });
    const { token, user } = (await joined.json()).success;
    const stranger: Player = { id: user.id, email, token };
    await api.db.drizzle.update(users).set({ name: 'evil.example' }).where(eq(users.id, stranger.id));
    api.actAs(stranger);
    await request(requestConfirmation, { body: {} });
    await api.background.idle();
    api.actAs(null);
    expect(api.mails.at(-1)?.text).toMatch(
      /Name: evil example\nCreated: .*2026.*\nDevice: Firefox on Windows\n/,
    );
    expect(api.mails.at(-1)?.text).toContain('This wasn’t me');
    expect(await request(lookAtConfirmation, { body: { token: linkIn(api) } })).toEqual({
      email,
      state: 'open',
      reward: null,
      account: {
        name: 'evil.example',
        created_at: api.now.toISOString(),
        device: 'Firefox on Windows',
        proof: 'password',
      },
    });
  });

  test('confirms nothing for a reader of the mail who didn’t make the account', async () => {
    const api = await testApi();
    const stranger = await join(api, STRANGERS);
    const token = linkIn(api);
    const victim = await join(api, OWN);
    for (const caller of [null, victim]) {
      api.actAs(caller);
      await expect(request(confirmEmail, { body: { token } })).rejects.toMatchObject(refusedAt('password'));
      await expect(request(confirmEmail, { body: { token, password: OWN } })).rejects.toMatchObject(
        refusedAt('password'),
      );
    }
    const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, stranger.id));
    expect(row?.emailConfirmedAt).toBeNull();
  });

  test.each([
    ['in one press where it is signed in, which stays', true],
    ['by the password anywhere else, where nobody is signed in then', false],
  ])('confirms %s, and ends the other sessions', async (_, own) => {
    const api = await testApi();
    const here = await join(api, OWN);
    const token = linkIn(api);
    const other = {
      ...here,
      token: (await request(loginUser, { body: { email, password: OWN, captcha } })).success.token,
    };
    api.actAs(own ? here : null);
    await request(confirmEmail, { body: { token, password: own ? undefined : OWN } });
    expect([await isSignedIn(api, here), await isSignedIn(api, other)]).toEqual([own, false]);
    expect((await request(lookAtConfirmation, { body: { token } })).state).toBe('confirmed');
  });

  test('closes a stranger’s account with one press, permanently', async () => {
    const api = await testApi();
    const stranger = await join(api, STRANGERS);
    const token = linkIn(api);
    await request(refuseAccount, { body: { token } });
    expect(await isSignedIn(api, stranger)).toBe(false);
    await expect(request(loginUser, { body: { email, password: STRANGERS, captcha } })).rejects.toMatchObject(
      refusedAt('email'),
    );
    await expect(request(refuseAccount, { body: { token } })).rejects.toMatchObject(refusedAt('token'));
    const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, stranger.id));
    expect(row).toMatchObject({ email: null, passwordHash: null, deletionDueAt: api.now });
  });

  test('of a second account at a confirmed address closes only that account', async () => {
    const api = await testApi();
    const owner = await joinConfirmed(api, email);
    api.actAs(null);
    const stranger = await join(api, STRANGERS);
    const token = linkIn(api);
    expect((await request(lookAtConfirmation, { body: { token } })).state).toBe('taken');
    await expect(request(confirmEmail, { body: { token, password: STRANGERS } })).rejects.toMatchObject(
      refusedAt('token'),
    );
    await request(refuseAccount, { body: { token } });
    expect([await isSignedIn(api, stranger), await isSignedIn(api, owner)]).toEqual([false, true]);
  });

  test.each(Object.entries(otherWays))(
    'of an account that signs in with %s removes the address, and keeps the account',
    async (_, add) => {
      const steam = { begin: vi.fn(), finish: vi.fn() };
      for (const link of ['confirmation', 'reset']) {
        const api = await testApi({ providers: { steam } });
        const stranger = await join(api, STRANGERS);
        const confirmation = linkIn(api);
        await add(api, stranger.id);
        if (link === 'confirmation') await request(refuseAccount, { body: { token: confirmation } });
        else {
          const closing = { token: await resetLink(api), email, account: stranger.id };
          expect(await request(closeResetAccount, { body: closing })).toEqual({ accounts: [] });
        }
        const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, stranger.id));
        expect(row, link).toMatchObject({ email: null, passwordHash: null, deletionDueAt: null });
      }
    },
  );

  test('of a confirmed account closes nothing', async () => {
    const api = await testApi();
    const player = await join(api, OWN);
    const token = linkIn(api);
    await request(confirmEmail, { body: { token, password: OWN } });
    expect(await endOf(request(refuseAccount, { body: { token } }))).toBe('nothing_to_do');
    expect((await request(loginUser, { body: { email, password: OWN, captcha } })).success.user.id).toBe(
      player.id,
    );
  });
});

describe('a link for a new password', () => {
  test('lets the mail’s reader choose among the accounts of the address, and close the others', async () => {
    const api = await testApi();
    const stranger = await join(api, STRANGERS);
    pass(api, 60_000);
    const victim = await join(api, OWN);
    await give(api, victim.id, 700);
    const token = await resetLink(api);
    const { accounts: shown } = await request(listResetAccounts, { body: { token, email } });
    expect(shown.map(({ id, points, confirmed }) => ({ id, points, confirmed }))).toEqual([
      { id: stranger.id, points: 0, confirmed: false },
      { id: victim.id, points: 700, confirmed: false },
    ]);
    expect(
      (await request(closeResetAccount, { body: { token, email, account: stranger.id } })).accounts,
    ).toHaveLength(1);
    expect(await isSignedIn(api, stranger)).toBe(false);
    // The account that the link was mailed for is gone, so it opens the remaining one.
    expect((await newPassword(token)).user.id).toBe(victim.id);
    await expect(newPassword(token)).rejects.toMatchObject(refusedAt('token'));
    expect(
      (await request(loginUser, { body: { email, password: NEW, captcha } })).success.user,
    ).toMatchObject({
      id: victim.id,
      email_confirmed: true,
    });
  });

  test('opens the chosen account, and through the specification’s call the one it was mailed for', async () => {
    const api = await testApi();
    const stranger = await join(api, STRANGERS);
    const victim = await join(api, OWN);
    expect((await newPassword(await resetLink(api), victim.id)).user.id).toBe(victim.id);
    // It is confirmed now, and so the likeliest account.
    expect((await newPassword(await resetLink(api))).user.id).toBe(victim.id);
    expect((await newPassword(await resetLink(api), stranger.id)).user.email_confirmed).toBe(false);
  });

  test('names, opens and closes no account of another address, and nothing without the link', async () => {
    const api = await testApi();
    await join(api, OWN);
    const other = await joinConfirmed(api, 'other@test.example');
    api.actAs(null);
    const token = await resetLink(api);
    await expect(newPassword(token, other.id)).rejects.toMatchObject(refusedAt('account'));
    const closing = { token, email, account: other.id };
    await expect(request(closeResetAccount, { body: closing })).rejects.toMatchObject(refusedAt('account'));
    for (const wrong of [
      { token: 'x'.repeat(43), email },
      { token, email: 'other@test.example' },
    ]) {
      await expect(request(listResetAccounts, { body: wrong })).rejects.toMatchObject(refusedAt('token'));
      await expect(request(closeResetAccount, { body: { ...closing, ...wrong } })).rejects.toMatchObject(
        refusedAt('token'),
      );
    }
    expect(await isSignedIn(api, other)).toBe(true);
  });

  test('is for the address that it was mailed to, whatever address the account gives later', async () => {
    const api = await testApi();
    const owner = await joinConfirmed(api, 'owner@test.example');
    api.actAs(null);
    const thief = await join(api, STRANGERS);
    const token = await resetLink(api);
    api.actAs(thief);
    await request(changeEmail, { body: { email: owner.email, password: STRANGERS } });
    api.actAs(null);
    for (const link of [
      { token, email: owner.email },
      { token, email },
    ]) {
      const chosen = { ...link, password: NEW, password_confirmation: NEW };
      for (const open of [
        () => request(listResetAccounts, { body: link }),
        () => request(requestFactorRecoveryByLink, { body: link }),
        () => request(closeResetAccount, { body: { ...link, account: thief.id } }),
        () => request(resetPassword, { body: { ...chosen, account: owner.id } }),
        () => request(resetPassword, { body: chosen }),
      ])
        await expect(open()).rejects.toMatchObject(refusedAt('token'));
    }
    expect(await isSignedIn(api, owner)).toBe(true);
  });

  test('sets no password for a provider’s account that only claims the address', async () => {
    const api = await testApi();
    const victim = await join(api, OWN);
    const claimed = await api.addPlayer();
    await api.db.drizzle
      .update(users)
      .set({ email, emailConfirmedAt: null, passwordHash: null })
      .where(eq(users.id, claimed.id));
    const token = await resetLink(api);
    const { accounts: shown } = await request(listResetAccounts, { body: { token, email } });
    expect(shown.map((one) => [one.id, one.can_have_password])).toEqual([
      [victim.id, true],
      [claimed.id, false],
    ]);
    await expect(newPassword(token, claimed.id)).rejects.toMatchObject(refusedAt('account'));
  });

  test('closes no account that has confirmed the address', async () => {
    const api = await testApi();
    const owner = await joinConfirmed(api, email);
    api.actAs(null);
    const token = await resetLink(api);
    const closing = { token, email, account: owner.id };
    expect(await endOf(request(closeResetAccount, { body: closing }))).toBe('nothing_to_do');
  });
});
