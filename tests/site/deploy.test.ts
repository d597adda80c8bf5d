/** The deployment of compose.yaml, used like browsers and operators would. Skipped without nginx or PostgreSQL. */
import { request as httpsRequest } from 'node:https';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { rewards } from '../../server/db/schema.ts';
import { addCodes } from '../../server/features/redemption/code-stock.ts';
import { findBrokenInvariants } from '../../server/jobs/invariants.ts';
import { createVault } from '../../server/platform/encryption.ts';
import { createToken } from '../../server/platform/tokens.ts';
import { userChannel } from '../../src/lib/contract/channels.ts';
import { errorMessages } from '../../src/lib/contract/errors.ts';
import { addAccount } from '../support/accounts.ts';
import { composeNames, composeServices, exampleEnv } from '../support/compose.ts';
import { give } from '../support/points.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { ask } from '../support/site-hosts.ts';
import { type Arrangement, STOP_DELAY, startArrangement, startGround, tlsFiles } from './arrangement.ts';
import { withinTests } from './within.ts';

const CODE = { reward: 12, amount: 1201 };

/** Still passed to the build, so that an old .env still works. */
const FORMER_NAMES = ['PUBLIC_SIGN_IN_WAYS', 'PUBLIC_API_IDEMPOTENCY'];

test('every setting that compose.yaml uses is in .env.example, or is a former name', () => {
  const known = new Set([...exampleEnv().names, ...FORMER_NAMES]);
  expect([...composeNames()].filter((name) => !known.has(name))).toEqual([]);
});

test.each(['SITE_URL', 'PUBLIC_API_URL', 'MAIL_FROM'])('nothing starts without %s', (name) => {
  expect(() => composeServices({ ...exampleEnv().values, [name]: '' })).toThrow(name);
});

const ground = await startGround();

