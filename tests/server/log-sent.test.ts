/** The product with its log kept elsewhere: what goes there, what doesn't, and that nobody waits for it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { getConfig } from '../../server/config.ts';
import { openPglite } from '../../server/db/database.ts';
import { serve } from '../../server/main.ts';
import { selfSigned } from '../support/certificate.ts';
import { startLogReceiver } from '../support/log-receiver.ts';
import { freePorts } from '../support/server-process.ts';
import { randomKey } from '../support/vault.ts';

test('what a process logs is kept elsewhere as well, up to its end, and calls are answered while nobody is there', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'log-sent-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  // Whatever was built here isn't looked at.
  vi.stubEnv('SITE_DIST', 'none');
  onTestFinished(() => void vi.unstubAllEnvs());
  await (await openPglite(join(dataDir, 'db'), new Blob([readFileSync(inject('template'))]))).close();
  const [site, api, realtime, port = 0] = await freePorts(4);
  const tls = selfSigned('localhost');
  const settings = {
    SITE_PORT: String(site),
    API_PORT: String(api),
    REALTIME_PORT: String(realtime),
    DATA_DIR: dataDir,
    CAPTCHA: 'off',
    LOG: 'json',
    LOG_URL: `tls://localhost:${port}`,
    LOG_CA: tls.cert,
  };
  const here: string[] = [];
  const running = await serve(getConfig(settings), (line) => void here.push(line));
  let isClosed = false;
  onTestFinished(() => (isClosed ? undefined : running.close()));
  const url = `http://127.0.0.1:${api}`;
  await expect.poll(() => here.join('\n')).toContain(`can't be sent to localhost:${port}`);

  const joined = await fetch(`${url}/api/registration-user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'mira@test.example', password: 'a long enough password', captcha: 'off' }),
  });
  expect(joined.status).toBe(200);
  await expect.poll(() => here.join('\n')).toContain('/confirm-email/');

  const receiver = await startLogReceiver({ tls, port });
  await expect.poll(() => receiver.messages()).toContain(`the log is sent to localhost:${port} again`);
  const { headers } = await fetch(`${url}/api/user/balance`);
  await running.close();
  isClosed = true;

  const lines = here.map((line) => JSON.parse(line));
  const there = lines.filter(({ message }) => !message.startsWith('Mail for '));
  await expect.poll(() => receiver.received.map(({ line }) => line)).toEqual(there);
  // The link of a mail that became a file is for whoever sits here, and an address is nobody's business.
  expect(there.length).toBe(lines.length - 1);
  expect(JSON.stringify(there)).not.toMatch(/mira|confirm-email\/[\w-]{43}/);
  expect(there).toContainEqual(
    expect.objectContaining({ message: 'POST /api/registration-user 200', status: 200 }),
  );
  expect(there).toContainEqual(expect.objectContaining({ id: headers.get('X-Request-Id'), status: 401 }));
  expect(there).toContainEqual(expect.objectContaining({ event: 'access_refused', outcome: 'refused' }));
});

test('production that keeps its log on its own machine says so at the start', async () => {
  const production = {
    NODE_ENV: 'production',
    OPERATOR_URL: 'https://desk.play.example',
    LOG: 'text',
    // Nobody finds that file, so it doesn't get any further.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
    DATA_KEYS: randomKey(1).toString('base64'),
    MAIL_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'no-reply@play.example',
  };
  const started = async (settings: Record<string, string>) => {
    const written: string[] = [];
    const config = getConfig({ ...production, ...settings });
    await expect(serve(config, (line) => void written.push(line))).rejects.toThrow('/nowhere/ca.pem');
    return written.join('\n');
  };
  expect(await started({})).toContain('LOG_URL isn’t set');
  const { port } = await startLogReceiver();
  expect(await started({ LOG_URL: `tcp://127.0.0.1:${port}` })).not.toContain('LOG_URL isn’t set');
});
