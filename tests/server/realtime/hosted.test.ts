/** A Pusher-compatible host is a real HTTP listener here, which checks each signature by the documented rule and by code of its own. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { DomainEvent } from '../../../server/db/events.ts';
import { createHostedBroadcaster, signRequest } from '../../../server/realtime/hosted.ts';
import { systemTimers, type Timers } from '../../../server/realtime/timers.ts';
import { FEED, userChannel } from '../../../src/lib/contract/channels.ts';
import { listening } from '../../support/listening.ts';

const app = { appId: '3', key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };
const NOW = 1_353_088_179;

interface SentEvent {
  readonly channel: string;
  readonly name: string;
  readonly data: string;
}

/** Why a host would reject it; null for a valid request of the app. */
function refusal({ method = '', url = '' }: IncomingMessage, body: string): string | null {
  const [path = '', search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  const given = query.get('auth_signature') ?? '';
  query.delete('auth_signature');
  query.sort();
  const signed = [method, path, decodeURIComponent(query.toString())].join('\n');
  if (path !== `/apps/${app.appId}/batch_events` || query.get('auth_version') !== '1.0')
    return 'what is this';
  if (query.get('auth_key') !== app.key) return 'another app';
  if (Math.abs(Number(query.get('auth_timestamp')) - NOW) > 600) return 'too old';
  if (query.get('body_md5') !== createHash('md5').update(body).digest('hex')) return 'another body';
  return given === createHmac('sha256', app.secret).update(signed).digest('hex') ? null : 'wrongly signed';
}

type Answer = (response: ServerResponse, events: readonly SentEvent[]) => void;
const accept: Answer = (response) => void response.writeHead(200).end('{}');

async function startHost(answer: { now: Answer } = { now: accept }) {
  const requests: (readonly SentEvent[])[] = [];
  const refused: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const why = refusal(request, body);
    if (why !== null) {
      refused.push(why);
      return void response.writeHead(401).end(why);
    }
    const { batch } = JSON.parse(body) as { batch: readonly SentEvent[] };
    requests.push(batch);
    answer.now(response, batch);
  });
  return { origin: `http://127.0.0.1:${await listening(server)}`, requests, refused, server, answer };
}

function broadcasterTo(origin: string, change: Partial<Parameters<typeof createHostedBroadcaster>[0]> = {}) {
  const log: string[] = [];
  const broadcaster = createHostedBroadcaster({
    ask: fetch,
    ...app,
    origin,
    clock: () => NOW * 1000,
    log: (line) => log.push(line),
    timeout: 60_000,
    ...change,
  });
  onTestFinished(() => broadcaster.close());
  return { broadcaster, log };
}

const order = (userId: number, orderId: number): DomainEvent => ({ kind: 'order', userId, orderId });

test('a request is signed as in the example of the host’s own documentation', () => {
  const request = {
    method: 'POST',
    path: '/apps/3/events',
    body: '{"name":"foo","channels":["project-3"],"data":"{\\"some\\":\\"data\\"}"}',
    seconds: NOW,
  };
  expect(signRequest(app, request)).toBe(
    'auth_key=278d425bdf160c739803&auth_timestamp=1353088179&auth_version=1.0&body_md5=ec365a775a4cd0599faeb73354201b6f&auth_signature=da454824c97ba181a32ccc17a72625ba02771f50b50e1e7430e47a1f3f457e6c',
  );
});

test('events are sent signed, ten in a request, without duplicates, and the feed’s too', async () => {
  const host = await startHost();
  // The feed sends its last event again after a second, which a busy machine needs for the first.
  const timers: Timers = {
    ...systemTimers,
    after: (ms, run) => (ms < 1_000 ? systemTimers.after(ms, run) : () => {}),
  };
  const { broadcaster, log } = broadcasterTo(host.origin, { timers });
  for (let id = 1; id <= 12; id++) broadcaster.publish(order(5, id));
  for (let times = 0; times < 3; times++) broadcaster.publish({ kind: 'balance', userId: 6 });
  for (let times = 0; times < 3; times++) broadcaster.publish({ kind: 'contest', contestId: 9 });
  await expect.poll(() => host.requests.flat().length).toBe(14);
  expect(host.requests.map(({ length }) => length)).toEqual([10, 4]);
  expect(host.requests.flat()[0]).toEqual({
    channel: userChannel(5),
    name: 'OrderChanged',
    data: '{"order_id":1}',
  });
  expect(host.requests.flat().slice(-2)).toEqual([
    { channel: userChannel(6), name: 'BalanceChanged', data: '{}' },
    { channel: FEED, name: 'ContestChanged', data: '{"contest_id":9}' },
  ]);
  expect([host.refused, log]).toEqual([[], []]);
});

