import { globSync, readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { createUser } from '../../../server/features/auth/accounts.ts';
import { mailboxOf } from '../../../server/platform/mailbox.ts';
import { getUser } from '../../../src/lib/contract/account/account.ts';
import { confirmEmail, requestConfirmation } from '../../../src/lib/contract/auth/confirmation.ts';
import { registerUser, requestPasswordReset, resetPassword } from '../../../src/lib/contract/auth/sign-in.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { asOwner } from '../../support/database.ts';

const password = 'correct horse 7';
const captcha = 'off';
const box = 'jo.doe@gmail.com';
const spellings = ['jodoe@gmail.com', 'Jo.Doe+1@googlemail.com', 'jodoe+play+2@gmail.com'];

/** Signs up, and returns the account with the token of the mailed link. */
async function join(api: TestApi, email: string): Promise<{ player: Player; link: string }> {
  api.actAs(null);
  const { token, user } = (
    await request(registerUser, { body: { email, password: `${password} ${email}`, captcha } })
  ).success;
  const player = { id: user.id, email, token };
  await api.background.idle();
  const link = /\/confirm-email\/([\w-]+)\?/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? '';
  api.actAs(player);
  return { player, link };
}

async function resetBy(api: TestApi, email: string): Promise<void> {
  await request(requestPasswordReset, { body: { email, captcha } });
  await api.background.idle();
  const token = /\/password\/find\/([\w-]+)\?/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? '';
  await request(resetPassword, {
    body: {
      token,
      email,
      password: 'battery staple 8',
      password_confirmation: 'battery staple 8',
    },
  });
}

const isConfirmed = async (api: TestApi, userId: number) =>
  (await api.db.drizzle.select({ at: users.emailConfirmedAt }).from(users).where(eq(users.id, userId)))[0]
    ?.at != null;

describe('a mailbox confirms one account', () => {
  test.for(spellings)('however the address is written: %s', async (email) => {
    const api = await testApi();
    const before = await join(api, email);
    const owner = await join(api, box);
    await request(confirmEmail, { body: { token: owner.link } });
    // With a link from before the owner confirmed, with a new password, and with a provider that knows the address.
    api.actAs(before.player);
    await expect(request(confirmEmail, { body: { token: before.link } })).rejects.toMatchObject({
      fields: { token: expect.stringContaining('already confirmed this address') },
    });
    await resetBy(api, email.toLowerCase());
    expect(await isConfirmed(api, before.player.id)).toBe(false);
    const known = { email: email.toLowerCase(), passwordHash: null, confirmed: true, now: api.now };
    expect(await createUser(api.db.drizzle, known)).toBeNull();
    expect(await isConfirmed(api, owner.player.id)).toBe(true);
  });

  test('even if two confirm at the same moment', { tags: 'concurrent' }, async () => {
    const api = await testApi();
    const joined: { link: string }[] = [];
    for (const email of ['box+1@test.example', 'box+2@test.example', 'box+3@test.example'])
      joined.push(await join(api, email));
    const ends = await Promise.allSettled(
      joined.map(({ link }) => request(confirmEmail, { body: { token: link } })),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [kept] = await api.db.drizzle.select().from(users).where(sql`mailbox = 'box@test.example'`);
    await expect(
      api.db.drizzle
        .insert(users)
        .values({ email: 'box+9@test.example', name: 'x', emailConfirmedAt: api.now }),
    ).rejects.toThrow();
    expect(kept?.emailConfirmedAt).not.toBeNull();
  });

  test('and only the mailbox’s reader learns whether one has', async () => {
    const api = await testApi();
    await request(confirmEmail, { body: { token: (await join(api, 'taken@test.example')).link } });
    const answers: unknown[] = [];
    for (const email of ['taken+x@test.example', 'nobody+x@test.example']) {
      const { player } = await join(api, email);
      const {
        id,
        email: _,
        name,
        created_at,
        ...seen
      } = (await request(getUser, { params: { id: player.id } })).user;
      answers.push({
        ...seen,
        sent: (await request(requestConfirmation, { body: {} })).sent,
        checks: await request(checkRedemption, {}),
      });
    }
    expect(answers[0]).toEqual(answers[1]);
    await api.background.idle();
    const found = api.mails.filter(({ to }) => to === 'taken+x@test.example').map(({ text }) => text);
    expect(found).toHaveLength(2);
    for (const text of found) expect(text).toContain('already confirmed an account with this mailbox');
  });
});

test('mails to one mailbox are counted together, whatever asks for them', async () => {
  const api = await testApi({ rateLimit: true });
  const sent = () => api.mails.filter(({ to }) => mailboxOf(to) === 'full@test.example').length;
  for (let at = 0; at < 3; at++) await join(api, `full+${at}@test.example`);
  await request(requestConfirmation, { body: {} });
  await request(requestConfirmation, { body: {} });
  const refused = { status: 429 };
  await expect(request(requestConfirmation, { body: {} })).rejects.toMatchObject(refused);
  await expect(join(api, 'full+new@test.example')).rejects.toMatchObject(refused);
  await api.background.idle();
  expect(sent()).toBe(5);
  api.actAs(null);
  for (let at = 0; at < 5; at++)
    await request(requestPasswordReset, { body: { email: `full+${at % 3}@test.example`, captcha } });
  await expect(
    request(requestPasswordReset, { body: { email: 'full@test.example', captcha } }),
  ).rejects.toMatchObject(refused);
  await api.background.idle();
  expect(sent()).toBe(10);
});

test('the database normalizes a mailbox like the server', async () => {
  const api = await testApi();
  const odd = [
    ...spellings,
    'a@b@gmail.com',
    '+x@gmail.com',
    'a+@c.example',
    '"x+y"@z.example',
    'ÄB+1@x.example',
    'a.b-c_d+1@pm.me',
    'A.b-c_d@me.com',
  ];
  for (const email of odd)
    expect(await api.db.value('SELECT mailbox_of($1)', [email]), email).toBe(mailboxOf(email));
});

test.each([
  [['jo.doe@gmail.com', 'JoDoe+1@googlemail.com'], 'jodoe@gmail.com'],
  [['jo.doe@proton.me', 'jo-doe@protonmail.com', 'jo_doe@protonmail.ch', 'jodoe+x@pm.me'], 'jodoe@proton.me'],
  [['jo.doe@icloud.com', 'jo.doe@me.com', 'jo.doe+x@mac.com'], 'jo.doe@icloud.com'],
  [['jo.doe@mail.example'], 'jo.doe@mail.example'],
])('%j are one mailbox', (emails, mailbox) => {
  expect(emails.map(mailboxOf)).toEqual(emails.map(() => mailbox));
});

test('if several accounts confirmed one mailbox in the past, the first keeps it and the others confirm another', async () => {
  const api = await testApi();
  const [file = ''] = globSync('server/db/migrations/*_mailbox_owners.sql');
  const ids = await asOwner(api.db, async (owner) => {
    await owner.execute('ALTER TABLE users DROP COLUMN mailbox, DROP COLUMN mailbox_lost_at');
    await owner.execute('DROP FUNCTION mailbox_of');
    await owner.execute('ALTER TABLE contest_entries DROP COLUMN mailbox');
    const made: number[] = [];
    for (const [email, day] of [
      ['two+b@test.example', 2],
      ['two@test.example', 1],
      ['solo@test.example', 3],
    ] as const) {
      const { rows } = Object(
        await owner.execute(sql`INSERT INTO users (email, name, email_confirmed_at)
        VALUES (${email}, 'x', ${new Date(Date.UTC(2026, 9, day)).toISOString()}::timestamptz) RETURNING id`),
      );
      made.push(Number(rows[0].id));
      await owner.execute(sql`INSERT INTO balances (user_id) VALUES (${made.at(-1)})`);
    }
    for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint'))
      await owner.execute(statement);
    return made;
  });
  expect(await Promise.all(ids.map((id) => isConfirmed(api, id)))).toEqual([false, true, true]);
  const [first] = ids;
  if (first === undefined) throw new Error('nobody was stored');
  const [row] = await api.db.drizzle.select().from(users).where(eq(users.id, first));
  expect(row).toMatchObject({ mailbox: null, mailboxLostAt: expect.any(Date) });
});
