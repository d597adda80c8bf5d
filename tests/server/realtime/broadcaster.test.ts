import { expect, it } from 'vitest';
import type { DomainEvent } from '../../../server/db/events.ts';
import { MAX_PAYLOAD_BYTES, packEvents, unpackEvents } from '../../../server/realtime/bridge-payload.ts';
import { createBroadcaster } from '../../../server/realtime/broadcaster.ts';
import { signChannel } from '../../../server/realtime/channel-auth.ts';
import { userChannel } from '../../../src/lib/contract/channels.ts';
import {
  closeCode,
  keys,
  manualTimers,
  memoryBridge,
  nextEvent,
  pusherClient,
  rawClient,
  startServer,
  subscribed,
} from '../../support/realtime.ts';

/** Sockets that only record what they were sent. */
function notebook() {
  const nextEvent: string[] = [];
  return {
    nextEvent,
    broadcast(channel: string, event: string, data: unknown) {
      nextEvent.push(`${channel} ${event} ${JSON.stringify(data)}`);
    },
  };
}

const balance = (userId: number): DomainEvent => ({ kind: 'balance', userId });

it("delivers to its own sockets immediately, and to another process's within a batch", async () => {
  const [here, there] = await Promise.all([startServer(), startServer()]);
  const bridge = memoryBridge();
  const one = await createBroadcaster({ sockets: here.server, bridge });
  const two = await createBroadcaster({ sockets: there.server, bridge });
  const mine = await subscribed(pusherClient(here.port), userChannel(5));
  const theirs = await subscribed(pusherClient(there.port), userChannel(5));
  const heard: unknown[] = [];
  for (const channel of [mine, theirs]) channel.bind('OrderChanged', (data: unknown) => heard.push(data));

  const both = Promise.all([nextEvent(mine, 'OrderChanged'), nextEvent(theirs, 'OrderChanged')]);
  one.publish({ kind: 'order', userId: 5, orderId: 7 });
  expect(await both).toEqual([{ order_id: 7 }, { order_id: 7 }]);

  const back = Promise.all([nextEvent(mine, 'QuestChanged'), nextEvent(theirs, 'QuestChanged')]);
  two.publish({ kind: 'quest', userId: 5, questId: 9 });
  expect(await back).toEqual([{ quest_id: 9 }, { quest_id: 9 }]);

  await Promise.all([one.close(), two.close()]);
  expect(heard).toHaveLength(2);
});

it('disconnects an account’s listeners once one of its sessions has ended, in the other process too', async () => {
  const [here, there] = await Promise.all([startServer(), startServer()]);
  const bridge = memoryBridge();
  const one = await createBroadcaster({ sockets: here.server, bridge });
  const two = await createBroadcaster({ sockets: there.server, bridge });
  const listen = async (port: number, userId: number) => {
    const client = await rawClient(port);
    const channel = userChannel(userId);
    const auth = signChannel(keys, { socketId: client.socketId, channel });
    client.say('pusher:subscribe', { channel, auth });
    await client.next('pusher_internal:subscription_succeeded');
    return client;
  };
  const theirs = [await listen(here.port, 5), await listen(here.port, 5), await listen(there.port, 5)];
  const others = [await listen(here.port, 6), await listen(there.port, 6)];
  const closed = Promise.all(theirs.map(({ socket }) => closeCode(socket)));
  one.publish({ kind: 'sessions', userId: 5 });
  expect(await closed).toEqual([4100, 4100, 4100]);
  for (const other of others) {
    await other.settled();
    expect(other.socket.readyState).toBe(other.socket.OPEN);
  }
  await Promise.all([one.close(), two.close()]);
});

it('batches events within 50 ms into one payload, without duplicates', async () => {
  const timers = manualTimers();
  const bridge = memoryBridge();
  const sockets = notebook();
  const broadcaster = await createBroadcaster({ sockets, bridge, timers, processId: 'here' });
  for (const userId of [1, 2, 1, 1]) broadcaster.publish(balance(userId));
  expect(sockets.nextEvent).toHaveLength(4);
  timers.advance(49);
  await Promise.resolve();
  expect(bridge.payloads).toEqual([]);
  timers.advance(1);
  await broadcaster.close();
  expect(bridge.payloads.map(unpackEvents)).toEqual([{ from: 'here', events: [balance(1), balance(2)] }]);
  expect(sockets.nextEvent).toHaveLength(4);
});

