import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { factorRecoveries, users } from '../../../server/db/schema.ts';
import { deleteOldRecoveries } from '../../../server/features/auth/factor-recovery.ts';
import {
  beginFactorRecovery,
  requestFactorRecovery,
  requestFactorRecoveryByLink,
  stopFactorRecovery,
} from '../../../src/lib/contract/auth/factor-recovery.ts';
import {
  confirmApp,
  getSecondFactor,
  keepFactor,
  renewRecoveryCodes,
  setUpApp,
  turnOffApp,
} from '../../../src/lib/contract/auth/second-factor.ts';
import { requestPasswordReset, resetPassword } from '../../../src/lib/contract/auth/sign-in.ts';
import {
  FACTOR_RECOVERY_HOLD_HOURS,
  FACTOR_RECOVERY_LINK_MINUTES,
  FACTOR_RECOVERY_OPEN_DAYS,
  FACTOR_RECOVERY_WAIT_DAYS,
} from '../../../src/lib/contract/limits.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { exportAccount, getSettings } from '../../../src/lib/contract/settings/settings.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { codeOf, secretOf, wrongCodeOf } from '../../support/app-codes.ts';
import {
  joinConfirmed,
  joinWithApp,
  logIn,
  mailed,
  PASSWORD,
  type WithApp,
} from '../../support/app-players.ts';
import { wrong } from '../../support/field-errors.ts';
import { hashesOf } from '../../support/hashes.ts';
import { give } from '../../support/points.ts';
import { DAY, HOUR, later, MINUTE, pass } from '../../support/time.ts';

const captcha = 'off';
const NEW = 'battery staple 8';

const report = ({ email }: { readonly email: string }, password = PASSWORD) =>
  request(requestFactorRecovery, { body: { email, password, captcha } });
const asksForCode = wrong('code', 'six digits');
const badLink = wrong('token', 'was used or has expired');
const nothingToStop = wrong('token', 'no longer works');

async function linkIn(api: TestApi, page: 'lost-codes' | 'keep-codes'): Promise<string> {
  const text = (await mailed(api)).map((mail) => mail.text).join('\n');
  return new RegExp(`^http://site\\.test/${page}/([\\w-]{43})$`, 'm').exec(text)?.[1] ?? '';
}

/** Goes as far as the wait, and returns the link that stops it. */
async function begin(api: TestApi, mira: WithApp): Promise<string> {
  await report(mira);
  await request(beginFactorRecovery, { body: { token: await linkIn(api, 'lost-codes') } });
  return linkIn(api, 'keep-codes');
}