test('a rejection by the host is logged, and later events are still sent', async () => {
  const host = await startHost();
  const wrong = broadcasterTo(host.origin, { secret: 'another' });
  wrong.broadcaster.publish(order(5, 1));
  await expect
    .poll(() => wrong.log)
    .toEqual([expect.stringContaining('401 and 1 events are dropped: wrongly signed')]);
  expect(host.refused).toEqual(['wrongly signed']);
  expect(wrong.log.join()).not.toContain('another');

  host.answer.now = (response) => void response.writeHead(503).end('down for repairs');
  const { broadcaster, log } = broadcasterTo(host.origin);
  broadcaster.publish(order(5, 2));
  await expect.poll(() => log).toEqual([expect.stringContaining('503')]);
  host.answer.now = accept;
  broadcaster.publish(order(5, 3));
  await expect.poll(() => host.requests.flat().map(({ data }) => data)).toContain('{"order_id":3}');
  expect(log).toHaveLength(1);
});

test('a host that is down or too slow is logged', async () => {
  const host = await startHost();
  host.answer.now = () => {};
  const { broadcaster, log } = broadcasterTo(host.origin, { timeout: 300 });
  broadcaster.publish(order(5, 1));
  await expect
    .poll(() => log)
    .toEqual([expect.stringMatching(/can’t be reached and 1 events are dropped: .*(timeout|aborted)/i)]);

  host.server.closeAllConnections();
  host.server.close();
  const gone = broadcasterTo(host.origin);
  gone.broadcaster.publish(order(5, 1));
  await expect.poll(() => gone.log).toEqual([expect.stringContaining('can’t be reached')]);
});

test('a host that hangs blocks no call: the queue is limited, and the rest is dropped with a log line', async () => {
  const host = await startHost();
  const hanging: ServerResponse[] = [];
  host.answer.now = (response) => void hanging.push(response);
  const planned: number[] = [];
  const after: Timers['after'] = (ms, run) => {
    planned.push(ms);
    return systemTimers.after(ms, run);
  };
  // Doesn't time out, however long this test takes.
  const { broadcaster, log } = broadcasterTo(host.origin, {
    timeout: 30_000,
    timers: { ...systemTimers, after },
  });
  broadcaster.publish(order(5, 1));
  await expect.poll(() => hanging.length).toBe(1);
  for (let id = 2; id <= 5_001; id++) broadcaster.publish(order(5, id));
  // 5,000 calls that each sent an event: none waited for the host, and only one request was pending.
  expect([planned.length, host.requests.length, log.length]).toEqual([1, 1, 0]);
  host.answer.now = accept;
  for (const response of hanging) accept(response, []);
  await expect
    .poll(() => log)
    .toEqual([expect.stringContaining('too many events waited for the host; 3000 were dropped')]);
  await broadcaster.close();
  // Queued events are sent before the process ends.
  expect(log).toHaveLength(1);
  expect(host.requests.flat()).toHaveLength(2_001);
});

test('closing doesn’t wait for a host that is gone, and nothing is sent afterwards', async () => {
  const host = await startHost();
  const { broadcaster, log } = broadcasterTo('http://127.0.0.1:1');
  for (let id = 1; id <= 100; id++) broadcaster.publish(order(5, id));
  await broadcaster.close();
  expect(log).toHaveLength(1);
  broadcaster.publish(order(5, 101));
  expect(host.requests).toEqual([]);
  expect(log).toHaveLength(1);
});
