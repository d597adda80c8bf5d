/** Presence: in one process with the official client, and over several processes that notify each other. */

import type Pusher from 'pusher-js';
import type { PresenceChannel } from 'pusher-js';
import { expect, it } from 'vitest';
import { createBroadcaster } from '../../../server/realtime/broadcaster.ts';
import { authorizeChannel, signChannel } from '../../../server/realtime/channel-auth.ts';
import type { Timers } from '../../../server/realtime/timers.ts';
import { contestTopic, presenceChannel } from '../../../src/lib/contract/channels.ts';
import {
  connectionsLeft,
  keys,
  manualTimers,
  memoryBridge,
  nextEvent,
  rawClient,
  type Started,
  startServer,
  subscribed,
  userClient,
} from '../../support/realtime.ts';

const ROOM = presenceChannel(contestTopic(7));

/** Joins, and reports the official client's count now and on every change. */
async function enter(client: Pusher): Promise<{ count(): number; until(count: number): Promise<void> }> {
  await subscribed(client, ROOM);
  const channel = client.channel(ROOM) as PresenceChannel;
  return {
    count: () => channel.members.count,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => channel.members.count === count && resolve();
        channel.bind('pusher:member_added', look);
        channel.bind('pusher:member_removed', look);
        look();
      }),
  };
}

it('reports members who are present, join and leave', async () => {
  const { port } = await startServer();
  const first = await enter(userClient(port, 5));
  expect(first.count()).toBe(1);
  const other = userClient(port, 6);
  const second = await enter(other);
  expect(second.count()).toBe(2);
  await first.until(2);
  other.disconnect();
  await first.until(1);
});

it('counts a user with two tabs once, until the last one closes', async () => {
  const { server, port } = await startServer();
  const watcher = await enter(userClient(port, 5));
  const [one, two] = [userClient(port, 6), userClient(port, 6)];
  await enter(one);
  await watcher.until(2);
  expect((await enter(two)).count()).toBe(2);
  one.disconnect();
  await connectionsLeft({ server, port }, 2);
  expect(watcher.count()).toBe(2);
  two.unsubscribe(ROOM);
  await watcher.until(1);
});

it('forgets a connection that joined as two members', async () => {
  const { port } = await startServer();
  const watcher = await enter(userClient(port, 5));
  const client = await rawClient(port);
  for (const userId of [6, 7]) {
    const signed = authorizeChannel({ userId, socketId: client.socketId, channel: ROOM }, keys);
    client.say('pusher:subscribe', { channel: ROOM, ...signed });
    await client.next('pusher_internal:subscription_succeeded');
  }
  await watcher.until(3);
  client.socket.terminate();
  await watcher.until(1);
});

it('gives members names that don’t identify them, different in each channel', () => {
  const nameOf = (userId: number, contest: number) => {
    const channel = presenceChannel(contestTopic(contest));
    const signed = authorizeChannel({ userId, socketId: '1.2', channel }, keys);
    return JSON.parse(signed?.channel_data ?? '{}').user_id;
  };
  expect(nameOf(5, 7)).toMatch(/^[0-9a-f]{16}$/);
  expect(nameOf(5, 7)).toBe(nameOf(5, 7));
  expect(nameOf(6, 7)).not.toBe(nameOf(5, 7));
  expect(nameOf(5, 8)).not.toBe(nameOf(5, 7));
});

it.each([
  ['no signature', (): string => ''],
  [
    'a signature without the channel data',
    (id: string) => signChannel(keys, { socketId: id, channel: ROOM }),
  ],
])('rejects %s', async (_what, auth) => {
  const { port, server } = await startServer();
  const client = await rawClient(port);
  client.say('pusher:subscribe', {
    channel: ROOM,
    auth: auth(client.socketId),
    channel_data: '{"user_id":"5"}',
  });
  expect(await client.next('pusher:subscription_error')).toMatchObject({ data: { code: 4009 } });
  expect(server.stats().subscriptions).toBe(0);
});

it.each(['', '{', '5', '{}', '{"user_id":""}', '{"user_id":"<b>"}'])(
  'rejects signed channel data that names no one: %j',
  async (channelData) => {
    const { port, server } = await startServer();
    const client = await rawClient(port);
    const auth = signChannel(keys, { socketId: client.socketId, channel: ROOM, channelData });
    client.say('pusher:subscribe', { channel: ROOM, auth, channel_data: channelData });
    expect(await client.next('pusher:subscription_error')).toMatchObject({ data: { code: 4009 } });
    expect(server.stats().subscriptions).toBe(0);
  },
);