describe('a second factor whose app and recovery codes are lost', () => {
  test('is removed with password, mailbox and a wait of seven days, at the next sign-in, which ends every other session', async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    await expect(logIn(mira.email)).rejects.toMatchObject(asksForCode);
    await report(mira);
    const [mail, ...others] = await mailed(api);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: mira.email, until: later(api, HOUR) });
    const [, link = ''] = /^http:\/\/site\.test\/lost-codes\/([\w-]{43})$/m.exec(mail?.text ?? '') ?? [];
    // The password alone changes nothing.
    expect((await request(getSecondFactor, {})).second_factor.lost).toBeNull();
    const due = later(api, FACTOR_RECOVERY_WAIT_DAYS * DAY).toISOString();
    expect((await request(beginFactorRecovery, { body: { token: link } })).due_at).toBe(due);
    expect((await request(getSecondFactor, {})).second_factor.lost).toEqual({
      since: api.now.toISOString(),
      due_at: due,
    });
    const [begun] = await mailed(api);
    expect(begun).toMatchObject({ to: mira.email, subject: expect.stringContaining('in 7 days') });
    expect((await request(listNotifications, {})).data[0]?.title).toContain('recovery codes as lost');
    expect(api.events).toContainEqual({ kind: 'notifications', userId: mira.id });

    pass(api, FACTOR_RECOVERY_WAIT_DAYS * DAY - 1);
    await expect(logIn(mira.email)).rejects.toMatchObject(asksForCode);
    pass(api, 1);
    // A wrong code doesn't replace a missing one.
    await expect(logIn(mira.email, { code: wrongCodeOf(mira.secret, api.now) })).rejects.toMatchObject({
      status: 422,
    });
    await expect(logIn(mira.email, { password: NEW })).rejects.toMatchObject(wrong('email'));
    const session = await logIn(mira.email);
    expect(session.id).toBe(mira.id);
    await expect(request(getSettings, {})).rejects.toMatchObject({ status: 401 });
    api.actAs(session);
    expect((await request(getSecondFactor, {})).second_factor).toMatchObject({
      on_since: null,
      recovery_codes_left: 0,
      lost: null,
    });
    expect(api.events).toContainEqual({ kind: 'sessions', userId: mira.id });
    expect(await mailed(api)).toMatchObject([
      { to: mira.email, subject: 'Two-factor authentication is off for Playtally' },
    ]);
    await logIn(mira.email);
  });

  test('is also removed through a mailed link for a new password, which changes no password before', async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    const reset = async () => {
      await request(requestPasswordReset, { body: { email: mira.email, captcha } });
      const [mail] = await mailed(api);
      return /\/api\/password\/find\/([\w-]+)\?/.exec(mail?.text ?? '')?.[1] ?? '';
    };
    const choose = async (token: string) =>
      (
        await request(resetPassword, {
          body: { token, email: mira.email, password: NEW, password_confirmation: NEW },
        })
      ).success;
    const link = await reset();
    await expect(choose(link)).rejects.toMatchObject(asksForCode);
    await expect(
      request(requestFactorRecoveryByLink, { body: { email: mira.email, token: 'A'.repeat(43) } }),
    ).rejects.toMatchObject(wrong('token'));
    await request(requestFactorRecoveryByLink, { body: { email: mira.email, token: link } });
    await request(beginFactorRecovery, { body: { token: await linkIn(api, 'lost-codes') } });
    await expect(choose(link)).rejects.toMatchObject(asksForCode);
    pass(api, FACTOR_RECOVERY_WAIT_DAYS * DAY);
    await mailed(api);
    await choose(await reset());
    api.actAs(null);
    await logIn(mira.email, { password: NEW });
  });

  test('looks like a missing one, and a wrong address looks like a wrong password, in message and timing', async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    const plain = await joinConfirmed(api, 'plain@test.example');
    api.actAs(null);
    const found = (call: Promise<unknown>) =>
      call.then(
        (answer) => ({ answer }),
        ({ status, message, fields }) => ({ status, message, fields }),
      );
    const words = await found(report(mira, 'another horse 9'));
    expect(words).toMatchObject(wrong('email'));
    expect(words).toEqual(await found(logIn(mira.email, { password: 'another horse 9' })));
    for (const email of [plain.email, 'nobody@test.example'])
      expect(await found(report({ email }, 'another horse 9'))).toEqual(words);
    for (const email of [mira.email, plain.email, 'nobody@test.example'])
      expect(await hashesOf(() => found(report({ email })))).toBe(1);
    await mailed(api);
    // If no code is needed, the answer is the same and no mail is sent.
    expect(await found(report(plain))).toEqual(await found(report(mira)));
    expect((await mailed(api)).map(({ to }) => to)).toEqual([mira.email]);
  });

  /** How a wait is stopped, and the mail to its owner. */
  type Way = [
    way: string,
    stop: (given: { stop: string; api: TestApi; mira: WithApp }) => Promise<unknown>,
    found: string,
  ];
  const STAY = 'Two-factor authentication stays on for Playtally';
  const ways: Way[] = [
    ['the mailed link', ({ stop }) => request(stopFactorRecovery, { body: { token: stop } }), STAY],
    [
      'a sign-in with a code',
      ({ api, mira }) => logIn(mira.email, { code: codeOf(mira.secret, api.now) }),
      STAY,
    ],
    [
      'a sign-in with a recovery code',
      ({ mira }) => logIn(mira.email, { code: mira.recoveryCodes[0] ?? '' }),
      STAY,
    ],
    ['the settings of a session that is open', () => request(keepFactor, {}), STAY],
    [
      'new recovery codes in the settings',
      ({ api, mira }) =>
        request(renewRecoveryCodes, { body: { password: PASSWORD, code: codeOf(mira.secret, api.now) } }),
      'You have new Playtally recovery codes',
    ],
  ];

  test.each(ways)(
    'is kept by %s, even when the wait is over, and its owner is notified',
    async (_, stopIt, found) => {
      for (const wait of [1, FACTOR_RECOVERY_WAIT_DAYS + 1]) {
        const api = await testApi();
        const mira = await joinWithApp(api);
        const stop = await begin(api, mira);
        pass(api, wait * DAY);
        await stopIt({ stop, api, mira });
        expect((await request(getSecondFactor, {})).second_factor.lost).toBeNull();
        expect((await mailed(api)).map(({ subject }) => subject)).toContain(found);
        pass(api, FACTOR_RECOVERY_WAIT_DAYS * DAY);
        api.actAs(null);
        await expect(logIn(mira.email)).rejects.toMatchObject(asksForCode);
        await expect(request(stopFactorRecovery, { body: { token: stop } })).rejects.toMatchObject(
          nothingToStop,
        );
      }
    },
  );

  test.each(ways)(
    'holds orders for as long after it was removed, even if another recovery is stopped by %s',
    async (_, stopIt) => {
      const api = await testApi();
      const before = await joinWithApp(api);
      const reviewFor = async () =>
        (await api.db.drizzle.select().from(users).where(eq(users.id, before.id)))[0]?.reviewFor;
      await begin(api, before);
      pass(api, FACTOR_RECOVERY_WAIT_DAYS * DAY);
      const session = await logIn(before.email);
      pass(api, MINUTE);
      api.actAs(session);
      const secret = secretOf((await request(setUpApp, { body: { password: PASSWORD } })).secret);
      const { recovery_codes: recoveryCodes } = await request(confirmApp, {
        body: { code: codeOf(secret, api.now) },
      });
      const mira = { ...session, secret, recoveryCodes };
      const stop = await begin(api, mira);
      pass(api, MINUTE);
      expect((await request(getSecondFactor, {})).second_factor.lost).not.toBeNull();
      await stopIt({ stop, api, mira });
      expect((await request(getSecondFactor, {})).second_factor.lost).toBeNull();
      await expect(request(stopFactorRecovery, { body: { token: stop } })).rejects.toMatchObject(
        nothingToStop,
      );
      pass(api, FACTOR_RECOVERY_HOLD_HOURS * HOUR - 3 * MINUTE);
      await deleteOldRecoveries(api.db, api.now);
      expect(await reviewFor()).toBe('lost_factor');
      pass(api, MINUTE);
      await deleteOldRecoveries(api.db, api.now);
      expect(await reviewFor()).toBeNull();
    },
  );

  test('stays if the player doesn’t log in for two weeks after the wait', async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    const stop = await begin(api, mira);
    pass(api, (FACTOR_RECOVERY_WAIT_DAYS + FACTOR_RECOVERY_OPEN_DAYS) * DAY);
    await expect(logIn(mira.email)).rejects.toMatchObject(asksForCode);
    await deleteOldRecoveries(api.db, api.now);
    expect(await api.db.drizzle.$count(factorRecoveries)).toBe(0);
    await expect(request(stopFactorRecovery, { body: { token: stop } })).rejects.toMatchObject(nothingToStop);
  });

  test('deletes the reported loss once it is turned off with a code', async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    await begin(api, mira);
    await request(turnOffApp, { body: { password: PASSWORD, code: mira.recoveryCodes[0] ?? '' } });
    expect(await api.db.drizzle.$count(factorRecoveries)).toBe(0);
    await logIn(mira.email);
  });
});

