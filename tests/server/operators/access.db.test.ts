import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Drizzle } from '../../../server/db/database.ts';
import { operatorActs, operatorInvitations, operators } from '../../../server/db/schema.ts';
import { createAltcha } from '../../../server/features/auth/captcha.ts';
import { logInOperator } from '../../../server/features/operators/operators.ts';
import { firstSetupCode } from '../../../server/features/operators/setup.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import type { Query } from '../../../src/lib/contract/call.ts';
import { OPERATOR_IDLE_MINUTES, OPERATOR_SESSION_HOURS } from '../../../src/lib/contract/operator-limits.ts';
import {
  beginOperatorSetUp,
  confirmOperatorSetUp,
  endOperator,
  getOperatorCaptcha,
  getOverview,
  inviteOperator,
  listOperatorSessions,
  listOperators,
  operatorLogIn,
  operatorLogOut,
  revokeOperatorSession,
  withdrawInvitation,
} from '../../../src/lib/contract/operators/operator.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { codeOf, secretOf, wrongCodeOf } from '../../support/app-codes.ts';
import { asOwner, testDatabase } from '../../support/database.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { hashesOf } from '../../support/hashes.ts';
import type { TestOperator } from '../../support/operator.ts';
import { solvedCaptcha } from '../../support/solve-captcha.ts';
import { HOUR, MINUTE, pass } from '../../support/time.ts';
import { testVault } from '../../support/vault.ts';

const FORM = { name: 'Ada', email: 'ada@play.example', password: 'seven quiet lanterns' };
const WHY = 'She has left the company.';

const logIn = (api: TestApi, one: TestOperator, change = {}) =>
  request(operatorLogIn, {
    body: {
      email: one.email,
      password: one.password,
      code: codeOf(one.secret, api.now),
      captcha: 'off',
      ...change,
    },
  });

/** The first operator, with the server's code. */
async function setUp(api: TestApi, code: string, form = FORM) {
  const { secret } = await request(beginOperatorSetUp, { body: { ...form, setup_code: code } });
  return request(confirmOperatorSetUp, {
    body: { setup_code: code, code: codeOf(secretOf(secret), api.now) },
  });
}

const acts = async () => (await request(listAuditEvents, {})).data.map(({ act }) => act);

describe('the first operator', () => {
  test('signs up with the server’s code and a second factor, once', async () => {
    const api = await testApi();
    const code = (await firstSetupCode(api.db, undefined, api.now)) ?? '';
    expect(code).toMatch(/^(?:[A-Z2-7]{4}-){6}[A-Z2-7]{4}$/);
    const session = await setUp(api, code.toLowerCase().replaceAll('-', ' '));
    expect(session).toMatchObject({ operator: { name: 'Ada', email: FORM.email, invited_by: null } });
    api.operateAs(session);
    expect((await request(getOverview, {})).operator.email).toBe(FORM.email);
    expect(await acts()).toEqual(['operator.set_up']);
    expect(await endOf(setUp(api, code, { ...FORM, email: 'eve@play.example' }))).toBe('invalid: setup_code');
    expect(await firstSetupCode(api.db, undefined, api.now)).toBeNull();
  });

  test('exists only after a code of the app has confirmed it, and only once if several do at the same moment', {
    tags: 'concurrent',
  }, async () => {
    const api = await testApi();
    const code = (await firstSetupCode(api.db, undefined, api.now)) ?? '';
    const { secret } = await request(beginOperatorSetUp, { body: { ...FORM, setup_code: code } });
    const confirm = (totp: string) =>
      request(confirmOperatorSetUp, { body: { setup_code: code, code: totp } });
    expect(await endOf(confirm(wrongCodeOf(secretOf(secret), api.now)))).toBe('invalid: code');
    expect(await api.db.drizzle.$count(operators)).toBe(0);
    const ends = await endsOf([1, 2, 3].map(() => confirm(codeOf(secretOf(secret), api.now))));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(await api.db.drizzle.$count(operators)).toBe(1);
  });

  test('signs up in production with the setting’s code, which opens nothing afterwards', async () => {
    const api = await testApi();
    const setting = 'a-setting-of-some-length';
    expect(await firstSetupCode(api.db, setting, api.now)).toBeNull();
    api.operateAs(await setUp(api, setting));
    expect(await firstSetupCode(api.db, setting, api.now)).toBeNull();
    expect(await endOf(setUp(api, setting, { ...FORM, email: 'eve@play.example' }))).toBe(
      'invalid: setup_code',
    );
  });
});

