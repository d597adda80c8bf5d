import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mailQueue } from '../../../server/db/schema.ts';
import type { ComposedMail } from '../../../server/mail/mail.ts';
import { createMailQueue } from '../../../server/mail/queue.ts';
import { createSmtp } from '../../../server/mail/smtp.ts';
import { registerUser, requestPasswordReset, resetPassword } from '../../../src/lib/contract/auth/sign-in.ts';
import { composed, request, testApi } from '../../support/api.ts';
import { testDatabase } from '../../support/database.ts';
import { mailUser, startMailServer } from '../../support/mail-server.ts';
import { testVault } from '../../support/vault.ts';

const mail: ComposedMail = {
  to: 'mira@test.example',
  subject: 'A link',
  text: 'http://site.test/a/secret',
  html: '<a href="http://site.test/a/secret">A link</a>',
  unsubscribe: 'http://api.test/u/secret',
};
const MINUTE = 60_000;

/** A queue with a mail server that may go down. `pass` lets this many minutes pass and tries due mails. */
async function withQueue({ needsLogin = false } = {}) {
  const db = await testDatabase();
  const server = await startMailServer({ needsLogin });
  const logged: string[] = [];
  let now = new Date('2026-11-18T12:00:00Z');
  let url = server.url;
  let took = 0;
  let ended = '';
  const queue = createMailQueue({
    db: db.drizzle,
    vault: testVault,
    send: async (one) => {
      now = new Date(now.getTime() + took);
      await createSmtp({ url, from: 'Play <no-reply@play.test>' })(one);
    },
    isWanted: async (unsubscribe) => unsubscribe !== ended,
    clock: () => now,
    log: (text) => void logged.push(text),
  });
  return {
    db,
    server,
    logged,
    queue,
    away: (value: boolean) => {
      // A port without a server: the connection is refused.
      url = value ? 'smtp://127.0.0.1:1' : server.url;
    },
    /** From now on each mail takes this many milliseconds. */
    slow: (milliseconds: number) => {
      took = milliseconds;
    },
    /** From now on, the reader no longer wants mails with this unsubscribe URL. */
    end: (unsubscribe: string | undefined) => {
      ended = unsubscribe ?? '';
    },
    /** From now on mails are sent as this user. */
    logIn: (user: { name: string; password: string }) => {
      const one = new URL(server.url);
      one.username = encodeURIComponent(user.name);
      one.password = encodeURIComponent(user.password);
      url = one.href;
    },
    waiting: () => db.drizzle.select().from(mailQueue),
    async pass(minutes: number) {
      now = new Date(now.getTime() + minutes * MINUTE);
      await queue.retry(now);
    },
  };
}

