/** `npm run check-host`, as an operator runs it, at hosts that are right and at hosts that aren't. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { authority, selfSigned } from '../../support/certificate.ts';

const COMMAND = join(import.meta.dirname, '../../../scripts/check-host.ts');
const NAMES = ['play.example', 'api.play.example'];
const folder = mkdtempSync(join(tmpdir(), 'playtally-check-host-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const known = authority();
const ca = join(folder, 'ca.pem');
writeFileSync(ca, known.cert);
const good = known.issue(NAMES);

/** As nginx answers by deploy/ and the build's rules. */
const site: RequestListener = (request, response) => {
  const there = ['/', '/healthz', '/operator'].includes(request.url ?? '');
  response.writeHead(there ? 200 : 404, {
    'strict-transport-security': 'max-age=31536000',
    'content-security-policy': "frame-ancestors 'none'",
  });
  response.end(request.url === '/operator' ? '<meta name="robots" content="noindex">' : 'x');
};
const sentOn: RequestListener = ({ headers, url }, response) =>
  response.writeHead(308, { location: `https://${headers.host}${url}` }).end();
/** Whatever is asked. */
const open: RequestListener = (_request, response) => response.end('<h1>Hello</h1>');

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** A port at which nobody listens. */
async function closedPort(): Promise<number> {
  const server = createPlain();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
}

interface Told {
  readonly code: number;
  readonly out: string;
  readonly wrong: string[];
}

function run(
  args: readonly string[],
  env: Record<string, string> = { NODE_EXTRA_CA_CERTS: ca },
): Promise<Told> {
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
  return new Promise((done) =>
    execFile(process.execPath, [COMMAND, ...args], { env: { ...rest, ...env } }, (error, out, said) =>
      done({
        code: Number(error?.code ?? 0),
        out: out + said,
        wrong: out.match(/^WRONG.*$/gm) ?? [],
      }),
    ),
  );
}

/** Looks at both names of a server with this certificate. */
async function look(tls: TlsOptions, answer = site, plain = sentOn, env?: Record<string, string>) {
  const port = await portOf(createServer(tls, answer));
  const plainPort = await portOf(createPlain(plain));
  const inside = answer === open ? port : await closedPort();
  const addresses = NAMES.map((name) => `https://${name}:${port}`);
  const ports = ['--plain-port', `${plainPort}`, '--inside', `${inside}`];
  return run([...addresses, '--at', '127.0.0.1', ...ports], env);
}

test('a deployment that is right is told so, line by line', async () => {
  const { code, out, wrong } = await look(good);
  expect([code, wrong]).toEqual([0, []]);
  for (const words of [
    'play.example: its certificate is publicly trusted',
    'play.example: its certificate is for this name',
    'play.example: its certificate holds for 59 days',
    'play.example: it speaks TLS 1.3',
    'play.example: it refuses TLS 1.1',
    'play.example: http:// is sent on to https://',
    'play.example: browsers are told to come by https alone',
    'play.example: there is a Content-Security-Policy',
    'play.example: /metrics isn’t there',
    'play.example: /operator is kept out of search engines',
    '(inside) is closed',
    'api.play.example: /healthz answers',
  ])
    expect(out).toContain(words);
  expect(out).toMatch(/Nothing is wrong\.\n$/);
});

test.each([
  ['of an authority of one’s own', good],
  ['of its own making', selfSigned(...NAMES)],
])('a certificate %s isn’t publicly trusted', async (_, tls) => {
  const { code, wrong } = await look(tls, site, sentOn, {});
  expect(code).toBe(1);
  expect(wrong).toEqual(
    NAMES.map((name) => expect.stringContaining(`${name}: its certificate is not publicly trusted: `)),
  );
});

test.each([
  ['that has ended', known.issue(NAMES, -1), 'its certificate doesn’t hold today'],
  [
    'for another name',
    known.issue(['www.play.example']),
    'its certificate is for another name (DNS:www.play.example)',
  ],
])('a certificate %s is told, and nothing else', async (_, tls, words) => {
  const { code, wrong } = await look(tls);
  expect(code).toBe(1);
  expect(wrong).toEqual(NAMES.map((name) => expect.stringContaining(`${name}: ${words}`)));
});

test('one that ends soon is worth a look', async () => {
  const { code, out } = await look(known.issue(NAMES, 10));
  expect(code).toBe(0);
  expect(out).toMatch(/^LOOK {3}play\.example: its certificate ends in 9 days, on /m);
});

test('each thing that a host gets wrong has its line', async () => {
  const old = { ...good, minVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
  const { code, wrong } = await look(old, open, open);
  expect(code).toBe(1);
  const told = wrong.join('\n');
  for (const words of [
    'it speaks TLS 1.1, which is broken',
    'http:// answers with 200',
    'browsers aren’t told to come by https alone for a year (Strict-Transport-Security: missing)',
    'there is no Content-Security-Policy',
    '/metrics answers with 200',
    '/operator may be found by search engines',
  ])
    expect(told).toContain(`WRONG  play.example: ${words}`);
  expect(told).toMatch(/play\.example: port \d+ \(inside\) takes connections/);
});

test('where nothing speaks TLS, that is what is wrong', async () => {
  const { code, wrong } = await run([
    ...NAMES.map((name) => `https://${name}:${1}`),
    ...['--at', '127.0.0.1'],
  ]);
  expect(code).toBe(1);
  expect(wrong).toEqual(NAMES.map((name) => `WRONG  ${name}: nothing speaks TLS at port 1`));
});

test.each([[['https://play.example']], [['http://play.example', 'https://api.play.example']], [['--burn']]])(
  '%j is answered by how it is meant',
  async (args) => {
    const { code, out } = await run(args);
    expect(code).toBe(2);
    expect(out).toContain('npm run check-host -- <site> <API>');
  },
);
