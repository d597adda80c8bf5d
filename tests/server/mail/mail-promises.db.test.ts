/** A promised mail is sent, now or later: if it can't be stored, nothing is promised and nothing is made. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { changeEmail, requestConfirmation } from '../../../src/lib/contract/auth/confirmation.ts';
import { requestFactorRecovery } from '../../../src/lib/contract/auth/factor-recovery.ts';
import { registerUser, requestPasswordReset } from '../../../src/lib/contract/auth/sign-in.ts';
import { request, testApi } from '../../support/api.ts';
import { asOwner } from '../../support/database.ts';

test('a form that promises a mail is 503 while the database has no room for one', async () => {
  const api = await testApi();
  const form = { email: 'player@test.example', password: 'seven loud kettles', captcha: 'none' };
  const { token, user } = (await request(registerUser, { body: form })).success;
  const player = { id: user.id, email: form.email, token };
  await api.background.idle();
  api.mails.length = 0;
  const before = await api.db.drizzle.$count(users);
  await asOwner(api.db, async (owner) => {
    await owner.execute(
      sql`CREATE FUNCTION test_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$`,
    );
    await owner.execute(
      sql`CREATE TRIGGER test_full BEFORE INSERT ON mail_queue FOR EACH ROW EXECUTE FUNCTION test_full()`,
    );
  });
  const full = { status: 503, code: 'storage_full', retryAfter: 60 };
  const email = 'newcomer@test.example';
  await expect(
    request(requestPasswordReset, { body: { email: player.email, captcha: 'none' } }),
  ).rejects.toMatchObject(full);
  await expect(request(requestPasswordReset, { body: { email, captcha: 'none' } })).rejects.toMatchObject(
    full,
  );
  await expect(request(registerUser, { body: { ...form, email } })).rejects.toMatchObject(full);
  await expect(request(requestFactorRecovery, { body: form })).rejects.toMatchObject(full);
  api.actAs(player);
  await expect(request(requestConfirmation, { body: {} })).rejects.toMatchObject(full);
  await expect(request(changeEmail, { body: { email, password: form.password } })).rejects.toMatchObject(
    full,
  );
  expect([await api.db.drizzle.$count(users), api.mails]).toEqual([before, []]);
});
