import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { deliveryDetails, tokens, users } from '../../../server/db/schema.ts';
import { countUnreadable, detailsOf } from '../../../server/features/account/delivery-details.ts';
import { passwordCosts } from '../../../server/features/auth/passwords.ts';
import { reverse } from '../../../server/features/ledger/ledger.ts';
import { createVault } from '../../../server/platform/encryption.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import {
  getBalance,
  getCountries,
  getUser,
  logoutUser,
  saveBirthDate,
  saveDeliveryDetail,
} from '../../../src/lib/contract/account/account.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import { loginUser, registerUser, requestPasswordReset } from '../../../src/lib/contract/auth/sign-in.ts';
import { listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { DELETION_DAYS } from '../../../src/lib/contract/limits.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import {
  clearBirthDate,
  liftSuspension,
  suspendUser,
} from '../../../src/lib/contract/operators/operator-users.ts';
import { playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { addPlayers, join, joinConfirmed, logIn, PASSWORD } from '../../support/app-players.ts';
import { brokenIn } from '../../support/database.ts';
import { endOf } from '../../support/ends.ts';
import { eraseDue } from '../../support/erase.ts';
import { wrong } from '../../support/field-errors.ts';
import { hashesOf } from '../../support/hashes.ts';
import { give } from '../../support/points.ts';
import { DAY, later, pass } from '../../support/time.ts';

const MIRA = 'mira@test.example';
const captcha = 'off';

async function rowOf(api: TestApi, id: number) {
  const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, id));
  return row;
}

describe('joining', () => {
  test('makes an account with an empty balance, and stores the address trimmed and in lower case', async () => {
    const api = await testApi();
    const { id } = await join(api, '  Mira@Test.Example ');
    expect((await request(getUser, { params: { id } })).user).toMatchObject({
      email: MIRA,
      balance: { available: 0, pending: 0, reserved: 0, debt: 0, is_new: true },
      delivery_details: {},
      myreward: null,
      birth_date: null,
      sample: false,
    });
    expect((await join(api, 'MIRA@test.example')).id).toBe(id);
  });

  test('makes an account that has never earned anything, until its first points, even once they are gone', async () => {
    const { api, player } = await playerApi();
    await expect(request(getBalance, {})).resolves.toMatchObject({ balance: { is_new: true } });
    const entry = await give(api, player.id, 60);
    await api.db.drizzle.transaction((tx) => reverse(tx, entry, 'A mistake', api.now));
    const { balance } = await request(getBalance, {});
    expect(balance).toEqual({ available: 0, pending: 0, reserved: 0, debt: 0 });
  });

  test('with the same form twenty times concurrently makes one account', { tags: 'concurrent' }, async () => {
    const api = await testApi();
    const form = { email: MIRA, password: PASSWORD, captcha };
    const all = await Promise.all(Array.from({ length: 20 }, () => request(registerUser, { body: form })));
    expect(new Set(all.map(({ success }) => success.user.id)).size).toBe(1);
    expect(new Set(all.map(({ success }) => success.token)).size).toBe(20);
    expect(await api.db.drizzle.$count(users, eq(users.email, MIRA))).toBe(1);
  });

  test('explains what is wrong, and names what is missing', async () => {
    const api = await testApi();
    await expect(
      request(registerUser, { body: { email: 'mira at home', password: 'short', captcha: '' } }),
    ).rejects.toMatchObject({
      status: 422,
      fields: {
        email: expect.stringContaining('name@example.com'),
        password: expect.stringContaining('at least 10'),
        captcha: expect.stringContaining('robot'),
      },
    });
    const response = await api.raw('/api/registration-user', { method: 'POST', body: '{}' });
    expect(response.status).toBe(422);
    expect((await response.json()).errors).toMatchObject({
      email: ['email is missing.'],
      password: ['password is missing.'],
      captcha: ['captcha is missing.'],
    });
  });

  test('rejects a commonly guessed password, and no other', async () => {
    const api = await testApi();
    for (const [password, words] of [
      ['1234567890', 'too common'],
      ['Password123', 'too common'],
      ['QWERTYUIOP', 'too common'],
      ['abababababab', 'same few characters'],
      ['playtally2026', 'the name Playtally'],
      ['mira-test-12', 'your email address'],
    ] as const)
      await expect(join(api, MIRA, { password }), password).rejects.toMatchObject(wrong('password', words));
    for (const password of ['mira likes long walks', '🦊🦊🐢🐢🐙🐙🦉🦉', 'xxxxxxxxyzab'])
      await expect(join(api, MIRA, { password }), password).resolves.toBeTruthy();
  });

  test('remembers the inviter’s link, and accepts an unknown one', async () => {
    const api = await testApi();
    const friend = await api.addPlayer();
    const cases: [reflink: string, inviter: number | null][] = [
      [String(friend.id), friend.id],
      ...['999999', '99999999999999', '-1', 'friend', '1; drop table users'].map(
        (unknown): [string, null] => [unknown, null],
      ),
    ];
    for (const [at, [reflink, inviter]] of cases.entries()) {
      const { id } = await join(api, `friend-${at}@test.example`, { reflink });
      expect((await rowOf(api, id))?.invitedBy, reflink).toBe(inviter);
    }
  });
});

