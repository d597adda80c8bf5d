import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { recoveryCodes, secondFactors, users } from '../../../server/db/schema.ts';
import { findBrokenInvariants } from '../../../server/jobs/invariants.ts';
import { forgetOld } from '../../../server/jobs/retention.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import {
  confirmApp,
  getSecondFactor,
  renewRecoveryCodes,
  setUpApp,
  turnOffApp,
} from '../../../src/lib/contract/auth/second-factor.ts';
import { loginUser, registerUser } from '../../../src/lib/contract/auth/sign-in.ts';
import { APP_SET_UP_MINUTES, RECOVERY_CODES } from '../../../src/lib/contract/limits.ts';
import { exportAccount } from '../../../src/lib/contract/settings/settings.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { codeOf, secretOf, wrongCodeOf } from '../../support/app-codes.ts';
import { joinConfirmed, joinWithApp, PASSWORD } from '../../support/app-players.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { hashesOf } from '../../support/hashes.ts';
import { MINUTE, pass } from '../../support/time.ts';

const captcha = 'off';

const begin = async () => secretOf((await request(setUpApp, { body: { password: PASSWORD } })).secret);
const factorOf = (api: TestApi, userId: number) =>
  api.db.drizzle.select().from(secondFactors).where(eq(secondFactors.userId, userId));

/** Returns the subjects of mails since the last time. */
async function mailed(api: TestApi): Promise<string[]> {
  await api.background.idle();
  return api.mails.splice(0).map(({ subject }) => subject);
}

