/** One address, or one account, can't use up all sockets. */
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { signChannel } from '../../../server/realtime/channel-auth.ts';
import { userChannel } from '../../../src/lib/contract/channels.ts';
import {
  closeCode,
  connectionsLeft,
  keys,
  type RawClient,
  rawClient,
  startServer,
} from '../../support/realtime.ts';

const from = (address: string) => ({ headers: { 'x-test-address': address } });
const addressOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['x-test-address']);

it('limits connections per address, and accepts another when one has closed', async () => {
  const started = await startServer({ limits: { addressConnections: 2 }, addressOf });
  const { server, port } = started;
  const [first] = await Promise.all([rawClient(port, from('a')), rawClient(port, from('a'))]);
  const third = () => new WebSocket(`ws://127.0.0.1:${port}/app/${keys.key}?protocol=7`, from('a'));
  expect(await closeCode(third())).toBe(4100);
  await rawClient(port, from('b'));
  expect(server.stats()).toMatchObject({ connections: 3, refused: 1 });
  first.socket.terminate();
  await connectionsLeft(started, 2);
  await rawClient(port, from('a'));
  expect(server.stats().refused).toBe(1);
});

it('limits an IPv6 customer who takes another network each time, and closed connections free their places', async () => {
  const started = await startServer({ limits: { addressConnections: 1 }, addressOf });
  const { server, port } = started;
  const away = (at: number) => from(`2001:db8:7:${at}::/64`);
  const [first] = await Promise.all([0, 1, 2, 3].map((at) => rawClient(port, away(at))));
  const fifth = new WebSocket(`ws://127.0.0.1:${port}/app/${keys.key}?protocol=7`, away(4));
  expect(await closeCode(fifth)).toBe(4100);
  await rawClient(port, from('2001:db8:8:0::/64'));
  first?.socket.terminate();
  await connectionsLeft(started, 4);
  await rawClient(port, away(5));
  expect(server.stats().refused).toBe(1);
});

it('limits connections that listen to one account, and a repeated subscription doesn’t count', async () => {
  const { port } = await startServer({ limits: { accountConnections: 2 } });
  const channel = userChannel(5);
  const subscribe = async (client: RawClient, answer: string) => {
    const auth = signChannel(keys, { socketId: client.socketId, channel });
    client.say('pusher:subscribe', { channel, auth });
    return client.next(answer);
  };
  const [one, two, three] = [await rawClient(port), await rawClient(port), await rawClient(port)];
  for (const client of [one, two, two]) await subscribe(client, 'pusher_internal:subscription_succeeded');
  expect(await subscribe(three, 'pusher:subscription_error')).toMatchObject({
    data: { type: 'LimitReached' },
  });
  one.say('pusher:unsubscribe', { channel });
  await one.settled();
  await subscribe(three, 'pusher_internal:subscription_succeeded');
});
