import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createOutbox } from '../../../../server/mail/outbox.ts';
import { createSmtp } from '../../../../server/mail/smtp.ts';
import { mailUser, silentServer, startMailServer } from '../../../support/mail-server.ts';

const from = 'Playtally <no-reply@playtally.example>';
const mail = {
  to: 'mira@test.example',
  subject: 'A link for you – today',
  html: '<!doctype html><p>Hello.</p>',
  text: 'Hello,\n\nopen http://site.test/a/long/link?with=a%40b&more=of-it-than-one-line-of-a-mail-ever-holds-in-one-piece here – it’s yours.',
};

describe('the outbox', () => {
  function outbox() {
    const root = mkdtempSync(join(tmpdir(), 'outbox-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const folder = join(root, 'data/outbox');
    const logged: string[] = [];
    const clock = () => new Date('2026-11-21T10:06:25.123Z');
    return {
      folder,
      logged,
      send: createOutbox({ folder, from, clock, log: (text) => void logged.push(text) }),
    };
  }

  test('stores each mail as a file that only its owner can read', async () => {
    const { folder, send } = outbox();
    await send(mail);
    await send({ ...mail, to: 'jan@test.example' });
    expect(readdirSync(folder).sort()).toEqual([
      '2026-11-21T10-06-25-123Z-1.eml',
      '2026-11-21T10-06-25-123Z-2.eml',
    ]);
    const file = join(folder, '2026-11-21T10-06-25-123Z-1.eml');
    const kept = readFileSync(file, 'utf8');
    expect(kept, 'links stay in one piece').toContain(`\n\n${mail.text}\n`);
    expect(await PostalMime.parse(kept)).toMatchObject({
      from: { name: 'Playtally', address: 'no-reply@playtally.example' },
      to: [{ address: mail.to }],
      subject: mail.subject,
      date: '2026-11-21T10:06:25.000Z',
      text: `${mail.text}\n`,
      html: `${mail.html}\n`,
    });
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test('returns a mail’s link, or its file if it has none', async () => {
    const { folder, logged, send } = outbox();
    await send(mail);
    await send({ ...mail, text: 'Hello.' });
    expect(logged).toEqual([
      'Mail for mira@test.example: http://site.test/a/long/link?with=a%40b&more=of-it-than-one-line-of-a-mail-ever-holds-in-one-piece',
      `Mail for mira@test.example: ${join(folder, '2026-11-21T10-06-25-123Z-2.eml')}`,
    ]);
  });
});

describe('a mail server', () => {
  test('gets the whole mail', async () => {
    const server = await startMailServer();
    await createSmtp({ url: server.url, from })(mail);
    expect(server.mails).toHaveLength(1);
    const [got] = server.mails;
    expect(got).toMatchObject({ from: 'no-reply@playtally.example', to: [mail.to], text: mail.text });
    expect(got?.head.get('from')).toBe(from);
    expect(got?.head.get('to')).toBe(mail.to);
    expect(got?.head.get('auto-submitted')).toBe('auto-generated');
  });

  test('gets the name and password from the URL', async () => {
    const server = await startMailServer({ needsLogin: true });
    const login = (password: string) =>
      `smtp://${mailUser.name}:${encodeURIComponent(password)}@127.0.0.1:${server.port}`;
    await createSmtp({ url: login(mailUser.password), from })(mail);
    expect(server.mails).toMatchObject([{ user: mailUser.name }]);
    await expect(createSmtp({ url: login('wrong'), from })(mail)).rejects.toThrow(/who are you/);
  });

  test('gets one recipient, whatever the address looks like', async () => {
    const server = await startMailServer();
    const send = createSmtp({ url: server.url, from });
    await send({ ...mail, to: 'a@test.example, b@test.example' }).catch(() => {});
    await send({ ...mail, to: 'a@test.example\r\nBcc: b@test.example' }).catch(() => {});
    expect(server.mails.flatMap(({ to }) => to)).not.toContain('b@test.example');
    expect(server.mails.flatMap(({ head }) => [...head.keys()])).not.toContain('bcc');
  });

  test('that rejects a mail is reported in its own words', async () => {
    const server = await startMailServer();
    server.refuse('no such box');
    await expect(createSmtp({ url: server.url, from })(mail)).rejects.toThrow(/no such box/);
  });

  test('that is down is given up on', async () => {
    const server = await startMailServer();
    await server.close();
    await expect(createSmtp({ url: server.url, from })(mail)).rejects.toThrow(/ECONNREFUSED/);
  });

  test('that doesn’t answer times out, and the connection is closed', async () => {
    const lines: Socket[] = [];
    const url = await silentServer((line) => void lines.push(line));
    // Long enough to connect on a busy machine.
    await expect(createSmtp({ url, from, timeout: 2_000 })(mail)).rejects.toThrow();
    await expect.poll(() => lines.map((line) => line.resume().closed)).toEqual([true]);
  });

  test('on another machine without encryption gets no password', async () => {
    const server = await startMailServer({ needsLogin: true });
    // This machine, under a name that doesn't reveal that.
    const url = `smtp://${mailUser.name}:${encodeURIComponent(mailUser.password)}@[::ffff:127.0.0.1]:${server.port}`;
    await expect(createSmtp({ url, from })(mail)).rejects.toThrow(/TLS/);
    expect(server.mails).toEqual([]);
  });

  test('on another machine without encryption gets no mail either, because mails contain links', async () => {
    const server = await startMailServer();
    const url = `smtp://[::ffff:127.0.0.1]:${server.port}`;
    await expect(createSmtp({ url, from })(mail)).rejects.toThrow(/TLS/);
    expect(server.mails).toEqual([]);
  });

  test.each(['smtp', 'smtps'])('with an untrusted certificate gets nothing: %s', async (scheme) => {
    const server = await startMailServer({ tls: scheme === 'smtps' ? 'first' : 'offered' });
    const url = `${scheme}://[::ffff:127.0.0.1]:${server.port}`;
    await expect(createSmtp({ url, from })(mail)).rejects.toThrow(/certificate/);
    expect(server.mails).toEqual([]);
  });
});