describe('an account’s owner', () => {
  /** Returns a call's answer without the values that differ each time. */
  async function answerOf(api: TestApi, path: string, body: object) {
    const response = await api.raw(path, { method: 'POST', body: JSON.stringify({ ...body, captcha }) });
    const text = (await response.text())
      .replaceAll(/"(token|known_device)":"[^"]+"/g, '"$1":"…"')
      .replaceAll(/"id":\d+|"name":"[^"]+"/g, '…')
      .replaceAll(/(mira|fred)@/g, '…@');
    return { status: response.status, head: [...response.headers.keys()].sort(), text };
  }

  test('isn’t revealed by joining or logging in: only its owner learns of it, by mail', async () => {
    const api = await testApi();
    const { id } = await joinConfirmed(api, MIRA);
    const tries = [
      ['/api/registration-user', 'another horse 9'],
      ['/api/registration-user', 'another horse 9'],
      ['/api/login-user', 'another horse 9'],
      ['/api/registration-user', 'a third horse 9'],
      ['/api/login-user', 'a third horse 9'],
    ] as const;
    for (const [call, password] of tries)
      expect(await answerOf(api, call, { email: MIRA, password }), `${call} with ${password}`).toEqual(
        await answerOf(api, call, { email: 'fred@test.example', password }),
      );
    await api.background.idle();
    expect(api.mails.filter(({ to }) => to === MIRA).at(-1)?.subject).toContain('already have');
    // None of that affected the owner's account, which can still be opened by signing up again or logging in.
    expect((await logIn(MIRA)).id).toBe(id);
    expect((await join(api, MIRA)).id).toBe(id);
  });

  test('isn’t revealed by the timing either: each of the three computes as many hashes', async () => {
    const api = await testApi();
    await joinConfirmed(api, MIRA);
    api.actAs(null);
    const calls: Record<string, (email: string) => Promise<unknown>> = {
      login: (email) =>
        request(loginUser, { body: { email, password: 'another horse 9', captcha } }).catch(() => {}),
      joining: (email) =>
        request(registerUser, { body: { email, password: `another horse ${email.length}`, captcha } }),
      asking: (email) => request(requestPasswordReset, { body: { email, captcha } }),
    };
    const made: Record<string, number> = {};
    for (const [what, call] of Object.entries(calls)) {
      made[what] = await hashesOf(() => call(MIRA));
      expect(await hashesOf(() => call(`nobody-${what}@test.example`)), what).toBe(made[what]);
    }
    expect(made).toMatchObject({ login: 1, asking: 0 });
    expect(made.joining).toBeGreaterThan(0);
  });
});