describe.skipIf(!ground)('the deployment of compose.yaml', () => {
  const tls = tlsFiles();
  let here: Arrangement;
  let player: { id: number; token: string };

  beforeAll(async () => {
    if (!ground) return;
    here = await startArrangement(ground, tls);
    player = await addPlayer();
  });
  afterAll(async () => {
    await here?.stop();
    await ground?.stop();
  });

  /** A call through nginx, from a page of the site. */
  const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(here.api + path, {
      ...init,
      headers: {
        origin: here.siteUrl,
        authorization: `Bearer ${player.token}`,
        'content-type': 'application/json',
        ...init.headers,
      },
    });
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    call(path, { method: 'POST', body: JSON.stringify(body), headers });

  async function addPlayer(): Promise<{ id: number; token: string }> {
    const now = new Date();
    const vault = createVault([Buffer.from(here.secrets.DATA_KEYS, 'base64')]);
    const codes = Array.from({ length: 5000 }, (_, at) => ({ code: `DEPLOY-${at}` }));
    const id = await addAccount(here.db.drizzle, 'me@test.example', now);
    await give({ db: here.db, now }, id, 1_000_000_000);
    return here.db.drizzle.transaction(async (tx) => {
      await addCodes(tx, vault, { amountId: CODE.amount, codes, now });
      const turnedOn = await tx
        .update(rewards)
        .set({ pausedAt: null })
        .where(and(eq(rewards.id, CODE.reward), isNotNull(rewards.pausedAt)))
        .returning({ id: rewards.id });
      if (turnedOn.length !== 1) throw new Error('a new deployment starts with a reward that isn’t paused');
      return { id, token: await createToken(tx, id, 'a test', now) };
    });
  }

  test('the site answers with its pages, shells and headers', async () => {
    for (const path of ['/', '/user/game/1', '/about-us']) {
      const { status, headers, body } = await ask(here.site, path);
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(body).toContain('<h1');
    }
    expect((await ask(here.site, '/nowhere')).status).toBe(404);
    expect((await ask(here.site, '/nginx.conf')).status).toBe(404);
  });

  test('the operators’ area is only on its own host, and only its pages can make operators’ calls', async () => {
    for (const path of ['/operator', '/operator/orders/1']) {
      expect([path, (await ask(here.site, path)).status]).toEqual([path, 404]);
      const { status, headers } = await ask(here.operators, path);
      expect([path, status, headers['x-robots-tag']]).toEqual([path, 200, 'noindex, nofollow']);
    }
    expect((await ask(here.operators, '/')).headers.location).toBe('/operator');
    for (const path of ['/about-us', '/nginx-operator.conf', '/index.html'])
      expect([path, (await ask(here.operators, path)).body]).toEqual([
        path,
        expect.not.stringContaining('<h1'),
      ]);
    const from = async (origin: string) => {
      const { status, headers } = await call('/api/operator/captcha', { headers: { origin } });
      return [status, headers.get('access-control-allow-origin')];
    };
    expect(await from(here.operatorUrl)).toEqual([200, here.operatorUrl]);
    expect(await from(here.siteUrl)).toEqual([403, null]);
  });

  test('the API answers pages of the site, and shows no one its metrics', async () => {
    const answer = await call('/api/user/balance');
    expect(await answer.json()).toMatchObject({ balance: { available: expect.any(Number) } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(here.siteUrl);
    expect((await call('/readyz')).status).toBe(200);
    expect((await call('/metrics')).status).toBe(404);
    await expect.poll(() => figure(here, here.processes[0], 'playtally_sockets')).toBe(0);
  });

  test('a body that is too large is rejected in the API’s form, and one just below the limit is accepted', async () => {
    const send = (length: number) => post('/api/user/messages', { body: 'x'.repeat(length) });
    const answer = await send(513 * 1024);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ message: errorMessages.too_large, code: 'too_large' });
    expect((await send(510 * 1024)).status).toBe(422);
  });

  test('limits count the address that nginx saw, whatever the caller claims', async () => {
    const statuses: number[] = [];
    // One after the other: with many at the same moment a busy machine delays some, which then aren't counted.
    for (let at = 0; at < 31; at++) {
      const claimed = { 'x-forwarded-for': `198.51.100.${at}` };
      statuses.push((await post('/api/confirm-email', { token: 'x'.repeat(43) }, claimed)).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  test('a deployment’s catalogue has no demo content, and the demo partner has no page', async () => {
    const { data } = await (await call('/api/user/games?per_page=100')).json();
    const sources: unknown[] = data.map(({ source }: { source: unknown }) => source);
    expect(sources.length).toBeGreaterThan(2);
    expect(sources).not.toContain('demo-partner');
    expect((await call('/demo-partner/nine-lamps')).status).toBe(404);
  });

  test('sockets are spread over the processes, and events of one reach the other', async () => {
    const mine = [await listen(here, player), await listen(here, player)];
    for (const process of here.processes)
      await expect.poll(() => figure(here, process, 'playtally_sockets')).toBe(1);
    const heard = mine.map(({ next }) => next('MessageChanged'));
    const words = { topic: 'other', subject: 'Through nginx', body: 'Does this arrive?' };
    expect((await post('/api/user/messages', words)).status).toBe(200);
    for (const event of await Promise.all(heard))
      expect(event).toMatchObject({ thread_id: expect.any(Number) });
  });

  test('a socket from another site is rejected', async () => {
    const socket = new WebSocket(socketUrl(here), { origin: 'https://elsewhere.example' });
    onTestFinished(() => socket.terminate());
    const closed = new Promise((done) => socket.once('close', done).once('error', () => done('refused')));
    expect(await closed).not.toBe(1000);
  });

  test('TLS by deploy/tls.example.conf: site, API and operator console by their names', async () => {
    const ca = tls['fullchain.pem'];
    const answers = await Promise.all(
      [
        ['playtally.example', '/'],
        ['api.playtally.example', '/healthz'],
        ['operator.playtally.example', '/operator'],
      ].map(
        ([host = '', path = '']) =>
          new Promise<[number | undefined, string]>((done, fail) => {
            httpsRequest({
              host: '127.0.0.1',
              port: here.tls,
              servername: host,
              headers: { host },
              path,
              ca,
              agent: false,
            })
              .on('response', (response) => {
                let body = '';
                response.on('data', (text) => {
                  body += text;
                });
                response.on('end', () => done([response.statusCode, body]));
              })
              .on('error', fail)
              .end();
          }),
      ),
    );
    expect(answers).toEqual([
      [200, expect.stringContaining('<h1')],
      [200, '{"ok":true}'],
      [200, expect.stringContaining('OperatorIsland')],
    ]);
  });

  /** The result of a TLS handshake with a client that only offers these; rejects if it fails. */
  const agreedOn = (known: ConnectionOptions) =>
    new Promise<{ protocol: string | null; cipher: string }>((done, fail) => {
      const socket = connectTls({ port: here.tls, host: '127.0.0.1', rejectUnauthorized: false, ...known });
      socket.once('error', fail).once('secureConnect', () => {
        done({ protocol: socket.getProtocol(), cipher: socket.getCipher().name });
        socket.destroy();
      });
    });

  test('the newest TLS version is used, and none below 1.2', async () => {
    expect((await agreedOn({})).protocol).toBe('TLSv1.3');
    for (const version of ['TLSv1', 'TLSv1.1'] as const)
      await expect(
        agreedOn({ minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' }),
        version,
      ).rejects.toThrow(/version/);
  });

  test('no weak cipher is accepted, and the strongest is chosen', async () => {
    const only = (ciphers: string) => agreedOn({ ciphers, maxVersion: 'TLSv1.2' });
    // Each without forward secrecy, or without authentication of what is sent.
    for (const weak of [
      'ECDHE-ECDSA-AES256-SHA384',
      'ECDHE-ECDSA-AES128-SHA',
      'AES256-GCM-SHA384',
      'AECDH-AES128-SHA',
    ])
      await expect(only(`${weak}:@SECLEVEL=0`), weak).rejects.toThrow(/handshake failure/);
    const backwards = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384';
    expect((await only(backwards)).cipher).toBe('ECDHE-ECDSA-AES256-GCM-SHA384');
  });

  test('only pages are served: no hidden file, no folder listing, no echo of a call', async () => {
    for (const path of [
      '/.git/config',
      '/.git/',
      '/.git',
      '/%2egit/config',
      '/_astro/../.git/config',
      '/.env',
    ]) {
      const { status, body } = await ask(here.site, path);
      expect([path, status]).toEqual([path, 404]);
      expect(body).not.toContain('a secret');
    }
    for (const path of ['/_astro/', '/_astro', '/fonts/', '/user/'])
      expect((await ask(here.site, path)).body, path).not.toMatch(/Index of|href="\.\.\/"/);
    for (const host of [here.site, { ...here.site, origin: here.api }]) {
      const { status, body } = await ask(host, '/', 'TRACE', { 'x-secret': 'mine' });
      expect([status, body.includes('mine')]).toEqual([405, false]);
    }
  });

  withinTests(() => here);

  /** Resolves when nginx sends calls to a process again. `more` makes some. */
  async function untilUsed(process: ServerProcess, more: () => Promise<unknown>): Promise<void> {
    const before = await calls(here, process);
    while ((await calls(here, process)) < before + 10) await more();
  }

  const kept = async () => Number(await here.db.value('SELECT count(*)::integer FROM orders', []));

  test.each([
    ['is asked to stop', (leaving: ServerProcess) => leaving.stop()],
    ['dies in the middle of its calls', (leaving: ServerProcess) => leaving.kill()],
  ])('when a process %s no call fails, and every purchase was made once', async (_, end) => {
    const [leaving] = here.processes;
    const keptBefore = await kept();
    let go = true;
    let done = 0;
    const bought: string[] = [];
    const wrong: string[] = [];
    const lanes = Array.from({ length: 4 }, async (_, lane) => {
      for (let at = 0; go; at++) {
        const key = `deploy-${keptBefore}-${lane}-${at}`;
        const answer =
          at % 2 === 0
            ? await call('/api/user/rewards?per_page=5')
            : await post(
                `/api/user/rewards/${CODE.reward}/buyAmount`,
                { amount_id: CODE.amount },
                { 'idempotency-key': key },
              );
        const text = await answer.text();
        // A slow disk, which has nothing to do with the process. A client asks again, and with the same key.
        if (answer.status === 503 && text.includes('database_unavailable')) at -= 1;
        else if (answer.status !== 200) wrong.push(`${at % 2} ${answer.status} ${text}`);
        else if (at % 2 === 1) bought.push(key);
        done++;
      }
    });
    const until = async (count: number) => {
      while (done < count) await new Promise((turn) => setImmediate(turn));
    };
    await until(60);
    await end(leaving);
    const atEnd = done;
    await until(atEnd + 60);
    await leaving.restart();
    await untilUsed(leaving, () => until(done + 10));
    go = false;
    await Promise.all(lanes);
    expect(wrong).toEqual([]);
    expect((await kept()) - keptBefore).toBe(bought.length);
    expect(await findBrokenInvariants(here.db)).toEqual([]);
  });

  test('with STOP_DELAY it reports that it is stopping, and keeps serving for that long', async () => {
    const [, leaving] = here.processes;
    onTestFinished(async () => {
      await leaving.restart();
      await untilUsed(leaving, () => call('/api/user/balance'));
    });
    const ask = (path: string) => here.ask(leaving.api, path);
    expect(JSON.parse((await ask('/readyz')).body)).toEqual({ ready: true });
    const began = performance.now();
    const stopped = leaving.stop();
    let answer = await ask('/readyz');
    while (answer.status === 200) answer = await ask('/readyz');
    expect(JSON.parse(answer.body)).toEqual({ ready: false, reason: 'stopping' });
    expect((await ask('/api/user/rewards')).status).toBe(200);
    await stopped;
    expect(performance.now() - began).toBeGreaterThan(STOP_DELAY * 1000);
    await expect(ask('/healthz')).rejects.toThrow();
    expect((await call('/api/user/balance')).status).toBe(200);
  });
});

/** A metric of one process, as Prometheus collects it, summed over its labels. */
async function figure(
  here: Arrangement,
  process: ServerProcess,
  name: string,
  wanted: (labels: string) => boolean = () => true,
): Promise<number> {
  const authorization = `Bearer ${here.secrets.METRICS_TOKEN}`;
  const { body } = await here.ask(process.api, '/metrics', { authorization });
  const lines = body.matchAll(new RegExp(`^${name}(\\{[^}]*\\})? (\\S+)$`, 'gm'));
  return [...lines]
    .filter(([, labels = '']) => wanted(labels))
    .reduce((sum, [, , value]) => sum + Number(value), 0);
}
/** The number of calls to a process through nginx, which never requests metrics. */
const calls = (here: Arrangement, process: ServerProcess) =>
  figure(here, process, 'playtally_call_seconds_count', (labels) => !labels.includes('route="/metrics"'));

const socketUrl = ({ api }: Arrangement) =>
  `${api.replace('http', 'ws')}/app/playtally?protocol=7&client=test&version=1`;

/** A tab of the player, connected through nginx to the process that nginx chooses. */
async function listen(
  here: Arrangement,
  { id, token }: { id: number; token: string },
): Promise<{ next(event: string): Promise<unknown> }> {
  const socket = new WebSocket(socketUrl(here), { origin: here.siteUrl });
  onTestFinished(() => socket.terminate());
  const next = (event: string) =>
    new Promise<unknown>((done, fail) => {
      socket.once('close', (code) => fail(new Error(`the socket was closed with ${code}`)));
      socket.on('message', (text) => {
        const frame: { event: string; data: string } = JSON.parse(String(text));
        if (frame.event === event) done(JSON.parse(frame.data));
      });
    });
  const { socket_id } = Object(await next('pusher:connection_established'));
  const channel = userChannel(id);
  const answer = await fetch(`${here.api}/broadcasting/auth`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({ socket_id, channel_name: channel }),
  });
  const joined = next('pusher_internal:subscription_succeeded');
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...(await answer.json()) } }));
  await joined;
  return { next };
}