describe('turning it on', () => {
  test('takes the password and a first code, returns ten recovery codes once and notifies the owner', async () => {
    const api = await testApi();
    const mira = await joinConfirmed(api);
    await request(loginUser, { body: { email: mira.email, password: PASSWORD, captcha } });
    const off = { needs: null, other_devices: 1, lost: null, required: false };
    expect((await request(getSecondFactor, {})).second_factor).toEqual({
      ...off,
      on_since: null,
      recovery_codes_left: 0,
    });
    const shown = await request(setUpApp, { body: { password: PASSWORD } });
    expect(shown.secret).toMatch(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(new URL(shown.otpauth_url).searchParams.get('secret')).toBe(shown.secret.replaceAll(' ', ''));
    expect((await request(getSecondFactor, {})).second_factor.on_since).toBeNull();
    const { recovery_codes: codes, second_factor } = await request(confirmApp, {
      body: { code: codeOf(secretOf(shown.secret), api.now) },
    });
    expect(second_factor).toEqual({
      ...off,
      on_since: api.now.toISOString(),
      recovery_codes_left: RECOVERY_CODES,
    });
    expect(new Set(codes).size).toBe(RECOVERY_CODES);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
    await api.background.idle();
    const [mail] = api.mails;
    expect(mail).toMatchObject({ to: mira.email, subject: expect.stringContaining('authentication is on') });
    expect(mail?.text).toContain('You’re still logged in on 1 other device.');
    for (const secret of [shown.secret, ...codes]) expect(mail?.text).not.toContain(secret);
    // No session has ended.
    await expect(request(getBalance, {})).resolves.toBeTruthy();
  });

  test('keeps the secret encrypted and only hashes of the recovery codes, and exports neither', async () => {
    const api = await testApi();
    const { id, secret, recoveryCodes: codes } = await joinWithApp(api);
    const file = await request(exportAccount, {});
    expect(file).toMatchObject({
      second_factor: [{ on_since: expect.any(String) }],
      recovery_codes: Array.from({ length: RECOVERY_CODES }, () => ({ created_at: expect.any(String) })),
    });
    expect(JSON.stringify(file)).not.toMatch(new RegExp(`argon2id|totp|hash|${secret.toString('hex')}`));
    const [row] = await factorOf(api, id);
    expect(row?.totpSecret).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain(secret.toString('hex'));
    const kept = await api.db.drizzle.select().from(recoveryCodes);
    expect(kept).toHaveLength(RECOVERY_CODES);
    for (const { hash } of kept) expect(hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=1\$/);
    for (const code of codes) expect(JSON.stringify(kept)).not.toContain(code.replace('-', ''));
    // Another player's row with this secret doesn't work, because it was encrypted for its owner.
    api.actAs(null);
    const other = await joinConfirmed(api, 'joe@test.example');
    await begin();
    await api.db.drizzle
      .update(secondFactors)
      .set({ totpSecret: row?.totpSecret ?? '' })
      .where(eq(secondFactors.userId, other.id));
    await expect(request(confirmApp, { body: { code: codeOf(secret, api.now) } })).rejects.toMatchObject({
      status: 500,
    });
    expect(api.logged).toHaveLength(1);
  });

  test('is rejected without the password, or with another account’s code, and stays off', async () => {
    const api = await testApi();
    const mira = await joinConfirmed(api);
    expect(await endOf(request(setUpApp, { body: { password: 'something else 1' } }))).toBe(
      'invalid: password',
    );
    expect(await endOf(request(confirmApp, { body: { code: '123456' } }))).toBe('nothing_to_do');
    const secret = await begin();
    expect(await endOf(request(confirmApp, { body: { code: wrongCodeOf(secret, api.now) } }))).toBe(
      'invalid: code',
    );
    expect(await endOf(request(confirmApp, { body: { code: '12345' } }))).toBe('invalid: code');
    expect((await request(getSecondFactor, {})).second_factor.on_since).toBeNull();
    // It was never on, so no code is requested.
    await request(loginUser, { body: { email: mira.email, password: PASSWORD, captcha } });
    expect(await mailed(api)).toEqual([]);
  });

  test('makes a new secret when it is begun again, and the previous one confirms nothing', async () => {
    const api = await testApi();
    await joinConfirmed(api);
    const first = await begin();
    const second = await begin();
    expect(await endOf(request(confirmApp, { body: { code: codeOf(first, api.now) } }))).toBe(
      'invalid: code',
    );
    await request(confirmApp, { body: { code: codeOf(second, api.now) } });
    expect(await endOf(request(setUpApp, { body: { password: PASSWORD } }))).toBe('nothing_to_do');
    expect(await endOf(request(confirmApp, { body: { code: codeOf(second, api.now, 1) } }))).toBe(
      'nothing_to_do',
    );
  });

  test('has to be finished within an hour, or started over, and deletes an unfinished one', async () => {
    const api = await testApi();
    const { id } = await joinConfirmed(api);
    const secret = await begin();
    pass(api, (APP_SET_UP_MINUTES + 1) * MINUTE);
    expect(await endOf(request(confirmApp, { body: { code: codeOf(secret, api.now) } }))).toBe(
      'nothing_to_do',
    );
    await forgetOld(api.db, api.now);
    expect(await factorOf(api, id)).toEqual([]);
    await request(confirmApp, { body: { code: codeOf(await begin(), api.now) } });
    pass(api, (APP_SET_UP_MINUTES + 1) * MINUTE);
    await forgetOld(api.db, api.now);
    expect(await factorOf(api, id)).toHaveLength(1);
  });

  test('makes one set of recovery codes if two tabs do it at the same moment', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    await joinConfirmed(api);
    const code = codeOf(await begin(), api.now);
    const ends = await endsOf([
      request(confirmApp, { body: { code } }),
      request(confirmApp, { body: { code } }),
      request(confirmApp, { body: { code } }),
    ]);
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect((await request(getSecondFactor, {})).second_factor.recovery_codes_left).toBe(RECOVERY_CODES);
  });

  test('takes a confirmed address, or it could lock out the address’s owner, and a password', async () => {
    const api = await testApi();
    const { token, user } = (
      await request(registerUser, { body: { email: 'not-mine@test.example', password: PASSWORD, captcha } })
    ).success;
    api.actAs({ id: user.id, email: '', token });
    expect((await request(getSecondFactor, {})).second_factor.needs).toBe('confirmed_email');
    expect(await endOf(request(setUpApp, { body: { password: PASSWORD } }))).toBe('email_unconfirmed');
    api.actAs(await api.addPlayer());
    expect((await request(getSecondFactor, {})).second_factor.needs).toBe('password');
    expect(await endOf(request(setUpApp, { body: { password: PASSWORD } }))).toBe('invalid: password');
  });
});