describe('logging in', () => {
  test('answers the same to a wrong password and an unknown address', async () => {
    const api = await testApi();
    await join(api);
    const refusal = async (email: string, password: string) =>
      logIn(email, { password }).then(
        () => 'let in',
        ({ status, code, message, fields }) => ({ status, code, message, fields }),
      );
    const refused = await refusal(MIRA, 'correct horse 8');
    expect(refused).toMatchObject({ ...wrong('email'), code: 'invalid' });
    expect(await refusal('nobody@test.example', PASSWORD)).toEqual(refused);
    // No one can log in to an account without a password, such as a sample.
    expect(await refusal('sample@playtally.example', '')).not.toBe('let in');
    expect(await refusal('sample@playtally.example', 'null')).toEqual(refused);
  });

  test('takes the address in any case and creates a new token', async () => {
    const api = await testApi();
    const first = await join(api);
    const again = await logIn(' MIRA@Test.Example');
    expect(again).toMatchObject({ id: first.id, email: MIRA });
    expect(again.token).not.toBe(first.token);
  });

  test('treats a password as the same however its accents were typed', async () => {
    const api = await testApi();
    const { id } = await join(api, 'zoe@test.example', { password: 'pass\u00e9 compos\u00e9' });
    const typed = { password: 'passe\u0301 compose\u0301' };
    expect((await logIn('zoe@test.example', typed)).id).toBe(id);
  });

  test('replaces a hash with other costs, or for the previous address, with a current one', async () => {
    const api = await testApi();
    const { id } = await join(api);
    const stored = async () => (await rowOf(api, id))?.passwordHash;
    const first = await stored();
    await api.db.drizzle.update(users).set({ email: 'new@test.example' }).where(eq(users.id, id));
    await logIn('new@test.example');
    const second = await stored();
    expect(second).not.toBe(first);
    await logIn('new@test.example');
    expect(await stored()).toBe(second);
    await expect(logIn(MIRA)).rejects.toMatchObject({ status: 422 });

    const { memory } = passwordCosts;
    onTestFinished(() => void Object.assign(passwordCosts, { memory }));
    passwordCosts.memory = 2 * memory;
    await logIn('new@test.example');
    const dearer = await stored();
    expect(dearer).toContain(`$m=${2 * memory},`);
    await logIn('new@test.example');
    expect(await stored()).toBe(dearer);
  });
});

