/** A process that is asked to stop finishes earlier calls, even without STOP_DELAY. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPglite } from '../../../server/db/database.ts';
import { demoAccount } from '../../../server/db/seed.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { testKey } from '../../support/vault.ts';

/** Sends a form over a separate connection; `sent` once the system has it, `status` when it is answered. */
function send(port: number, path: string, form: object): { sent: Promise<void>; status: Promise<string> } {
  const body = JSON.stringify(form);
  const request = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  onTestFinished(() => void socket.destroy());
  const sent = new Promise<void>((done) => socket.once('connect', () => socket.write(request, () => done())));
  const status = new Promise<string>((done) => {
    socket.once('data', (text) => done(text.toString('latin1', 9, 12)));
    socket.once('error', (error) => done('code' in error ? String(error.code) : error.message));
    socket.once('close', () => done('closed'));
  });
  return { sent, status };
}

test('calls sent before SIGTERM are answered and their mails sent, and later calls are rejected', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stop-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const template = new Blob([readFileSync(inject('template'))]);
  await (await openPglite(join(dataDir, 'db'), template)).close();
  const { url, mails } = await startMailServer();
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    DATA_KEYS: testKey,
    MAIL_URL: url,
    MAIL_FROM: 'no-reply@test.example',
  });
  // So few that none has to wait in the queue, where a slow machine might reject it (http/admission.ts).
  const mail = () => send(server.api, '/api/password/email', { email: demoAccount.email, captcha: 'none' });
  const signIn = () =>
    send(server.api, '/api/login-user', {
      email: 'nobody@test.example',
      password: 'opens nothing',
      captcha: 'none',
    });

  // On a slow disk the first ones take longer than connections are kept after the signal.
  expect(await mail().status).toBe('200');
  expect(await signIn().status).toBe('422');

  // It has read none of them when the signal arrives.
  process.kill(server.pid, 'SIGSTOP');
  const all = [signIn(), ...Array.from({ length: 4 }, mail)];
  await Promise.all(all.map(({ sent }) => sent));
  const stopped = server.stop();
  process.kill(server.pid, 'SIGCONT');
  await stopped;

  expect(await Promise.all(all.map(({ status }) => status))).toEqual(['422', ...Array(4).fill('200')]);
  expect(mails).toHaveLength(5);
  expect(await mail().status).toBe('ECONNREFUSED');
});
