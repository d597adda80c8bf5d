import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, getConfig } from '../../../../server/config/config.ts';
import { openTls } from '../../../../server/http/tls.ts';
import { checkDatabaseFiles, pairOf } from '../../../../server/platform/certificate-files.ts';
import { selfSigned } from '../../../support/certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'playtally-tls-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);
const { key, cert } = selfSigned('127.0.0.1');
writeFileSync(at('key.pem'), key);
writeFileSync(at('cert.pem'), cert);
writeFileSync(at('both.pem'), key + cert);
writeFileSync(at('other.pem'), selfSigned('127.0.0.1').key);
writeFileSync(at('words.pem'), 'hunter2');

test('the API and its sockets use TLS if a certificate and its key are set', () => {
  expect(getConfig({}).tls).toBeUndefined();
  const env = { TLS_CERT_FILE: '/tls/cert.pem', TLS_KEY_FILE: '/tls/key.pem' };
  expect(getConfig(env).tls).toEqual({ cert: '/tls/cert.pem', key: '/tls/key.pem', clientCa: undefined });
  expect(getConfig({ ...env, TLS_CLIENT_CA_FILE: '/tls/ca.pem' }).tls?.clientCa).toBe('/tls/ca.pem');
});

test.each([
  [{ TLS_CERT_FILE: 'x' }, "TLS_CERT_FILE, TLS_KEY_FILE go together, but TLS_KEY_FILE isn't set"],
  [{ TLS_KEY_FILE: 'x' }, "TLS_CERT_FILE, TLS_KEY_FILE go together, but TLS_CERT_FILE isn't set"],
  [{ TLS_CLIENT_CA_FILE: 'x' }, 'TLS_CLIENT_CA_FILE needs'],
])('%j is rejected with an explanation', (env, words) => {
  expect(() => getConfig(env)).toThrow(ConfigError);
  expect(() => getConfig(env)).toThrow(words);
});

describe('a wrong file is reported at the start, without its content:', () => {
  test.each([
    [
      'a certificate that isn’t there',
      { cert: 'nowhere.pem' },
      /TLS_CERT_FILE names .*nowhere.pem, .* \(ENOENT\)/,
    ],
    ['what is no certificate', { cert: 'words.pem' }, /TLS_CERT_FILE names .* no certificate/],
    ['what is no key', { key: 'words.pem' }, /TLS_KEY_FILE names .* no private key/],
    ['another key', { key: 'other.pem' }, /TLS_KEY_FILE names .* isn’t the key of/],
    ['an authority that isn’t there', { clientCa: 'nowhere.pem' }, /TLS_CLIENT_CA_FILE names .* \(ENOENT\)/],
  ])('%s', (_, wrong, words) => {
    const files = { cert: 'cert.pem', key: 'key.pem', clientCa: 'cert.pem', ...wrong };
    const open = () => openTls({ cert: at(files.cert), key: at(files.key), clientCa: at(files.clientCa) });
    expect(open).toThrow(ConfigError);
    expect(open).toThrow(words);
    expect(open).not.toThrow('hunter2');
  });

  test('an expired certificate', () => {
    const both = { setting: 'TLS_CERT_FILE', path: at('both.pem') };
    expect(pairOf(both, both).ends.getTime()).toBeGreaterThan(Date.now());
    const later = () => pairOf(both, both, new Date(Date.now() + 3 * 86_400_000));
    expect(later).toThrow(
      /^TLS_CERT_FILE names .*, whose certificate expired on 20\d\d-\d\d-\d\d: make a new one/,
    );
  });

  test.each([
    ['sslrootcert=nowhere.pem', /^sslrootcert of DATABASE_URL names nowhere.pem, which can’t be read/],
    ['sslcert=cert.pem', /sslkey of DATABASE_URL go together, but only sslcert/],
    ['sslcert=@cert.pem&sslkey=@other.pem', /^sslkey of DATABASE_URL names .* isn’t the key/],
  ])('in an address of a database: %s', (query, words) => {
    const address = `postgres://api:hunter2@db:5432/playtally?${query.replaceAll('@', `${folder}/`)}`;
    const check = () => checkDatabaseFiles('DATABASE_URL', address);
    expect(check).toThrow(words);
    expect(check).not.toThrow('hunter2');
  });

  test('no report if all is right', () => {
    const files = `sslmode=verify-full&sslrootcert=${at('cert.pem')}&sslcert=${at('both.pem')}&sslkey=${at('both.pem')}`;
    expect(() => checkDatabaseFiles('DATABASE_URL', `postgres://api@db/playtally?${files}`)).not.toThrow();
    expect(() => checkDatabaseFiles('DATABASE_URL', 'postgres://api:x@localhost/playtally')).not.toThrow();
  });
});
