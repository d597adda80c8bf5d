/** How nginx uses the include, in addition to the addresses that the walk tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nginxFile, siteRules } from '../../scripts/site/hosts.ts';
import { HOST_FILES } from '../../server/static-site/site-rules.ts';
import { findNginx, type Host, startNginx } from '../support/nginx.ts';
import { ask } from '../support/site-hosts.ts';

const rules = siteRules(
  {
    routes: { index: { pattern: '/' }, game: { pattern: '/game/{id?}', shell: '/game' } },
    redirects: { '/away': 'https://away.example/?cost=$1', '/inside': '/game/1' },
  },
  { 'X-Test': 'say "a" and \\b' },
);

const GAME = 'a game '.repeat(200);

/** A site without error pages. */
const FILES: Readonly<Record<string, string>> = {
  'index.html': 'home',
  'game.html': GAME,
  [HOST_FILES.nginx]: nginxFile(rules),
};

describe.skipIf(!findNginx())('nginx', () => {
  const dist = mkdtempSync(join(tmpdir(), 'playtally-dist-'));
  let host: Host = { origin: '', stop: async () => {} };

  beforeAll(async () => {
    for (const [name, content] of Object.entries(FILES)) writeFileSync(join(dist, name), content);
    host = (await startNginx(dist)) ?? host;
  });
  afterAll(async () => {
    await host.stop();
    rmSync(dist, { recursive: true, force: true });
  });

  test.each([
    ['/nowhere', 'GET', 404],
    ['/game/1/more', 'GET', 404],
    ['/', 'POST', 405],
    ['/%zz', 'GET', 400],
  ])(
    '%s (%s): a missing error page is replaced by a few words with the same status',
    async (path, method, status) => {
      const answer = await ask(host, path, method);
      expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
      expect(answer.body).toContain('An error occurred');
      expect(answer.body).toContain('<a href="/">');
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  test('headers and redirect targets arrive unchanged', async () => {
    expect((await ask(host, '/')).headers['x-test']).toBe('say "a" and \\b');
    expect((await ask(host, '/away?x=1')).headers.location).toBe('https://away.example/?cost=%241');
    expect((await ask(host, '/inside?x=1')).headers.location).toBe('/game/1?x=1');
  });

  test('text is compressed for clients that accept it', async () => {
    const answer = await ask(host, '/game/1', 'GET', { 'accept-encoding': 'gzip' });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect((await ask(host, '/game/1')).body).toBe(GAME);
  });
});
