/**
 * Two API processes on one PostgreSQL: events of one reach the sockets of the other.
 * @module-tag postgres
 */
import pg from 'pg';
import Pusher from 'pusher-js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoAccount } from '../../../server/db/seed.ts';
import { userChannel } from '../../../src/lib/contract/channels.ts';
import { startPostgres } from '../../support/postgres.ts';
import { nextEvent, subscribed } from '../../support/realtime.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';

const postgres = await startPostgres({ fsync: 'off', full_page_writes: 'off' });
let here: ServerProcess;
let there: ServerProcess;

beforeAll(async () => {
  if (!postgres) return;
  // One after the other, because the first makes the tables and the demo data.
  here = await startServerProcess({ DATABASE_URL: postgres.url });
  there = await startServerProcess({ DATABASE_URL: postgres.url });
});

afterAll(async () => {
  await Promise.all([here?.stop(), there?.stop()]);
  await postgres?.stop();
});

interface Session {
  readonly token: string;
  readonly userId: number;
}

async function call(server: ServerProcess, path: string, body: object, token?: string): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${server.api}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  expect(answer.status, `${path}: ${await answer.clone().text()}`).toBe(200);
  return answer;
}

async function session(server: ServerProcess, path: string, form: object): Promise<Session> {
  const { success } = await (await call(server, path, { ...form, captcha: 'off' })).json();
  return { token: success.token, userId: success.user.id };
}

const logIn = (server: ServerProcess) => session(server, '/api/login-user', demoAccount);

/** The official client, as in a browser: signatures come from the API's own endpoint. */
function connect(server: ServerProcess, token: string): Pusher {
  const client = new Pusher('playtally', {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: server.realtime,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, answer) => {
        const body = new URLSearchParams({ socket_id: socketId, channel_name: channelName });
        fetch(`http://127.0.0.1:${server.api}/broadcasting/auth`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body,
        }).then(
          async (response) => answer(null, await response.json()),
          (error) => answer(error, null),
        );
      },
    },
  });
  onTestFinished(() => client.disconnect());
  return client;
}

const writeToSupport = (server: ServerProcess, { token }: Session) =>
  call(
    server,
    '/api/user/messages',
    { topic: 'other', subject: 'From the other process', body: 'Does this arrive?' },
    token,
  );

test.runIf(postgres)('a user’s events reach a tab on the other process, both ways', async () => {
  const user = await logIn(here);
  for (const [from, to] of [
    [here, there],
    [there, here],
  ] as const) {
    const channel = await subscribed(connect(to, user.token), userChannel(user.userId));
    const event = nextEvent(channel, 'MessageChanged');
    await writeToSupport(from, user);
    expect(await event).toEqual({ thread_id: expect.any(Number) });
  }
});

test.runIf(postgres)(
  'a process that lost its LISTEN connection asks its browsers to reconnect, and listens again',
  async () => {
    const user = await logIn(here);
    const client = connect(there, user.token);
    const channel = await subscribed(client, userChannel(user.userId));
    const again = nextEvent(channel, 'pusher:subscription_succeeded');
    const admin = new pg.Client({ connectionString: postgres?.url });
    await admin.connect();
    await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'`);
    await admin.end();
    await again;
    const event = nextEvent(channel, 'MessageChanged');
    await writeToSupport(here, user);
    expect(await event).toEqual({ thread_id: expect.any(Number) });
  },
);