describe('the mailed link that begins the wait', () => {
  test('works once, for an hour, and until a newer one is asked for', { tags: 'concurrent' }, async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    await report(mira);
    const first = await linkIn(api, 'lost-codes');
    await report(mira);
    const second = await linkIn(api, 'lost-codes');
    await expect(request(beginFactorRecovery, { body: { token: first } })).rejects.toMatchObject(badLink);
    pass(api, FACTOR_RECOVERY_LINK_MINUTES * MINUTE);
    await expect(request(beginFactorRecovery, { body: { token: second } })).rejects.toMatchObject(badLink);
    await deleteOldRecoveries(api.db, api.now);
    expect(await api.db.drizzle.$count(factorRecoveries)).toBe(0);
    await report(mira);
    const third = await linkIn(api, 'lost-codes');
    const ends = await Promise.allSettled(
      [1, 2, 3].map(() => request(beginFactorRecovery, { body: { token: third } })),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // There is one mail. Requested again, the answer says that the wait is running, and it doesn't restart.
    expect((await mailed(api)).map(({ subject }) => subject)).toEqual([expect.stringContaining('in 7 days')]);
    const { lost } = (await request(getSecondFactor, {})).second_factor;
    pass(api, DAY);
    await report(mira);
    expect((await mailed(api)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('has already started'),
    ]);
    expect((await request(getSecondFactor, {})).second_factor.lost).toEqual(lost);
  });

  test('is stored as a hash, like the one that stops the wait, and neither is in the account’s export', async () => {
    const api = await testApi();
    const mira = await joinWithApp(api);
    await report(mira);
    const link = await linkIn(api, 'lost-codes');
    const stored = async () => JSON.stringify(await api.db.drizzle.select().from(factorRecoveries));
    expect(await stored()).not.toContain(link);
    await request(beginFactorRecovery, { body: { token: link } });
    const stop = await linkIn(api, 'keep-codes');
    expect(await stored()).not.toContain(stop);
    const file = await request(exportAccount, {});
    expect(file.lost_second_factor).toEqual([
      { started_at: expect.any(String), link_expires_at: null, removed_at: null },
    ]);
  });

  test('is mailed five times an hour, and limits password attempts like the login', async () => {
    const api = await testApi({ rateLimit: true });
    const mira = await joinWithApp(api);
    for (let at = 0; at < 5; at++) await report(mira);
    await expect(report(mira)).rejects.toMatchObject({ status: 429 });
    expect(await mailed(api)).toHaveLength(5);
    pass(api, HOUR);
    for (let at = 0; at < 5; at++) {
      await expect(report(mira, 'another horse 9')).rejects.toMatchObject({ status: 422 });
      await expect(logIn(mira.email, { password: 'another horse 9' })).rejects.toMatchObject({ status: 422 });
    }
    await expect(report(mira)).rejects.toMatchObject({ status: 429 });
    await expect(logIn(mira.email)).rejects.toMatchObject({ status: 429 });
  });
});

