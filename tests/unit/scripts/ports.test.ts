import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { portsInWords } from '../../../scripts/ports.ts';
import { anyPort } from '../../support/ports.ts';

/** Listens there until the test ends; 0 is any free port. */
async function occupy(port = 0): Promise<number> {
  const server: Server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return address.port;
}

test('the port in use is named with the setting to change, and none if all are free', async () => {
  const free = { port: await anyPort(), setting: 'API_PORT' };
  expect(await portsInWords([free])).toBeNull();
  const port = await occupy();
  const words = await portsInWords([free, { port, setting: 'SITE_PORT' }]);
  expect(words).toContain(`Port ${port} is in use`);
  expect(words).toContain('set SITE_PORT');
});

test('starting on a port in use says so in one sentence and exits with 1', async () => {
  const port = await occupy();
  const start = spawnSync(process.execPath, ['scripts/start.ts'], {
    env: {
      PATH: process.env.PATH,
      SITE_PORT: String(await anyPort()),
      API_PORT: String(port),
      REALTIME_PORT: String(await anyPort()),
    },
    encoding: 'utf8',
  });
  expect(start.status).toBe(1);
  expect(start.stdout).toBe('');
  expect(start.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(new RegExp(`Port ${port} .*API_PORT`)),
  ]);
});