test('a mail that goes immediately isn’t kept', async () => {
  const { queue, server, waiting, pass } = await withQueue();
  await queue.send(mail);
  await pass(60);
  expect(server.mails).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

test('a mail that waits isn’t sent to a reader who has unsubscribed meanwhile', async () => {
  const { queue, server, waiting, pass, away, end } = await withQueue();
  away(true);
  await queue.send(mail);
  await queue.send({ ...mail, text: 'Your password has changed.', unsubscribe: undefined });
  end(mail.unsubscribe);
  away(false);
  await pass(1);
  expect(server.mails.map(({ text }) => text.trim())).toEqual(['Your password has changed.']);
  expect(await waiting()).toEqual([]);
});

test('while the mail server is down, a mail is kept encrypted, and is sent once when the server is back', async () => {
  const { queue, server, waiting, pass, away, logged } = await withQueue();
  away(true);
  await queue.send(mail);
  await pass(1);
  const [row] = await waiting();
  expect(row?.attempts).toBe(2);
  // Checks for characters that the encrypted text, which may contain any letters, can't have.
  expect(JSON.stringify(row)).not.toMatch(/mira@|\/secret|A link/);
  away(false);
  await pass(1);
  expect(server.mails, 'its next try is two minutes after the last').toEqual([]);
  await pass(1);
  expect(server.mails).toMatchObject([{ to: [mail.to], text: mail.text, html: mail.html }]);
  expect(server.mails[0]?.head.get('list-unsubscribe')).toBe(`<${mail.unsubscribe}>`);
  expect(await waiting()).toEqual([]);
  await pass(60);
  expect(server.mails).toHaveLength(1);
  expect(logged).toHaveLength(2);
  for (const line of logged) expect(line).toMatch(/could not be sent.*ECONNREFUSED/);
  expect(logged.join()).not.toMatch(/mira|secret/);
});

test('a mail that an earlier version stored without HTML is sent as text only', async () => {
  const { db, queue, server, waiting, pass, away } = await withQueue();
  away(true);
  await queue.send(mail);
  const [row] = await waiting();
  const { to, subject, text } = mail;
  const sealed = testVault.seal(`mail:${row?.id}`, JSON.stringify({ to, subject, text }));
  await db.drizzle.update(mailQueue).set({ sealed });
  away(false);
  await pass(1);
  expect(server.mails).toMatchObject([{ text, html: '' }]);
});

test('the pauses grow, and an expired mail is given up', async () => {
  const { queue, waiting, pass, away, logged, server } = await withQueue();
  away(true);
  await queue.send({ ...mail, until: new Date('2026-11-18T13:00:00Z') });
  const tries: (number | undefined)[] = [];
  for (let minute = 1; minute <= 59; minute++) {
    await pass(1);
    tries.push((await waiting())[0]?.attempts);
  }
  expect(tries.filter((count, at) => count !== tries[at - 1])).toEqual([2, 3, 4, 5, 6]);
  away(false);
  await pass(60);
  expect(await waiting()).toEqual([]);
  expect(server.mails).toEqual([]);
  expect(logged.at(-1)).toContain('given up after');
});

test('what the mail server rejects permanently is logged and not retried', async () => {
  const { queue, server, waiting, away, pass, logged } = await withQueue();
  server.refuse('no such box');
  await expect(queue.send(mail)).rejects.toThrow(/no such box/);
  expect(await waiting()).toEqual([]);
  away(true);
  await queue.send(mail);
  away(false);
  await pass(1);
  expect(await waiting()).toEqual([]);
  expect(logged.at(-1)).toMatch(/given up after 2 tries.*no such box/);
});

test('a message that it rejects after receiving all of it isn’t retried either', async () => {
  const { queue, server, waiting } = await withQueue();
  server.refuse('too like an advertisement', 'message');
  await expect(queue.send(mail)).rejects.toThrow(/too like an advertisement/);
  expect(await waiting()).toEqual([]);
});

test.each([
  ['recipient', '5.1.1 no such box'],
  ['recipient', '5.2.1 the box is closed'],
  ['message', '5.6.0 not a message'],
] as const)('so is what it rejects because of this %s: %s', async (what, words) => {
  const { queue, server, waiting } = await withQueue();
  server.refuse(words, what);
  await expect(queue.send(mail)).rejects.toThrow(words);
  expect(await waiting()).toEqual([]);
});

test.each([
  ['recipient', '5.7.1 Relay access denied'],
  ['recipient', '5.1.8 Sender address rejected: domain not found'],
  ['recipient', '5.5.1 no valid recipients'],
  ['message', '5.7.0 client host is on a list'],
] as const)(
  'what it rejects because of us, not of the %s, is kept until that is fixed: %s',
  async (what, words) => {
    const { queue, server, waiting, pass, logged } = await withQueue();
    server.refuse(words, what);
    await queue.send(mail);
    await pass(1);
    expect(await waiting()).toMatchObject([{ attempts: 2 }]);
    expect(logged.join('\n')).toContain(words);
    server.refuse(null, what);
    await pass(2);
    expect(server.mails).toMatchObject([{ to: [mail.to] }]);
    expect(await waiting()).toEqual([]);
  },
);

test('no mail is lost while the mail server rejects our login', async () => {
  const { queue, server, waiting, pass, logIn, logged } = await withQueue({ needsLogin: true });
  // Without a name it rejects the sender (530), and with an expired password the login (535).
  await queue.send({ ...mail, to: 'jan@test.example' });
  logIn({ ...mailUser, password: 'the one of last year' });
  await queue.send(mail);
  await pass(1);
  await pass(2);
  expect(await waiting()).toHaveLength(2);
  expect(logged.join('\n')).toMatch(/530.*Invalid login: 535/s);
  logIn(mailUser);
  await pass(60);
  expect(server.mails.map(({ to }) => to[0]).toSorted()).toEqual(['jan@test.example', mail.to]);
  expect(await waiting()).toEqual([]);
});

test('while the mail server is down, one attempt finds out and the others are skipped', async () => {
  const { queue, away, pass, waiting, logged, server } = await withQueue();
  away(true);
  for (const to of ['a', 'b', 'c']) await queue.send({ ...mail, to: `${to}@test.example` });
  logged.length = 0;
  await pass(1);
  expect(logged).toHaveLength(1);
  expect(await waiting()).toHaveLength(3);
  away(false);
  await pass(2);
  expect(server.mails).toHaveLength(3);
});

/** Keeps a mail to each of these while the server is down. */
async function keepAll(
  { away, queue }: Pick<Awaited<ReturnType<typeof withQueue>>, 'away' | 'queue'>,
  names: string[],
) {
  away(true);
  for (const name of names) await queue.send({ ...mail, to: `${name}@test.example` });
  away(false);
}

test('a recipient whom the mail server rejects for now doesn’t delay the mails of others', async () => {
  const setup = await withQueue();
  const { server, pass, waiting } = setup;
  await keepAll(setup, ['full', 'busy', 'c', 'd']);
  server.refuseRecipients(452, ['full@test.example']);
  server.refuseRecipients(450, ['busy@test.example']);
  await pass(1);
  expect(server.mails.map(({ to }) => to[0])).toEqual(['c@test.example', 'd@test.example']);
  expect(await waiting()).toMatchObject([{ attempts: 2 }, { attempts: 2 }]);
});

test('a mail server that closes with 421 isn’t asked again until the next run', async () => {
  const setup = await withQueue();
  const { server, pass, logged } = setup;
  await keepAll(setup, ['a', 'b', 'c']);
  logged.length = 0;
  server.refuseRecipients(421, ['a@test.example', 'b@test.example', 'c@test.example']);
  await pass(1);
  expect(logged).toHaveLength(1);
});

test('a mail that no key opens doesn’t delay the others', async () => {
  const setup = await withQueue();
  const { server, pass, waiting, db } = setup;
  await keepAll(setup, ['a', 'b']);
  const [first] = await waiting();
  if (first)
    await db.drizzle.update(mailQueue).set({ sealed: 'unreadable' }).where(eq(mailQueue.id, first.id));
  await pass(1);
  expect(server.mails).toHaveLength(1);
  expect(await waiting()).toMatchObject([{ attempts: 2 }]);
});

test('slow attempts end after a minute, and the next run continues', async () => {
  const { queue, away, pass, slow, waiting, server } = await withQueue();
  away(true);
  for (const to of ['a', 'b', 'c', 'd', 'e', 'f']) await queue.send({ ...mail, to: `${to}@test.example` });
  away(false);
  slow(14_000);
  await pass(1);
  expect(server.mails).toHaveLength(5);
  await pass(1);
  expect(server.mails).toHaveLength(6);
  expect(await waiting()).toEqual([]);
});

test('a link that arrived late still works', async () => {
  const { queue, away, pass, server, db } = await withQueue();
  const api = await testApi({ db, sendMail: composed(queue.send) });
  const email = 'mira@test.example';
  await request(registerUser, { body: { email, password: 'correct horse 7', captcha: 'off' } });
  await api.background.idle();
  away(true);
  await request(requestPasswordReset, { body: { email, captcha: 'off' } });
  await api.background.idle();
  away(false);
  await pass(1);
  const token = /find\/([\w-]+)\?/.exec(server.mails.at(-1)?.text ?? '')?.[1] ?? '';
  const password = 'battery staple 8';
  await expect(
    request(resetPassword, { body: { token, email, password, password_confirmation: password } }),
  ).resolves.toBeTruthy();
});
