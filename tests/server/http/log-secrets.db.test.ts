/** When statements fail, nothing that was sent is in the log, for any call, job or mail. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { unsubscribeUrlOf } from '../../../server/features/notifications/unsubscribe.ts';
import { calls } from '../../../server/http/docs.ts';
import { jobsOf, startJobs } from '../../../server/jobs/jobs.ts';
import { createMailQueue } from '../../../server/mail/queue.ts';
import { createLog } from '../../../server/observability/log.ts';
import { createBackground } from '../../../server/platform/background.ts';
import { addressOf, type Call } from '../../../src/lib/contract/call.ts';
import { testApi } from '../../support/api.ts';
import { callSample } from '../../support/call-samples.ts';
import { asOwner } from '../../support/database.ts';
import { PLANTED_SECRET as SECRET } from '../../support/log-secrets.ts';
import { testVault } from '../../support/vault.ts';

/** Samples for fields with more rules than a length. */
const planted: Readonly<Record<string, string>> = {
  email: `${SECRET}@mail.test`,
  new_email: `${SECRET}@mail.test`,
  password: `${SECRET} lantern harbour`,
  password_confirmation: `${SECRET} lantern harbour`,
  birth_date: '1994-05-06',
};
const plant = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      planted[name] ??
        (typeof value === 'string' && /^x+$/.test(value) ? SECRET.padEnd(value.length, 'x') : value),
    ]),
  );

test('with every row refused by the database', async () => {
  const lines: string[] = [];
  const log = createLog({ format: 'json', write: (line) => lines.push(line), now: () => new Date() });
  const api = await testApi({ log, logCall: log, logSecurity: log });
  const player = await api.addPlayer(9000);
  const operator = await api.addOperator();
  // Each error names the rejected row, as PostgreSQL's own errors do.
  await asOwner(api.db, (drizzle) =>
    drizzle.execute(
      sql.raw(`DO $$ DECLARE name text; BEGIN
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
          EXECUTE format('ALTER TABLE %I ADD CONSTRAINT refused CHECK (false) NOT VALID', name);
        END LOOP; END $$`),
    ),
  );
  const parts = { id: 1, rate: 5, partner: 'demo', key: crypto.randomUUID(), status: 'like', field: 'gone' };
  const failed: string[] = [];
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    if (call.method === 'GET') continue;
    const { token } = call.who === 'operator' ? operator : player;
    const answer = await api.raw(addressOf(call, parts), {
      method: call.method,
      headers: {
        'idempotency-key': crypto.randomUUID(),
        ...(call.who === 'stranger' || call.who === 'guest' ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(call.body ? plant(callSample(call.body)) : {}),
    });
    if (answer.status === 500) failed.push(name);
  }
  // From every group, the calls that get as far as writing their input.
  expect(failed.length).toBeGreaterThan(20);
  expect(failed).toEqual(
    expect.arrayContaining(['registerUser', 'saveDeliveryDetail', 'addComment', 'writeToUser']),
  );

  const jobs = jobsOf({
    db: api.db,
    sendMail: async () => {},
    unsubscribeUrl: () => 'http://api.test',
    push: null,
    log,
  });
  await startJobs(api.db, jobs, log)();
  const mails = createMailQueue({
    db: api.db.drizzle,
    vault: testVault,
    send: () => Promise.reject(new Error(`421 try again, <${SECRET}@mail.test>`)),
    isWanted: async () => true,
    clock: () => api.now,
    log,
  });
  createBackground(log).run('a mail', () =>
    mails.send({ to: `${SECRET}@mail.test`, subject: SECRET, text: SECRET, html: '' }),
  );
  await expect.poll(() => lines.at(-1)).toContain('a mail: a statement failed');
  const found = lines.join('\n');
  expect(found).toContain('the jobs couldn’t run: a statement failed');
  // The beginning of an encrypted text, and of a password hash.
  for (const secret of [SECRET, 'v1.', '$argon2', player.token, operator.token])
    expect(found.toLowerCase()).not.toContain(secret.toLowerCase());
});

test('with a token in the address', async () => {
  const lines: string[] = [];
  const log = createLog({ format: 'json', write: (line) => lines.push(line), now: () => new Date() });
  const api = await testApi({ log, logCall: log, logSecurity: log });
  const { id } = await api.addPlayer();
  await asOwner(api.db, (drizzle) => drizzle.execute('ALTER TABLE notification_settings RENAME TO gone'));
  const address = unsubscribeUrlOf(testVault, '')(id, 'message');
  expect((await api.raw(address, { method: 'POST' })).status).toBe(500);
  const found = lines.join('\n');
  expect(found).toContain('POST /api/unsubscribe/:token (');
  expect(found).not.toContain(address.slice(-20));
});