describe('a setup code', () => {
  test('that is guessed, expired, withdrawn or from an earlier start reveals nothing and opens nothing', async () => {
    const api = await testApi();
    const first = (await firstSetupCode(api.db, undefined, api.now)) ?? '';
    const second = (await firstSetupCode(api.db, undefined, api.now)) ?? '';
    const refused = { fields: { setup_code: expect.stringContaining('was used or has expired') } };
    await expect(setUp(api, first)).rejects.toMatchObject(refused);
    await expect(setUp(api, 'AAAA-BBBB-CCCC-DDDD-EEEE')).rejects.toMatchObject(refused);
    const [row] = await api.db.drizzle
      .select()
      .from(operatorInvitations)
      .where(eq(operatorInvitations.note, 'the first operator'));
    expect(JSON.stringify(row)).not.toContain(second.slice(0, 9));
    pass(api, 72 * HOUR + MINUTE);
    await expect(setUp(api, second)).rejects.toMatchObject(refused);

    const one = await api.addOperator();
    api.operateAs(one);
    const { setup_code: code } = await request(inviteOperator, {
      body: { note: 'for Ada, who fulfils orders' },
    });
    const { invitations } = await request(listOperators, {});
    expect(JSON.stringify(invitations)).not.toContain(code);
    await request(withdrawInvitation, { params: { id: invitations[0]?.id ?? 0 } });
    await expect(setUp(api, code)).rejects.toMatchObject(refused);
    expect(await endOf(request(withdrawInvitation, { params: { id: invitations[0]?.id ?? 0 } }))).toBe(
      'nothing_to_do',
    );
  });
});

describe('logging in', () => {
  test('takes both password and code, and gives the same answer whichever is wrong', async () => {
    const api = await testApi();
    const one = await api.addOperator();
    const other = await api.addOperator();
    const words: unknown[] = [];
    for (const change of [
      { password: 'something else' },
      { code: wrongCodeOf(one.secret, api.now) },
      { code: codeOf(other.secret, api.now) },
      { email: 'nobody@test.example' },
    ])
      await logIn(api, one, change).catch((error) => words.push(error.fields.email));
    expect(words).toHaveLength(4);
    expect(new Set(words).size).toBe(1);
    expect(await endOf(logIn(api, one, { code: '' }))).toBe('invalid: code');
    const session = await logIn(api, one);
    expect(session.token).toMatch(/^operator-\d+\|[\w-]{43}$/);
    api.operateAs(session);
    // Operators should see that someone had the password but no code.
    expect((await acts()).filter((act) => act === 'operator.code_refused')).toHaveLength(2);
  });

  test('doesn’t reveal by its timing who is an operator or how far an attempt got', async () => {
    const api = await testApi();
    const one = await api.addOperator();
    for (const change of [
      { email: 'nobody@test.example' },
      { password: 'something else' },
      { code: wrongCodeOf(one.secret, api.now) },
      {},
    ])
      expect(await hashesOf(() => logIn(api, one, change).catch(() => {})), JSON.stringify(change)).toBe(1);
  });

  test('takes each code once, even if two send it at the same moment', { tags: 'concurrent' }, async () => {
    const api = await testApi();
    const one = await api.addOperator();
    const ends = await endsOf([1, 2, 3].map(() => logIn(api, one)));
    expect(ends.toSorted()).toEqual(['done', 'invalid: email', 'invalid: email']);
    // Nor the previous one, which would still be valid.
    for (const off of [0, -1])
      expect(await endOf(logIn(api, one, { code: codeOf(one.secret, api.now, off) }))).toBe('invalid: email');
    pass(api, MINUTE);
    await logIn(api, one);
  });

  test('takes fifty codes an hour from all networks together, then only codes from a known device', async () => {
    const api = await testApi();
    const { email, password, secret } = await api.addOperator();
    const parts = { vault: testVault, rateLimit: true };
    const given = { email, password, device: 'a test', now: api.now };
    const tried = (code: string, from: string | null) =>
      endOf(logInOperator(api.db, parts, { ...given, code, from }));
    const guess = wrongCodeOf(secret, api.now);
    for (let at = 0; at < 50; at++) expect(await tried(guess, `network ${at % 5}`)).toBe('invalid: email');
    const right = codeOf(secret, api.now);
    expect(await tried(right, 'network 5')).toBe('invalid: email');
    expect(await tried(right, null)).toBe('done');
    const [, refused] = await api.db.drizzle.select().from(operatorActs).orderBy(desc(operatorActs.id));
    expect(refused).toMatchObject({
      act: 'operator.code_refused',
      reason: expect.stringContaining('too many'),
    });
  });

  test('counts an attempt only after its proof of work, so that knowing the address isn’t enough to lock anyone out', async () => {
    const db = await testDatabase();
    const operatorCaptcha = createAltcha({
      db: db.drizzle,
      secret: Buffer.alloc(32, 7),
      clock: () => new Date(),
    });
    const api = await testApi({ db, operatorCaptcha, rateLimit: true });
    // The captcha's library reads the system clock.
    api.now = new Date();
    const one = await api.addOperator();
    const code = wrongCodeOf(one.secret, api.now);
    const refused = { status: 422, fields: { captcha: expect.any(String) } };
    for (const captcha of ['off', 'x', ...Array.from({ length: 10 }, (_, at) => `guess ${at}`)])
      expect(await hashesOf(() => expect(logIn(api, one, { captcha })).rejects.toMatchObject(refused))).toBe(
        0,
      );
    const { captcha } = await solvedWork();
    // The server decides: the same proof of work counts once, and it can't be left out.
    expect(await endOf(logIn(api, one, { captcha, code }))).toBe('invalid: email');
    await expect(logIn(api, one, { captcha })).rejects.toMatchObject(refused);
    await logIn(api, one, await solvedWork());
    await expect(
      request(operatorLogIn, { body: { email: one.email, password: one.password, code, captcha: '' } }),
    ).rejects.toMatchObject(refused);
  });
});

