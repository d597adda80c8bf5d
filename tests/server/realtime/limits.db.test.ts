/** The default socket limits of a process, and the address by which it counts. */
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { getConfig } from '../../../server/config/config.ts';
import { signChannel } from '../../../server/realtime/channel-auth.ts';
import { liveOf } from '../../../server/realtime/create-realtime.ts';
import { userChannel } from '../../../src/lib/contract/channels.ts';
import { testDatabase } from '../../support/database.ts';
import { anyPort } from '../../support/ports.ts';
import { closeCode, rawClient } from '../../support/realtime.ts';

/** As the proxy reports it, after whatever the caller wrote. */
const from = (address: string) => ({ headers: { 'x-forwarded-for': `198.51.100.9, ${address}` } });

test('a process takes 100 sockets from an address, and 20 of an account', async () => {
  const port = await anyPort();
  const config = getConfig({ REALTIME_PORT: String(port), TRUSTED_PROXIES: '1' });
  const live = await liveOf(config, await testDatabase(), () => {});
  await live.listen();
  onTestFinished(() => live.close());
  const { key } = live.keys;

  for (let at = 0; at < 100; at++) await rawClient(port, from('203.0.113.1'), key);
  const more = new WebSocket(`ws://127.0.0.1:${port}/app/${key}?protocol=7`, from('203.0.113.1'));
  onTestFinished(() => more.terminate());
  expect(await closeCode(more)).toBe(4100);

  const channel = userChannel(5);
  const answers: string[] = [];
  for (let at = 0; at < 21; at++) {
    const client = await rawClient(port, from('203.0.113.2'), key);
    client.say('pusher:subscribe', {
      channel,
      auth: signChannel(live.keys, { socketId: client.socketId, channel }),
    });
    answers.push(await client.next('pusher_internal:subscription_succeeded').then(() => 'in', String));
  }
  expect(answers).toEqual([...Array(20).fill('in'), expect.stringContaining('subscription_error')]);
});
