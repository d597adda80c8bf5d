import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { busyPort, freePorts, portsInWords, portTrouble } from '../../../scripts/ports.ts';
import { folderWith } from './temp.ts';

/** Listens there until the test ends; 0 is any free port. */
async function occupy(port = 0): Promise<number> {
  const server: Server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return address.port;
}

test('a port in use is named with the setting to change', async () => {
  const port = await occupy();
  const words = await portsInWords([{ port, setting: 'SITE_PORT' }]);
  expect(words).toContain(`Port ${port} is in use`);
  expect(words).toContain('set SITE_PORT');
});

test('free ports pass, and are all different', async () => {
  const ports = await freePorts(join(folderWith({}), 'ports.json'));
  const all = Object.values(ports);
  expect(new Set(all).size).toBe(3);
  expect(await Promise.all(all.map(portTrouble))).toEqual([null, null, null]);
});

test('the last ports are used again, unless one is in use now', async () => {
  const file = join(folderWith({}), 'ports.json');
  const first = await freePorts(file);
  expect(await freePorts(file)).toEqual(first);
  await occupy(first.api);
  const second = await freePorts(file);
  expect(second.api).not.toBe(first.api);
  expect(await freePorts(file)).toEqual(second);
});

test('the ports of another product are avoided, even while nothing listens there', async () => {
  const file = join(folderWith({}), 'ports.json');
  const first = await freePorts(file);
  const second = await freePorts(file, [first.realtime]);
  expect(Object.values(second)).not.toContain(first.realtime);
});

test('the port in use is reported, and none if all are free', async () => {
  const ports = await freePorts(join(folderWith({}), 'ports.json'));
  expect(await busyPort(ports)).toBeNull();
  await occupy(ports.realtime);
  expect(await busyPort(ports)).toBe(ports.realtime);
});

test('starting on a port in use says so in one sentence and exits with 1', async () => {
  const port = await occupy();
  const free = await freePorts(join(folderWith({}), 'ports.json'));
  const start = spawnSync(process.execPath, ['scripts/start.ts'], {
    env: {
      PATH: process.env.PATH,
      SITE_PORT: String(free.site),
      API_PORT: String(port),
      REALTIME_PORT: String(free.realtime),
    },
    encoding: 'utf8',
  });
  expect(start.status).toBe(1);
  expect(start.stdout).toBe('');
  expect(start.stderr.trim().split('\n')).toEqual([
    expect.stringMatching(new RegExp(`Port ${port} .*API_PORT`)),
  ]);
});
