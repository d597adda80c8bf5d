import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { deliveryDetails, tokens, users } from '../../server/db/schema.ts';
import { countUnreadable, detailsOf } from '../../server/domain/delivery-details.ts';
import { createVault } from '../../server/domain/vault.ts';
import {
  getBalance,
  getCountries,
  getUser,
  logout,
  saveBirthDate,
  saveDeliveryDetail,
} from '../../src/lib/api/account.ts';
import { listRewards } from '../../src/lib/api/rewards.ts';
import { login, register, requestPasswordReset } from '../../src/lib/api/sign-in.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';
import { hashesOf } from '../support/hashes.ts';

const PASSWORD = 'correct horse 7';
const captcha = 'off';

/** Joins through the API and acts as the new user from then on. */
async function join(api: TestApi, email: string, reflink?: string): Promise<Player> {
  const { token, user } = await register({ email, password: PASSWORD, captcha, reflink });
  const player = { id: user.id, email, token };
  api.actAs(player);
  return player;
}

describe('joining', () => {
  test('signs in with an empty balance, and the token works', async () => {
    const api = await testApi();
    const { id } = await join(api, 'mira@test.example');
    expect(await getUser(id)).toMatchObject({
      email: 'mira@test.example',
      balance: { available: 0, pending: 0, reserved: 0, debt: 0 },
      delivery_details: {},
      myreward: null,
      birth_date: null,
      sample: false,
    });
  });

  test('takes the address trimmed and in lower case, however it is typed', async () => {
    const api = await testApi();
    const { id } = await join(api, '  Mira.K@Test.Example ');
    expect((await getUser(id)).email).toBe('mira.k@test.example');
    api.actAs(null);
    const again = await register({ email: 'MIRA.K@test.example', password: PASSWORD, captcha });
    expect(again.user.id).toBe(id);
  });

  test('with the same form twenty times at once makes one account', { tags: 'both' }, async () => {
    const api = await testApi();
    const form = { email: 'mira@test.example', password: PASSWORD, captcha };
    const all = await Promise.all(Array.from({ length: 20 }, () => register(form)));
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(1);
    expect(new Set(all.map(({ token }) => token)).size).toBe(20);
    expect(await api.db.drizzle.$count(users, eq(users.email, form.email))).toBe(1);
  });

  test('asks in words for what is wrong', async () => {
    await testApi();
    const attempt = register({ email: 'mira at home', password: 'short', captcha: '' });
    await expect(attempt).rejects.toMatchObject({
      status: 422,
      fields: {
        email: expect.stringContaining('name@example.com'),
        password: expect.stringContaining('at least 10'),
        captcha: expect.stringContaining('person'),
      },
    });
  });

  test('names what is missing', async () => {
    const api = await testApi();
    const response = await api.raw('/api/registration-user', { method: 'POST', body: '{}' });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      errors: {
        email: ['email is missing.'],
        password: ['password is missing.'],
        captcha: ['captcha is missing.'],
      },
    });
  });

  test('remembers whose link it came by, and minds no unknown one', async () => {
    const api = await testApi();
    const friend = await api.addPlayer();
    const inviterOf = async (player: Player) =>
      (await api.db.drizzle.select().from(users).where(eq(users.id, player.id)))[0]?.invitedBy;
    expect(await inviterOf(await join(api, 'a@test.example', String(friend.id)))).toBe(friend.id);
    api.actAs(null);
    for (const [at, unknown] of [
      '999999',
      '99999999999999',
      '-1',
      'friend',
      '1; drop table users',
    ].entries()) {
      expect(await inviterOf(await join(api, `b${at}@test.example`, unknown))).toBeNull();
      api.actAs(null);
    }
  });
});

/** What a call answers, without what is different each time. */
async function answerOf(api: TestApi, path: string, body: object) {
  const response = await api.raw(path, { method: 'POST', body: JSON.stringify({ ...body, captcha }) });
  const text = (await response.text())
    .replaceAll(/"(token|known_device)":"[^"]+"/g, '"$1":"…"')
    .replaceAll(/"id":\d+|"name":"[^"]+"/g, '…');
  return { status: response.status, head: [...response.headers.keys()].sort(), text };
}