/** The proof of work that a browser and the command line do before logging in. */
async function solvedWork(): Promise<{ captcha: string }> {
  const { challenge } = await request(getOperatorCaptcha, {});
  if (challenge === null) throw new Error('no work was asked for');
  return { captcha: await solvedCaptcha(challenge) };
}

describe('a session', () => {
  test('opens no player’s call, and a player’s session opens no operators’ call', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const one = await api.addOperator();
    const status = async (token: string, path: string) =>
      (await api.send(token, 'GET', `/api/${path}`)).status;
    const secret = (token: string) => token.split('|')[1] ?? '';
    for (const token of [
      player.token,
      `operator-1|${secret(player.token)}`,
      `operator-1|${'A'.repeat(43)}`,
      '',
    ])
      for (const path of ['overview', 'rewards', 'audit', `users/${player.id}`, 'adjustments', 'sessions'])
        expect(await status(token, `operator/${path}`), path).toBe(401);
    for (const token of [one.token, `1|${secret(one.token)}`])
      for (const path of ['balance', 'orders', 'inventory'])
        expect(await status(token, `user/${path}`), path).toBe(401);
    api.actAs(player);
    await request(getBalance, {});
    expect(await endOf(request(getOverview, {}))).toBe('unauthenticated');
    // The end of an operator's session doesn't affect the player's.
    expect(api.unauthorized).toEqual([]);
  });

  test('ends after half an hour without a call, and after twelve hours in any case', async () => {
    const api = await testApi();
    const idle = await api.addOperator();
    api.operateAs(idle);
    pass(api, (OPERATOR_IDLE_MINUTES - 1) * MINUTE);
    await request(getOverview, {});
    pass(api, (OPERATOR_IDLE_MINUTES - 1) * MINUTE);
    await request(getOverview, {});
    pass(api, OPERATOR_IDLE_MINUTES * MINUTE);
    expect(await endOf(request(getOverview, {}))).toBe('unauthenticated');
    const busy = await api.addOperator();
    api.operateAs(busy);
    for (let at = 0; at < OPERATOR_SESSION_HOURS * 3 - 1; at++) {
      pass(api, 20 * MINUTE);
      await request(getOverview, {});
    }
    pass(api, 20 * MINUTE);
    expect(await endOf(request(getOverview, {}))).toBe('unauthenticated');
  });

  test('is listed, and can be ended by its owner, by another operator, or by logging out', async () => {
    const api = await testApi();
    const one = await api.addOperator();
    const two = await api.addOperator();
    api.operateAs(two);
    const { sessions } = await request(listOperatorSessions, {});
    expect(sessions.map(({ operator: { id }, current }) => [id, current])).toEqual([
      [two.id, true],
      [one.id, false],
    ]);
    await request(revokeOperatorSession, { params: { id: sessions[1]?.id ?? 0 } });
    expect(await endOf(request(revokeOperatorSession, { params: { id: sessions[1]?.id ?? 0 } }))).toBe(
      'not_found',
    );
    await request(operatorLogOut, {});
    for (const gone of [one, two]) {
      api.operateAs(gone);
      expect(await endOf(request(getOverview, {}))).toBe('unauthenticated');
    }
  });
});

