/** A process that is told to stop answers what was sent before, without STOP_DELAY too. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPglite } from '../../../server/db/database.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { testKey } from '../../support/vault.ts';

const body = JSON.stringify({ email: 'nobody@test.example', password: 'opens nothing', captcha: 'none' });
const request = `POST /api/login-user HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Sends a sign-in over a connection of its own; `sent` once the system has it, `status` when it is answered. */
function signIn(port: number): { sent: Promise<void>; status: Promise<string> } {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  onTestFinished(() => void socket.destroy());
  const sent = new Promise<void>((done) => socket.once('connect', () => socket.write(request, () => done())));
  const status = new Promise<string>((done) => {
    socket.once('data', (text) => done(text.toString('latin1', 9, 12)));
    socket.once('error', (error) => done(error.message));
    socket.once('close', () => done('closed'));
  });
  return { sent, status };
}

async function start(): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stop-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const template = new Blob([readFileSync(inject('template'))]);
  await (await openPglite(join(dataDir, 'db'), template)).close();
  return startServerProcess({ DATA_DIR: dataDir, DATA_KEYS: testKey });
}

/** Or told to come back, where the machine is too busy for all of them. */
const answered = expect.stringMatching(/^(?:422|503)$/);

test('sign-ins that wait in the queues of a process that gets no processor while it stops are all answered', async () => {
  const server = await start();
  const stopped = server.stop();
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${server.api}/readyz`)).status).toBe(503);
  process.kill(server.pid, 'SIGSTOP');
  const all = Array.from({ length: 40 }, () => signIn(server.api));
  await Promise.all(all.map(({ sent }) => sent));
  // Its time for last arrivals runs out before it can take one.
  await pause(400);
  process.kill(server.pid, 'SIGCONT');
  expect(await Promise.all(all.map(({ status }) => status))).toEqual(Array(40).fill(answered));
  await stopped;
});

test('ten sign-ins that were sent just before SIGTERM are all answered', async () => {
  const server = await start();
  const all = Array.from({ length: 10 }, () => signIn(server.api));
  await Promise.all(all.map(({ sent }) => sent));
  await server.stop();
  expect(await Promise.all(all.map(({ status }) => status))).toEqual(Array(10).fill(answered));
});