describe('once it is on', () => {
  test('new recovery codes take password and code, and replace the earlier ones', async () => {
    const api = await testApi();
    const { email, secret, recoveryCodes: old } = await joinWithApp(api);
    const given = { password: PASSWORD, code: codeOf(secret, api.now) };
    expect(await endOf(request(renewRecoveryCodes, { body: { ...given, password: 'another horse' } }))).toBe(
      'invalid: password',
    );
    expect(
      await endOf(request(renewRecoveryCodes, { body: { ...given, code: wrongCodeOf(secret, api.now) } })),
    ).toBe('invalid: code');
    // A recovery code can't make new ones: a thief who found one sheet would get the next as well.
    expect(await endOf(request(renewRecoveryCodes, { body: { ...given, code: old[0] ?? '' } }))).toBe(
      'invalid: code',
    );
    expect(await mailed(api)).toEqual([]);
    const { recovery_codes: codes } = await request(renewRecoveryCodes, { body: given });
    expect(codes.filter((code) => old.includes(code))).toEqual([]);
    expect((await request(getSecondFactor, {})).second_factor.recovery_codes_left).toBe(RECOVERY_CODES);
    expect(await mailed(api)).toEqual([expect.stringContaining('You have new Playtally recovery codes')]);
    api.actAs(null);
    expect(
      await endOf(request(loginUser, { body: { email, password: PASSWORD, captcha, code: old[0] } })),
    ).toBe('invalid: code');
    await request(loginUser, { body: { email, password: PASSWORD, captcha, code: codes[0] } });
  });

  test('it is turned off with password and code, or with a recovery code, and is then deleted completely', async () => {
    const api = await testApi();
    const { id, email, secret, recoveryCodes: codes } = await joinWithApp(api);
    expect(
      await endOf(request(turnOffApp, { body: { password: 'another horse', code: codes[0] ?? '' } })),
    ).toBe('invalid: password');
    expect(await endOf(request(turnOffApp, { body: { password: PASSWORD, code: 'AAAAA-BBBBB' } }))).toBe(
      'invalid: code',
    );
    const { second_factor: off } = await request(turnOffApp, {
      body: { password: PASSWORD, code: codes[0] ?? '' },
    });
    expect(off).toMatchObject({ on_since: null, recovery_codes_left: 0 });
    expect(await mailed(api)).toEqual([expect.stringContaining('authentication is off')]);
    expect(await factorOf(api, id)).toEqual([]);
    expect(await api.db.drizzle.$count(recoveryCodes)).toBe(0);
    expect(
      await endOf(request(turnOffApp, { body: { password: PASSWORD, code: codeOf(secret, api.now) } })),
    ).toBe('nothing_to_do');
    await request(loginUser, { body: { email, password: PASSWORD, captcha } });
    const fresh = await begin();
    await request(confirmApp, { body: { code: codeOf(fresh, api.now) } });
    await request(turnOffApp, { body: { password: PASSWORD, code: codeOf(fresh, api.now, 1) } });
  });

  test('a code of the app works once, in settings and sign-ins together', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const { email, secret } = await joinWithApp(api);
    const given = { password: PASSWORD, code: codeOf(secret, api.now) };
    await request(loginUser, { body: { email, captcha, ...given } });
    expect(await endOf(request(renewRecoveryCodes, { body: given }))).toBe('invalid: code');
    expect(await endOf(request(turnOffApp, { body: given }))).toBe('invalid: code');
    const next = { ...given, code: codeOf(secret, api.now, 1) };
    const ends = await endsOf([
      request(renewRecoveryCodes, { body: next }),
      request(renewRecoveryCodes, { body: next }),
    ]);
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
  });

  test('an open session can try ten passwords and ten codes, then has to wait', async () => {
    const api = await testApi({ rateLimit: true });
    const { secret } = await joinWithApp(api);
    const guess = { password: PASSWORD, code: wrongCodeOf(secret, api.now) };
    for (let at = 0; at < 10; at++)
      expect(await endOf(request(turnOffApp, { body: guess }))).toBe('invalid: code');
    const code = codeOf(secret, api.now, 1);
    expect(await endOf(request(turnOffApp, { body: { password: PASSWORD, code } }))).toBe(
      'too_many_requests',
    );
    pass(api, 11 * MINUTE);
    // The passwords' ten minutes are over, but not the codes' hour.
    await expect(
      request(turnOffApp, { body: { password: PASSWORD, code: codeOf(secret, api.now) } }),
    ).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('minutes'),
    });
    pass(api, 60 * MINUTE);
    await request(turnOffApp, { body: { password: PASSWORD, code: codeOf(secret, api.now) } });
  });

  test('finding a recovery code takes one hash, however many there are', async () => {
    const api = await testApi();
    const { email, recoveryCodes: codes } = await joinWithApp(api);
    for (const code of [codes[0], codes[9], 'AAAAA-BBBBB', undefined]) {
      const form = { email, password: PASSWORD, captcha, ...(code && { code }) };
      // One for the password in any case.
      expect(await hashesOf(() => request(loginUser, { body: form }).catch(() => {})), code).toBe(
        code ? 2 : 1,
      );
    }
  });
});

test('the invariants find a second factor that locks out its owner, and codes without one', async () => {
  const api = await testApi();
  const { id } = await joinWithApp(api);
  expect(await findBrokenInvariants(api.db)).toEqual([]);
  const put = (change: { emailConfirmedAt: Date | null }) =>
    api.db.drizzle.update(users).set(change).where(eq(users.id, id));
  const broken = [expect.stringContaining('a second factor has an account')];
  await put({ emailConfirmedAt: null });
  expect(await findBrokenInvariants(api.db)).toEqual(broken);
  await put({ emailConfirmedAt: api.now });
  await api.db.drizzle.execute(sql`UPDATE second_factors SET on_since = NULL WHERE user_id = ${id}`);
  expect(await findBrokenInvariants(api.db)).toEqual(broken);
  await api.db.drizzle.delete(secondFactors).where(eq(secondFactors.userId, id));
});
