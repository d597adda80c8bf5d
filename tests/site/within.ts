/** Connections between services: with TLS, and certificates on both sides. Part of deploy.test.ts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../server/db/database.ts';
import { anyPort } from '../support/ports.ts';
import { askWithin, makeCertificates } from '../support/within.ts';
import { type Arrangement, fileIn, startProxy } from './arrangement.ts';

/** Registers the tests; `arrangement` is called when they run. */
export function withinTests(arrangement: () => Arrangement): void {
  describe('within', () => {
    /** Made by the same script with the same names, but from another authority. */
    const foreign = mkdtempSync(join(tmpdir(), 'playtally-foreign-'));
    let here: Arrangement;
    beforeAll(() => {
      here = arrangement();
      makeCertificates(foreign);
    });
    afterAll(() => rmSync(foreign, { recursive: true, force: true }));

    test('a process of the API says nothing without TLS', async () => {
      for (const { api, realtime } of here.processes)
        for (const port of [api, realtime])
          await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed');
    });

    test('a process of the API says nothing to a caller whose certificate isn’t ours', async () => {
      const ca = here.pem('web', 'ca.pem');
      const [{ api, realtime }] = here.processes;
      expect((await askWithin({ port: api, path: '/healthz', ca, own: here.pem('web') })).status).toBe(200);
      // The socket port also answers requests that aren't sockets.
      expect((await askWithin({ port: realtime, path: '/', ca, own: here.pem('web') })).status).toBe(426);
      // The last one is ours, but for a server, so it may not make calls.
      for (const port of [api, realtime])
        for (const own of [undefined, fileIn(foreign, 'web'), here.pem('db')])
          await expect(askWithin({ port, path: '/healthz', ca, own })).rejects.toThrow();
    });

    test.each([
      ['without TLS', () => '', /no encryption|pg_hba/],
      ['without a certificate', () => queryOf(here.folder, {}), /certificate/],
      ['by the certificate of another service', () => queryOf(here.folder, { own: 'web' }), /certificate/],
      [
        'by the certificate of the tables’ owner',
        () => queryOf(here.folder, { own: 'owner' }),
        /certificate/,
      ],
      [
        'by a certificate of another authority',
        () => queryOf(here.folder, { own: 'api', from: foreign }),
        /unknown ca|certificate|ECONNRESET/,
      ],
    ])('the database doesn’t take the API’s role %s', async (_, query, words) => {
      const url = Object.assign(new URL(here.databaseUrl), { search: query(), password: 'a-password' });
      const db = await openPostgres(url.href);
      onTestFinished(() => db.close());
      await expect(db.value('SELECT current_user::text', [])).rejects.toThrow(words);
    });

    test('the API’s role comes in by its certificate, over TLS 1.3, and has no password', async () => {
      const db = await openPostgres(here.databaseUrl);
      onTestFinished(() => db.close());
      const how =
        'SELECT json_build_array(current_user, version) FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
      expect(await db.value(how, [])).toEqual(['playtally_api', 'TLSv1.3']);
      const password = "SELECT rolpassword IS NULL FROM pg_authid WHERE rolname = 'playtally_api'";
      expect(await here.db.value(password, [])).toBe(true);
    });

    test('the API trusts no database whose certificate is from another authority', async () => {
      const url = new URL(here.databaseUrl);
      url.searchParams.set('sslrootcert', join(foreign, 'api/ca.pem'));
      const db = await openPostgres(url.href);
      onTestFinished(() => db.close());
      await expect(db.value('SELECT 1', [])).rejects.toThrow(/certificate|signature/);
    });

    test.each([
      ['ours', () => here.pem('api'), [200, 1]],
      ['another authority’s', () => fileIn(foreign, 'api'), [502, 0]],
      ['another service of ours', () => here.pem('db'), [502, 0]],
    ] as const)(
      'nginx hands calls on to an API that proves to be ours, and to no other: %s',
      async (_, own, outcome) => {
        let taken = 0;
        const fake = createServer({ key: own(), cert: own() }, (_request, response) => {
          taken++;
          response.end('{}');
        });
        const port = await anyPort();
        await new Promise<void>((done) => fake.listen(port, '127.0.0.1', done));
        onTestFinished(() => void fake.close());
        const place = { api: port, realtime: port };
        const proxy = await startProxy(here.folder, [place, place]);
        onTestFinished(() => proxy.site.stop());
        const headers = { authorization: 'Bearer 1|x' };
        expect([(await fetch(`${proxy.api}/api/user`, { headers })).status, taken]).toEqual(outcome);
      },
    );

    test('what a process prints at its start has no secret: not even the operator’s setup code', async () => {
      for (const process of here.processes) {
        await expect.poll(() => process.notes()).toMatch(/^Data .*\n$/m);
        for (const secret of Object.values(here.secrets)) expect(process.notes()).not.toContain(secret);
      }
    });

    test('certificates made again are taken while everything runs', async () => {
      const [process] = here.processes;
      const figures = async () => {
        const authorization = `Bearer ${here.secrets.METRICS_TOKEN}`;
        return here.ask(process.api, '/metrics', { authorization });
      };
      const before = await figures();
      const left = Number(/^playtally_certificate_seconds (\S+)$/m.exec(before.body)?.[1]) / 86_400;
      expect(left).toBeGreaterThan(89);
      expect(left).toBeLessThan(90);

      makeCertificates(join(here.folder, 'within'));
      process.renew();
      await here.db.value('SELECT pg_reload_conf()', []);
      await expect.poll(async () => (await figures()).serial).not.toBe(before.serial);
      // nginx still uses the previous one, from the same authority.
      expect((await fetch(`${here.api}/readyz`)).status).toBe(200);
      const db = await openPostgres(here.databaseUrl);
      onTestFinished(() => db.close());
      expect(await db.value('SELECT current_user::text', [])).toBe('playtally_api');
    });
  });
}

/** The end of a database URL: the trusted authority, and the service's certificate. */
function queryOf(folder: string, { own, from }: { own?: string; from?: string }): string {
  const within = join(folder, 'within');
  const pem = own && join(from ?? within, own, 'own.pem');
  return `?sslmode=verify-full&sslrootcert=${within}/api/ca.pem${pem ? `&sslcert=${pem}&sslkey=${pem}` : ''}`;
}