describe('who has an account', () => {
  const taken = 'mira@test.example';

  /** An account whose owner has confirmed the address. */
  async function owner(api: TestApi): Promise<number> {
    const { id } = await join(api, taken);
    await api.db.drizzle.update(users).set({ emailConfirmedAt: api.now }).where(eq(users.id, id));
    api.actAs(null);
    return id;
  }

  test('isn’t told by joining: the answer is the same, and so is what can be done after', async () => {
    const api = await testApi();
    const id = await owner(api);
    const form = { password: 'another horse 9' };
    const [known, free] = [
      await answerOf(api, '/api/registration-user', { ...form, email: taken }),
      await answerOf(api, '/api/registration-user', { ...form, email: 'fred@test.example' }),
    ];
    expect(known).toEqual({ ...free, text: free.text.replace('fred@', 'mira@') });
    // Again, with that password and another, as whoever wants to know would try.
    for (const password of ['another horse 9', 'a third horse 9'])
      for (const call of ['/api/registration-user', '/api/login-user', '/api/login-user']) {
        const [mira, fred] = [
          await answerOf(api, call, { email: taken, password }),
          await answerOf(api, call, { email: 'fred@test.example', password }),
        ];
        expect(mira, `${call} with ${password}`).toEqual({
          ...fred,
          text: fred.text.replace('fred@', 'mira@'),
        });
      }
    // Nothing of that reached the owner's account.
    expect((await login({ email: taken, password: PASSWORD, captcha })).user.id).toBe(id);
  });

  test('is told to the owner alone, by mail', async () => {
    const api = await testApi();
    await owner(api);
    await register({ email: taken, password: 'another horse 9', captcha });
    await api.background.idle();
    expect(api.mails.at(-1)).toMatchObject({
      to: taken,
      subject: expect.stringContaining('account already'),
    });
  });

  test('and joins again with the same password is in that account', async () => {
    const api = await testApi();
    const id = await owner(api);
    expect((await register({ email: taken, password: PASSWORD, captcha })).user.id).toBe(id);
  });

  test('isn’t told by the time either: each of the three makes as many hashes', async () => {
    const api = await testApi();
    await owner(api);
    const calls: Record<string, (email: string) => Promise<unknown>> = {
      login: (email) => login({ email, password: 'another horse 9', captcha }).catch(() => {}),
      joining: (email) => register({ email, password: `another horse ${email.length}`, captcha }),
      asking: (email) => requestPasswordReset({ email, captcha }),
    };
    const made: Record<string, number> = {};
    for (const [what, call] of Object.entries(calls)) {
      const known = await hashesOf(() => call(taken));
      expect(await hashesOf(() => call(`nobody-${what}@test.example`)), what).toBe(known);
      made[what] = known;
    }
    expect(made).toMatchObject({ login: 1, asking: 0 });
    expect(made.joining).toBeGreaterThan(0);
  });
});

describe('a password that is tried first', () => {
  test.each([
    ['1234567890', 'tried first'],
    ['Password123', 'tried first'],
    ['QWERTYUIOP', 'tried first'],
    ['abababababab', 'same few signs'],
    ['playtally2026', 'the name Playtally'],
    ['mira-test-12', 'your address'],
  ])('%s is refused when joining, in words', async (password, words) => {
    await testApi();
    await expect(register({ email: 'mira@test.example', password, captcha })).rejects.toMatchObject({
      status: 422,
      fields: { password: expect.stringContaining(words) },
    });
  });

  test.each(['correct horse 7', 'mira likes long walks', '🦊🦊🐢🐢🐙🐙🦉🦉', 'xxxxxxxxyzab'])(
    '%s is nobody’s first try',
    async (password) => {
      await testApi();
      await expect(register({ email: 'mira@test.example', password, captcha })).resolves.toBeTruthy();
    },
  );
});

describe('logging in', () => {
  test('answers the same to a wrong password and an unknown address', async () => {
    const api = await testApi();
    await join(api, 'mira@test.example');
    api.actAs(null);
    const refusal = async (email: string, password: string) =>
      login({ email, password, captcha }).then(
        () => 'let in',
        ({ status, code, message, fields }) => ({ status, code, message, fields }),
      );
    const wrong = await refusal('mira@test.example', 'correct horse 8');
    expect(wrong).toMatchObject({ status: 422, code: 'invalid', fields: { email: expect.any(String) } });
    expect(await refusal('nobody@test.example', PASSWORD)).toEqual(wrong);
    // An account without a password, such as a sample's, is nobody's to enter.
    expect(await refusal('sample@playtally.example', '')).not.toBe('let in');
    expect(await refusal('sample@playtally.example', 'null')).toEqual(wrong);
  });

  test('with a hash of other costs, or of the address before, stores one of today', async () => {
    const api = await testApi();
    const { id, email } = await join(api, 'mira@test.example');
    api.actAs(null);
    const stored = async () =>
      (await api.db.drizzle.select().from(users).where(eq(users.id, id)))[0]?.passwordHash ?? '';
    const first = await stored();
    await api.db.drizzle.update(users).set({ email: 'mira.new@test.example' }).where(eq(users.id, id));
    await login({ email: 'mira.new@test.example', password: PASSWORD, captcha });
    const second = await stored();
    expect(second).not.toBe(first);
    await login({ email: 'mira.new@test.example', password: PASSWORD, captcha });
    expect(await stored()).toBe(second);
    await expect(login({ email, password: PASSWORD, captcha })).rejects.toMatchObject({ status: 422 });
  });

  test('takes the address in any case and makes a token of its own', async () => {
    const api = await testApi();
    const first = await join(api, 'mira@test.example');
    api.actAs(null);
    const { token, user } = await login({ email: ' MIRA@Test.Example', password: PASSWORD, captcha });
    expect(user).toMatchObject({ id: first.id, email: 'mira@test.example' });
    expect(token).not.toBe(first.token);
  });

  test('reads a password as the same however its accents were typed', async () => {
    const api = await testApi();
    await register({ email: 'zoe@test.example', password: 'pass\u00e9 compos\u00e9', captcha });
    api.actAs(null);
    const typed = login({ email: 'zoe@test.example', password: 'passe\u0301 compose\u0301', captcha });
    await expect(typed).resolves.toMatchObject({ user: { email: 'zoe@test.example' } });
  });
});