test('an operator invites another and ends their access: sessions, sign-in and invitations too', async () => {
  const api = await testApi();
  const one = await api.addOperator();
  api.operateAs(one);
  const { setup_code: code } = await request(inviteOperator, {
    body: { note: 'for Ada, who fulfils orders' },
  });
  const ada = await setUp(api, code);
  expect(ada.operator.invited_by?.id).toBe(one.id);
  api.operateAs(ada);
  const { setup_code: open } = await request(inviteOperator, { body: { note: 'for somebody of hers' } });
  expect(await endOf(request(endOperator, { params: { id: ada.operator.id }, body: { reason: WHY } }))).toBe(
    'forbidden',
  );
  api.operateAs(one);
  expect(
    await endOf(request(endOperator, { params: { id: ada.operator.id }, body: { reason: ' no ' } })),
  ).toBe('invalid: reason');
  expect(
    (await request(endOperator, { params: { id: ada.operator.id }, body: { reason: WHY } })).operator,
  ).toMatchObject({ ended_by: { id: one.id } });
  expect(await endOf(request(endOperator, { params: { id: ada.operator.id }, body: { reason: WHY } }))).toBe(
    'nothing_to_do',
  );
  expect(await endOf(request(endOperator, { params: { id: 999 }, body: { reason: WHY } }))).toBe('not_found');
  expect(await endOf(setUp(api, open))).toBe('invalid: setup_code');
  expect(await acts()).toContain('operator.end');
  api.operateAs(ada);
  expect(await endOf(request(getOverview, {}))).toBe('unauthenticated');
  pass(api, MINUTE);
  const { email, password } = FORM;
  const again = request(operatorLogIn, { body: { email, password, code: '123456', captcha: 'off' } });
  expect(await endOf(again)).toBe('invalid: email');
});

test('one of two operators who end each other’s access at the same moment stays', {
  tags: 'concurrent',
}, async () => {
  const api = await testApi();
  const [one, two] = [await api.addOperator(), await api.addOperator()];
  const end = (by: TestOperator, whom: TestOperator) =>
    api.send(by.token, 'POST', `/api/operator/operators/${whom.id}/end`, { reason: WHY });
  const answers = await Promise.all([end(one, two), end(two, one)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

describe('the log', () => {
  test('can be searched by operator, action, subject and day, a page at a time', async () => {
    const api = await testApi();
    const one = await api.addOperator();
    api.operateAs(one);
    for (const note of ['for the first', 'for the second', 'for the third'])
      await request(inviteOperator, { body: { note } });
    const page = await request(listAuditEvents, {
      query: { per_page: 2, operator_id: one.id, act: 'operator' },
    });
    expect(page).toMatchObject({ total: 3, last_page: 2, data: [{ after: { note: 'for the third' } }, {}] });
    expect(page.next_page_url).toContain('operator_id=');
    const total = async (query: Query<typeof listAuditEvents>) =>
      (await request(listAuditEvents, { query })).total;
    expect(await total({ act: 'operator.invite', subject: 'operator' })).toBe(3);
    // An SQL pattern is only text here.
    for (const none of [
      { act: '%' },
      { act: 'operato_' },
      { subject: 'order' as const },
      { from: '2026-11-19' },
    ])
      expect(await total(none), JSON.stringify(none)).toBe(0);
    expect(await total({ from: '2026-11-18', to: '2026-11-18' })).toBe(3);
    expect(await endOf(request(listAuditEvents, { query: { from: 'yesterday' } }))).toBe('invalid: from');
  });

  test('can’t be changed by anyone', async () => {
    const api = await testApi();
    api.operateAs(await api.addOperator());
    await request(inviteOperator, { body: { note: 'for the first' } });
    const attempts = [
      (db: Drizzle) => db.update(operatorActs).set({ reason: 'never happened' }),
      (db: Drizzle) => db.delete(operatorActs),
      (db: Drizzle) => db.execute(sql`TRUNCATE operator_acts`),
    ];
    for (const attempt of attempts)
      await expect(asOwner(api.db, async (db) => void (await attempt(db)))).rejects.toMatchObject({
        cause: { message: expect.stringContaining('append-only') },
      });
    expect(await api.db.drizzle.$count(operatorActs)).toBe(1);
  });
});