it('takes no more members than its limit, and still works for those who are present', async () => {
  const { port } = await startServer({ limits: { presenceMembers: 2 } });
  const first = await enter(userClient(port, 5));
  const second = userClient(port, 6);
  await enter(second);
  const third = userClient(port, 7).subscribe(ROOM);
  expect(await nextEvent(third, 'pusher:subscription_error')).toMatchObject({
    type: 'LimitReached',
    code: 4004,
  });
  await first.until(2);
  // A member may join again with another tab.
  expect((await enter(userClient(port, 6))).count()).toBe(2);
  second.disconnect();
});

interface Process extends Started {
  readonly close: () => Promise<void>;
}

async function startProcess(bridge: ReturnType<typeof memoryBridge>, timers: Timers): Promise<Process> {
  // Real clients don't follow a fake clock: they'd be disconnected for missing pings.
  const started = await startServer({ timers, limits: { idleMs: 600_000 } });
  const broadcaster = await createBroadcaster({ sockets: started.server, bridge, timers });
  return { ...started, close: () => broadcaster.close() };
}

/** Moves the clock in small steps, and lets the resulting messages arrive. */
async function pass(timers: { advance(ms: number): void }, ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += 50) {
    timers.advance(50);
    await new Promise(setImmediate);
  }
}

it('reports the members of one process to those of another, even one that starts later', async () => {
  const [bridge, timers] = [memoryBridge(), manualTimers()];
  const here = await startProcess(bridge, timers);
  const mine = await enter(userClient(here.port, 5));
  await pass(timers, 100);
  const there = await startProcess(bridge, timers);
  await pass(timers, 300);
  const theirs = userClient(there.port, 6);
  expect((await enter(theirs)).count()).toBe(2);
  // The same user on both processes is one member.
  const double = userClient(there.port, 5);
  expect((await enter(double)).count()).toBe(2);
  await pass(timers, 300);
  await mine.until(2);
  double.disconnect();
  theirs.disconnect();
  await connectionsLeft(there, 0);
  await pass(timers, 100);
  await mine.until(1);
});

it('notices missed messages by their numbers, at the next heartbeat at the latest', async () => {
  const [bridge, timers] = [memoryBridge(), manualTimers()];
  const here = await startProcess(bridge, timers);
  const there = await startProcess(bridge, timers);
  const mine = await enter(userClient(here.port, 5));
  await pass(timers, 300);
  bridge.lose = (payload) => payload.includes('"here"');
  await enter(userClient(there.port, 6));
  await pass(timers, 100);
  bridge.lose = () => false;
  expect(mine.count()).toBe(1);
  await pass(timers, 10_500);
  await mine.until(2);
});

it('counts a silent process as gone, with all its members', async () => {
  const [bridge, timers] = [memoryBridge(), manualTimers()];
  const here = await startProcess(bridge, timers);
  const mine = await enter(userClient(here.port, 5));
  await pass(timers, 100);
  const there = await startProcess(bridge, timers);
  await enter(userClient(there.port, 6));
  await pass(timers, 300);
  await mine.until(2);
  // A live process says so every ten seconds.
  await pass(timers, 40_000);
  expect(mine.count()).toBe(2);
  // The other process is silent from now on, as after a kill -9.
  const [first] = bridge.payloads.filter((payload) => payload.includes('"here"'));
  const from = /"from":"[^"]+"/.exec(first ?? '')?.[0] ?? expect.fail('no member was announced');
  bridge.lose = (payload) => !payload.includes(from);
  await pass(timers, 50_000);
  await mine.until(1);
});

it('asks all processes again after a gap in the messages', async () => {
  const [bridge, timers] = [memoryBridge(), manualTimers()];
  const here = await startProcess(bridge, timers);
  const there = await startProcess(bridge, timers);
  await enter(userClient(there.port, 6));
  await pass(timers, 300);
  bridge.lose = () => true;
  const second = userClient(there.port, 7);
  await enter(second);
  await pass(timers, 100);
  bridge.lose = () => false;
  expect((await enter(userClient(here.port, 5))).count()).toBe(2);
  here.server.presence.doubt();
  await pass(timers, 300);
  expect((await enter(userClient(here.port, 8))).count()).toBe(4);
});