describe('a token', () => {
  test('ends when its owner logs out, while the others stay', async () => {
    const api = await testApi();
    const here = await join(api);
    const elsewhere = await logIn(MIRA);
    await request(logoutUser, {});
    await expect(request(getBalance, {})).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(api.unauthorized).toEqual([here.token]);
    api.actAs(elsewhere);
    await expect(request(getBalance, {})).resolves.toMatchObject({ balance: { available: 0 } });
  });

  test('ends after thirty days', async () => {
    const { api } = await playerApi();
    const end = later(api, 30 * DAY);
    api.now = new Date(end.getTime() - 1000);
    await expect(request(getBalance, {})).resolves.toMatchObject({ balance: { available: 0 } });
    api.now = new Date(end.getTime() + 1000);
    await expect(request(getBalance, {})).rejects.toMatchObject({ status: 401 });
  });

  test('gets a 401 on every call if it is invalid, even on those open to guests', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const [, secret = ''] = player.token.split('|');
    const spoilt = [
      'guest',
      'garbage',
      '1|',
      `${player.id}|${secret.slice(1)}`,
      `1|${'A'.repeat(43)}`,
      secret,
      `1|${"' OR 1=1 --".padEnd(43, '-')}`,
      'x'.repeat(7000),
    ];
    for (const token of spoilt) {
      api.actAs({ ...player, token });
      const tried = token.slice(0, 60);
      await expect(request(listRewards, {}), tried).rejects.toMatchObject({
        status: 401,
        code: 'unauthenticated',
      });
      await expect(request(getBalance, {}), tried).rejects.toMatchObject({ status: 401 });
    }
    expect(new Set(api.unauthorized)).toEqual(new Set(spoilt));
  });

  test('is required, accepted whatever the case of its scheme, and stored only as a hash', async () => {
    const api = await testApi();
    const { token } = await api.addPlayer();
    const response = await api.raw('/api/user/balance');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual({ code: 'unauthenticated', message: expect.any(String) });
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${token}` };
      expect((await api.raw('/api/user/balance', { headers })).status, scheme).toBe(200);
    }
    const [, secret = ''] = token.split('|');
    expect(secret).toHaveLength(43);
    const rows = await api.db.drizzle.select().from(tokens);
    for (const { hash } of rows) expect(Buffer.from(hash).toString('latin1')).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

test('another’s account shows only its public profile, and an unknown one isn’t found', async () => {
  const api = await testApi();
  const other = await join(api, 'very.private@test.example');
  await request(saveBirthDate, { body: { birth_date: '2000-01-01' } });
  await request(saveDeliveryDetail, { body: { reward_id: 84, value: 'Mira_k' } });
  api.actAs(await api.addPlayer());
  const { user: seen } = await request(getUser, { params: { id: other.id } });
  expect(Object.keys(seen).sort()).toEqual(['avatar', 'created_at', 'id', 'name', 'sample']);
  // The part before the @ is most of an address.
  expect(JSON.stringify(seen)).not.toContain('private');
  await expect(request(getUser, { params: { id: 999_999 } })).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
  });
});

describe('the birth date', () => {
  test('is saved once, down to the required age, and rejected with an explanation otherwise', async () => {
    const api = await testApi();
    const [mira, ...others] = await addPlayers(api, 3);
    api.actAs(mira ?? null);
    for (const [date, words] of [
      ['31.05.2001', '2001-05-31'],
      ['', '2001-05-31'],
      ['2027-01-01', 'year'],
    ] as const)
      await expect(request(saveBirthDate, { body: { birth_date: date } }), date).rejects.toMatchObject(
        wrong('birth_date', words),
      );
    for (const _ of ['first', 'again'])
      expect((await request(saveBirthDate, { body: { birth_date: '2001-05-31' } })).user.birth_date).toBe(
        '2001-05-31',
      );
    await expect(request(saveBirthDate, { body: { birth_date: '1990-05-31' } })).rejects.toMatchObject(
      wrong('birth_date', 'already'),
    );
    // Exactly thirteen today, and born on 29 February.
    for (const [at, date] of ['2013-11-18', '2004-02-29'].entries()) {
      api.actAs(others[at] ?? null);
      expect((await request(saveBirthDate, { body: { birth_date: date } })).user.birth_date).toBe(date);
    }
    expect(api.logged).toEqual([]);
  });

  test('of somebody who is too young suspends the account, is the last one entered, and leads to its deletion', async () => {
    const { api, player } = await playerApi();
    for (const date of ['2013-11-19', '2013-11-19'])
      await expect(request(saveBirthDate, { body: { birth_date: date } })).rejects.toMatchObject({
        message: expect.stringMatching(/13 or older|suspended/),
      });
    await expect(request(saveBirthDate, { body: { birth_date: '2001-05-31' } })).rejects.toMatchObject({
      code: 'suspended',
      message: expect.stringContaining('13 or older'),
    });
    await createToken(api.db.drizzle, player.id, 'another login', api.now);
    pass(api, DELETION_DAYS * DAY);
    await eraseDue(api);
    const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, player.id));
    expect(row?.erasedAt).toEqual(api.now);
  });

  test('never closes a demo account, which is shared', async () => {
    const { api, player } = await playerApi();
    await api.db.drizzle.update(users).set({ sample: true }).where(eq(users.id, player.id));
    await expect(request(saveBirthDate, { body: { birth_date: '2015-05-31' } })).rejects.toMatchObject(
      wrong('birth_date', '13 or older'),
    );
    expect(await rowOf(api, player.id)).toMatchObject({ birthDate: null, suspendedAt: null });
  });

  test('that was mistyped can be entered again after an operator has cleared it', async () => {
    const { api, player } = await playerApi();
    const clear = (id = player.id) =>
      endOf(request(clearBirthDate, { params: { id }, body: { reason: 'A slip of the year.' } }));
    api.operateAs(await api.addOperator());
    expect(await clear()).toBe('nothing_to_do');
    expect(await clear(99_999)).toBe('not_found');
    const save = (birth_date: string) => endOf(request(saveBirthDate, { body: { birth_date } }));
    expect(await save('2015-05-31')).toBe('invalid: birth_date');
    expect(await clear()).toBe('done');
    expect((await request(listNotifications, { query: {} })).data).toMatchObject([
      { body: 'A slip of the year.' },
    ]);
    expect((await request(listAuditEvents, { query: { user_id: player.id } })).data).toMatchObject([
      { act: 'user.clear_birth_date', reason: 'A slip of the year.', before: {}, after: {} },
    ]);
    expect(await save('2005-05-31')).toBe('done');
    expect((await request(getUser, { params: { id: player.id } })).user).toMatchObject({
      birth_date: '2005-05-31',
      suspended: null,
    });
    pass(api, DELETION_DAYS * DAY);
    await eraseDue(api);
    await request(getUser, { params: { id: player.id } });
  });

  test('that was too young is undone by clearing it, even after the suspension was lifted or replaced, and by nothing else', async () => {
    const { api, player } = await playerApi();
    api.operateAs(await api.addOperator());
    const given = { params: { id: player.id }, body: { reason: 'A slip of the year.' } };
    expect(await endOf(request(saveBirthDate, { body: { birth_date: '2015-05-31' } }))).toBe(
      'invalid: birth_date',
    );
    expect(await brokenIn(api.db)).toEqual([]);
    await expect(request(liftSuspension, given)).rejects.toMatchObject({
      code: 'nothing_to_do',
      message: expect.stringContaining('clear the date of birth'),
    });
    // As an older version lifted it.
    await api.db.drizzle.update(users).set({ suspendedAt: null, suspendedFor: null });
    await request(suspendUser, given);
    await request(clearBirthDate, given);
    expect(await rowOf(api, player.id)).toMatchObject({
      birthDate: null,
      deletionDueAt: null,
      suspendedFor: 'A slip of the year.',
    });
    await request(liftSuspension, given);
    await request(saveBirthDate, { body: { birth_date: '2005-05-31' } });
    pass(api, DELETION_DAYS * DAY);
    await eraseDue(api);
    await request(getUser, { params: { id: player.id } });
  });

  test('clears no deletion that an adult asked for', async () => {
    const { api, player } = await playerApi();
    api.operateAs(await api.addOperator());
    await request(saveBirthDate, { body: { birth_date: '2005-05-31' } });
    await api.db.drizzle.update(users).set({ deletionAskedAt: api.now, deletionDueAt: api.now });
    await request(clearBirthDate, { params: { id: player.id }, body: { reason: 'A slip of the year.' } });
    expect(await rowOf(api, player.id)).toMatchObject({ birthDate: null, deletionDueAt: api.now });
  });

  test('sent ten times concurrently is saved once, and the other calls are rejected', {
    tags: 'concurrent',
  }, async () => {
    const { player } = await playerApi();
    const dates = Array.from({ length: 10 }, (_, at) => `20${String(at).padStart(2, '0')}-01-01`);
    const all = await Promise.allSettled(
      dates.map((birth_date) => request(saveBirthDate, { body: { birth_date } })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const kept = (await request(getUser, { params: { id: player.id } })).user.birth_date;
    expect(all[dates.indexOf(kept ?? '')]).toMatchObject({ status: 'fulfilled' });
  });
});

describe('a delivery detail', () => {
  test('is stored under its field, can be overwritten, and is rejected if it can’t be right', async () => {
    const { api, player } = await playerApi();
    await request(saveDeliveryDetail, { body: { reward_id: 84, value: 'Mira_k' } });
    await request(saveDeliveryDetail, { body: { reward_id: 84, value: 'Mira_other' } });
    expect((await request(getUser, { params: { id: player.id } })).user.delivery_details).toEqual({
      roblox_username: 'Mira_other',
    });
    await expect(
      request(saveDeliveryDetail, { body: { reward_id: 12, value: 'somewhere' } }),
    ).rejects.toMatchObject(wrong('value', 'code'));
    for (const id of [999_999, 2 ** 31, 2 ** 53 - 1])
      await expect(
        request(saveDeliveryDetail, { body: { reward_id: id, value: 'somewhere' } }),
      ).rejects.toMatchObject({ status: 404 });
    const [mouse] = (await request(listRewards, { query: { per_page: 100, 'game-name': 'mouse' } })).data;
    // No database text can contain that character.
    await expect(
      request(saveDeliveryDetail, { body: { reward_id: mouse?.id ?? 0, value: 'Main Street\u0000 5' } }),
    ).rejects.toMatchObject(wrong('value'));
    expect(api.logged).toEqual([]);
  });

  test('is encrypted for its owner and its field', async () => {
    const api = await testApi();
    const [mira, jan] = [await api.addPlayer(), await api.addPlayer()];
    for (const player of [jan, mira]) {
      api.actAs(player);
      await request(saveDeliveryDetail, { body: { reward_id: 84, value: 'Mira_k' } });
    }
    const kept = async (userId: number) =>
      (await api.db.drizzle.select().from(deliveryDetails).where(eq(deliveryDetails.userId, userId)))[0];
    const value = (await kept(mira.id))?.value ?? '';
    expect(value).toMatch(/^v1\./);
    expect(value).not.toContain('Mira_k');
    // The same name encrypted twice differs.
    expect((await kept(jan.id))?.value).not.toBe(value);
    // A detail moved in the database can't be decrypted, neither for another account nor as another field.
    const change = (userId: number, moved: { value?: string; field?: string }) =>
      api.db.drizzle.update(deliveryDetails).set(moved).where(eq(deliveryDetails.userId, userId));
    await change(jan.id, { value });
    await change(mira.id, { field: 'steam_name' });
    for (const player of [jan, mira]) {
      api.actAs(player);
      expect((await request(getUser, { params: { id: player.id } })).user.delivery_details).toEqual({});
    }
    expect(api.logged).not.toEqual([]);
    expect(JSON.stringify(api.logged.splice(0))).not.toMatch(/mira/i);
  });

  test('whose key is lost is found at the start, and one with a replaced key can still be read', async () => {
    const { api, player } = await playerApi();
    await request(saveDeliveryDetail, { body: { reward_id: 84, value: 'Mira_k' } });
    const [old, next] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    expect(await countUnreadable(api.db.drizzle, createVault([next]))).toBe(1);
    const both = createVault([next, old]);
    expect(await countUnreadable(api.db.drizzle, both)).toBe(0);
    expect(await detailsOf(api.db.drizzle, both, player.id)).toEqual({ roblox_username: 'Mira_k' });
  });
});

test('countries are listed by code and English name, in order', async () => {
  await testApi();
  const { countries } = await request(getCountries, {});
  expect(countries).toContainEqual({ code: 'CI', name: 'Côte d’Ivoire' });
  expect(new Set(countries.map(({ code }) => code)).size).toBe(249);
  const names = countries.map(({ name }) => name);
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
});