it('sends waiting events when it closes, and nothing afterwards', async () => {
  const bridge = memoryBridge();
  const here = notebook();
  const there = notebook();
  const one = await createBroadcaster({ sockets: here, bridge, timers: manualTimers() });
  const two = await createBroadcaster({ sockets: there, bridge, timers: manualTimers() });
  one.publish(balance(5));
  await one.close();
  expect(there.nextEvent).toEqual(['private-user.5 BalanceChanged {}']);
  one.publish(balance(6));
  two.publish(balance(7));
  await two.close();
  expect(here.nextEvent).toEqual(['private-user.5 BalanceChanged {}']);
});

it('sends everyone the same event at most once a second, and never omits the last one', async () => {
  const timers = manualTimers();
  const bridge = memoryBridge();
  const sockets = notebook();
  const broadcaster = await createBroadcaster({ sockets, bridge, timers, processId: 'here' });
  for (let at = 0; at < 5; at += 1) broadcaster.publish({ kind: 'contest', contestId: 7 });
  broadcaster.publish({ kind: 'reward', rewardId: 7 });
  const contest = 'feed ContestChanged {"contest_id":7}';
  expect(sockets.nextEvent).toEqual([contest, 'feed RewardChanged {"reward_id":7}']);
  timers.advance(999);
  expect(sockets.nextEvent).toHaveLength(2);
  timers.advance(1);
  expect(sockets.nextEvent.slice(2)).toEqual([contest]);
  timers.advance(5_000);
  expect(sockets.nextEvent).toHaveLength(3);
  broadcaster.publish({ kind: 'contest', contestId: 7 });
  expect(sockets.nextEvent).toHaveLength(4);
  await broadcaster.close();
});

it('asks browsers to reconnect if events of other processes may have been missed', async () => {
  const bridge = memoryBridge();
  const { server, port, log } = await startServer();
  const broadcaster = await createBroadcaster({ sockets: server, bridge, log: (line) => log.push(line) });
  const client = await rawClient(port);
  const code = closeCode(client.socket);
  bridge.gap();
  expect(await code).toBe(4100);
  expect(log.join()).toContain('may have been missed');
  await broadcaster.close();
});

it('needs no bridge with a single process', async () => {
  const sockets = notebook();
  const broadcaster = await createBroadcaster({ sockets });
  broadcaster.publish({ kind: 'quest', userId: 5, questId: 2 });
  await broadcaster.close();
  expect(sockets.nextEvent).toEqual(['private-user.5 QuestChanged {"quest_id":2}']);
});

it('continues if the bridge fails', async () => {
  const timers = manualTimers();
  const log: string[] = [];
  const bridge = memoryBridge();
  let broken = true;
  const notify = (payload: string) =>
    broken ? Promise.reject(new Error('no database')) : bridge.notify(payload);
  const broadcaster = await createBroadcaster({
    sockets: notebook(),
    bridge: { notify, listen: bridge.listen },
    timers,
    log: (line) => log.push(line),
  });
  broadcaster.publish(balance(5));
  timers.advance(50);
  await new Promise(setImmediate);
  expect(log.join()).toContain('no database');
  broken = false;
  broadcaster.publish(balance(6));
  await broadcaster.close();
  expect(bridge.payloads).toHaveLength(1);
});

it.each(['', '{', 'null', '{"from":"x"}', '{"from":"x","events":[{"kind":"balance","userId":"5"}]}'])(
  'ignores the foreign payload %j',
  async (payload) => {
    const bridge = memoryBridge();
    const sockets = notebook();
    const broadcaster = await createBroadcaster({ sockets, bridge });
    await bridge.notify(payload);
    await broadcaster.close();
    expect(sockets.nextEvent).toEqual([]);
  },
);

it('splits events that are too long for one NOTIFY, and loses none', () => {
  const events = Array.from({ length: 1000 }, (_, at): DomainEvent => {
    return { kind: 'order', userId: 10 ** (at % 15), orderId: at + 1 };
  });
  const payloads = packEvents('a process', events);
  expect(payloads.length).toBeGreaterThan(1);
  expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThanOrEqual(
    MAX_PAYLOAD_BYTES,
  );
  expect(payloads.flatMap((payload) => unpackEvents(payload)?.events ?? [])).toEqual(events);
  expect(packEvents('a process', [])).toEqual([]);
});
