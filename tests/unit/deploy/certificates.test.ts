/** deploy/certificates.sh, in a folder of its own. */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readProject } from '../../support/compose.ts';
import { FOLDERS, makeCertificates } from '../../support/within.ts';

const folder = mkdtempSync(join(tmpdir(), 'playtally-certificates-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const services = FOLDERS.filter((name) => name !== 'authority');
const certificate = (name: string, file = 'own.pem') =>
  new X509Certificate(readFileSync(join(folder, name, file)));

makeCertificates(folder);

test('each service has a key that only it can read, and a certificate from the authority for 90 days', () => {
  const authority = certificate('authority', 'ca.pem');
  for (const name of services) {
    expect([name, statSync(join(folder, name, 'own.pem')).mode & 0o777]).toEqual([name, 0o400]);
    const own = certificate(name);
    expect([name, own.verify(authority.publicKey), own.ca]).toEqual([name, true, false]);
    expect((own.validToDate.getTime() - own.validFromDate.getTime()) / 86_400_000).toBe(90);
    expect(certificate(name, 'ca.pem').fingerprint256).toBe(authority.fingerprint256);
    expect(readFileSync(join(folder, name, 'ca.pem'), 'utf8')).not.toContain('PRIVATE KEY');
  }
  expect(statSync(join(folder, 'authority/key.pem')).mode & 0o777).toBe(0o600);
});

test('the key’s owner is the image’s user, as a number', () => {
  const users = [...readProject('deploy/certificates.sh').matchAll(/^issue (\w+) (\d+) /gm)];
  expect(users.map(([, name, user]) => [name, user])).toEqual([
    ['db', '999'],
    ['api', '1000'],
    ['owner', '1000'],
    ['web', '101'],
    ['metrics', '65534'],
  ]);
});

test('a certificate allows only its service’s use, as a server or a client, under its name', () => {
  const found = services.map((name) => {
    const { subject, keyUsage, subjectAltName } = certificate(name);
    return [subject.replace('O=Playtally\nCN=', ''), keyUsage, subjectAltName?.split(', ')[0]];
  });
  const [server, client] = ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'];
  expect(found).toEqual([
    ['db', [server], 'DNS:db'],
    ['playtally_api', [server, client], 'DNS:api'],
    ['playtally', [client], undefined],
    ['web', [client], undefined],
    ['metrics', [client], undefined],
  ]);
});

test('a second run makes new certificates and keeps the authority', () => {
  const before = [certificate('authority', 'ca.pem'), ...services.map((name) => certificate(name))];
  const said = makeCertificates(folder);
  const after = [certificate('authority', 'ca.pem'), ...services.map((name) => certificate(name))];
  const same = after.map(({ fingerprint256 }, at) => fingerprint256 === before[at]?.fingerprint256);
  expect(same).toEqual([true, ...services.map(() => false)]);
  expect(said).not.toContain('PRIVATE KEY');
  expect(said).toMatch(/^db: db, good until /);
});