describe('a token', () => {
  test('ends when its owner logs out, and no other does', async () => {
    const api = await testApi();
    const here = await join(api, 'mira@test.example');
    api.actAs(null);
    const elsewhere = {
      ...here,
      token: (await login({ email: here.email, password: PASSWORD, captcha })).token,
    };
    api.actAs(here);
    await logout();
    await expect(getBalance()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(api.unauthorized).toEqual([here.token]);
    api.actAs(elsewhere);
    await expect(getBalance()).resolves.toMatchObject({ available: 0 });
  });

  test('ends after thirty days', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    api.now = new Date(api.now.getTime() + 30 * 86_400_000 - 1000);
    await expect(getBalance()).resolves.toMatchObject({ available: 0 });
    api.now = new Date(api.now.getTime() + 2000);
    await expect(getBalance()).rejects.toMatchObject({ status: 401 });
  });

  test('that does not hold is 401 on every call, those open to guests as well', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const secret = player.token.split('|')[1] ?? '';
    const spoilt = [
      'guest',
      'garbage',
      '1|',
      `${player.id}|${secret.slice(1)}`,
      `1|${'A'.repeat(43)}`,
      `${secret}`,
      `1|${"' OR 1=1 --".padEnd(43, '-')}`,
      'x'.repeat(7000),
    ];
    for (const token of spoilt) {
      api.actAs({ ...player, token });
      const tried = token.slice(0, 60);
      await expect(listRewards(), tried).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
      await expect(getBalance(), tried).rejects.toMatchObject({ status: 401 });
    }
    expect(new Set(api.unauthorized)).toEqual(new Set(spoilt));
  });

  test('is asked for where a user is needed, by name in the answer', async () => {
    const api = await testApi();
    const response = await api.raw('/api/user/balance');
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual({ code: 'unauthenticated', message: expect.any(String) });
  });

  test('is taken whatever the case of the scheme', async () => {
    const api = await testApi();
    const { token } = await api.addPlayer();
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect(
        (await api.raw('/api/user/balance', { headers: { authorization: `${scheme} ${token}` } })).status,
      ).toBe(200);
  });

  test('is kept as a hash alone', async () => {
    const api = await testApi();
    const { token } = await api.addPlayer();
    const secret = token.split('|')[1] ?? '';
    const rows = await api.db.drizzle.select().from(tokens);
    expect(secret).toHaveLength(43);
    for (const row of rows) expect(Buffer.from(row.hash).toString('latin1')).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe("another's account", () => {
  test('shows its public face alone', async () => {
    const api = await testApi();
    const other = await join(api, 'very.private@test.example');
    await saveBirthDate('2000-01-01');
    await saveDeliveryDetail(84, 'Mira_k');
    api.actAs(await api.addPlayer());
    const seen = await getUser(other.id);
    expect(Object.keys(seen).sort()).toEqual(['avatar', 'created_at', 'id', 'name', 'sample']);
    // The part before the @ is most of an address.
    expect(JSON.stringify(seen)).not.toContain('private');
  });

  test('that does not exist is not found', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    await expect(getUser(999_999)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('the birth date', () => {
  test('is saved once', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    expect((await saveBirthDate('2001-05-31')).birth_date).toBe('2001-05-31');
    expect((await saveBirthDate('2001-05-31')).birth_date).toBe('2001-05-31');
    await expect(saveBirthDate('1990-05-31')).rejects.toMatchObject({
      status: 422,
      fields: { birth_date: expect.stringContaining('already') },
    });
  });

  test('by two at once is that of one of them, and the other hears so', { tags: 'both' }, async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    api.actAs(player);
    const dates = Array.from({ length: 10 }, (_, at) => `20${String(at).padStart(2, '0')}-01-01`);
    const all = await Promise.allSettled(dates.map(saveBirthDate));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const kept = (await getUser(player.id)).birth_date;
    expect(all[dates.indexOf(kept ?? '')]).toMatchObject({ status: 'fulfilled' });
  });

  test.each([
    ['31.05.2001', '2001-05-31'],
    ['', '2001-05-31'],
    ['2013-11-19', '13 and older'],
    ['2027-01-01', 'year'],
  ])('%s is refused in words', async (date, words) => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    await expect(saveBirthDate(date)).rejects.toMatchObject({
      status: 422,
      fields: { birth_date: expect.stringContaining(words) },
    });
    expect(api.logged).toEqual([]);
  });

  test('of who turns thirteen today is taken, and 29 February too', async () => {
    const api = await testApi();
    for (const date of ['2013-11-18', '2004-02-29']) {
      api.actAs(await api.addPlayer());
      expect((await saveBirthDate(date)).birth_date).toBe(date);
    }
  });
});

describe('a delivery detail', () => {
  test('with a character that no text can have is refused', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    const { data } = await listRewards({ per_page: 100, 'game-name': 'mouse' });
    expect(data[0]).toBeDefined();
    await expect(saveDeliveryDetail(data[0]?.id ?? 0, 'Main Street\u0000 5')).rejects.toMatchObject({
      status: 422,
      fields: { value: expect.any(String) },
    });
    expect(api.logged).toEqual([]);
  });

  test('is kept under its field and written over', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    api.actAs(player);
    await saveDeliveryDetail(84, 'Mira_k');
    await saveDeliveryDetail(84, 'Mira_other');
    expect((await getUser(player.id)).delivery_details).toEqual({ roblox_username: 'Mira_other' });
  });

  test('is sealed for its owner and its field', async () => {
    const api = await testApi();
    const [mira, jan] = [await api.addPlayer(), await api.addPlayer()];
    const kept = async (userId: number) =>
      (await api.db.drizzle.select().from(deliveryDetails).where(eq(deliveryDetails.userId, userId)))[0];
    for (const player of [jan, mira]) {
      api.actAs(player);
      await saveDeliveryDetail(84, 'Mira_k');
    }
    const { value = '' } = (await kept(mira.id)) ?? {};
    expect(value).toMatch(/^v1\./);
    expect(value).not.toContain('Mira_k');
    // The same name twice doesn't look the same.
    expect((await kept(jan.id))?.value).not.toBe(value);
    // What somebody moves in the database opens nothing, neither for another account nor as another detail.
    await api.db.drizzle.update(deliveryDetails).set({ value }).where(eq(deliveryDetails.userId, jan.id));
    await api.db.drizzle
      .update(deliveryDetails)
      .set({ field: 'steam_name' })
      .where(eq(deliveryDetails.userId, mira.id));
    for (const player of [jan, mira]) {
      api.actAs(player);
      expect((await getUser(player.id)).delivery_details).toEqual({});
    }
    expect(api.logged).not.toEqual([]);
    expect(JSON.stringify(api.logged.splice(0))).not.toMatch(/mira/i);
  });

  test('whose key is lost is found at the start, and one of a key that was followed by another opens', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    api.actAs(player);
    await saveDeliveryDetail(84, 'Mira_k');
    const [old, next] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
    expect(await countUnreadable(api.db.drizzle, createVault([next]))).toBe(1);
    const both = createVault([next, old]);
    expect(await countUnreadable(api.db.drizzle, both)).toBe(0);
    expect(await detailsOf(api.db.drizzle, both, player.id)).toEqual({ roblox_username: 'Mira_k' });
  });

  test('of a reward that is a code, or of none, is refused', async () => {
    const api = await testApi();
    api.actAs(await api.addPlayer());
    await expect(saveDeliveryDetail(12, 'somewhere')).rejects.toMatchObject({
      fields: { value: expect.stringContaining('code') },
    });
    for (const id of [999_999, 2 ** 31, 2 ** 53 - 1])
      await expect(saveDeliveryDetail(id, 'somewhere')).rejects.toMatchObject({ status: 404 });
    expect(api.logged).toEqual([]);
  });
});

test('countries come by code and English name, in order', async () => {
  await testApi();
  const countries = await getCountries();
  expect(countries).toHaveLength(249);
  expect(countries).toContainEqual({ code: 'CI', name: 'Côte d’Ivoire' });
  expect(new Set(countries.map(({ code }) => code)).size).toBe(249);
  expect(countries.map(({ name }) => name)).toEqual(
    countries.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en')),
  );
});