test('orders are held from the start of the wait until three days after the removal', async () => {
  const api = await testApi();
  const mira = await joinWithApp(api);
  await give(api, mira.id, 5000);
  const outcome = async () => {
    const { order } = await request(buyAmount, { params: { id: 12 }, body: { amount_id: 1201 } });
    return order?.held_for ?? order?.state;
  };
  expect(await outcome()).toBe('delivered');
  const stop = await begin(api, mira);
  expect(await outcome()).toBe('lost_factor');
  await request(stopFactorRecovery, { body: { token: stop } });
  expect(await outcome()).toBe('delivered');
  await begin(api, mira);
  pass(api, FACTOR_RECOVERY_WAIT_DAYS * DAY);
  api.actAs(await logIn(mira.email));
  pass(api, FACTOR_RECOVERY_HOLD_HOURS * HOUR - 1);
  await deleteOldRecoveries(api.db, api.now);
  expect(await outcome()).toBe('lost_factor');
  pass(api, 1);
  await deleteOldRecoveries(api.db, api.now);
  expect(await outcome()).toBe('delivered');
});

test('the invariants find a broken wait', async () => {
  const api = await testApi();
  const mira = await joinWithApp(api);
  await begin(api, mira);
  const set = (reviewFor: 'lost_factor' | null) =>
    api.db.drizzle.update(users).set({ reviewFor }).where(eq(users.id, mira.id));
  await set(null);
  expect(await api.brokenInvariants()).toEqual([expect.stringContaining('a pending second-factor recovery')]);
  await set('lost_factor');
  expect(await api.brokenInvariants()).toEqual([]);
});
