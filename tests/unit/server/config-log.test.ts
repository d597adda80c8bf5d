import { describe, expect, test } from 'vitest';
import { ConfigError, getConfig } from '../../../server/config.ts';
import { selfSigned } from '../../support/certificate.ts';

const hostOf = (LOG_URL: string) => getConfig({ LOG_URL }).logHost;

test('without LOG_URL the log goes nowhere else', () => {
  expect(getConfig({}).logHost).toBeUndefined();
});

test('a host is reached by TLS, at the port that is set aside for it unless told', () => {
  const known = { tls: true, authority: undefined };
  expect(hostOf('tls://logs.test')).toEqual({ host: 'logs.test', port: 6514, ...known });
  expect(hostOf('tls://logs.test:7000/')).toEqual({ host: 'logs.test', port: 7000, ...known });
  expect(hostOf('tls://[2001:db8::1]:6514')).toEqual({ host: '2001:db8::1', port: 6514, ...known });
});

test('one on this machine goes without', () => {
  for (const [url, host] of [
    ['tcp://127.0.0.1', '127.0.0.1'],
    ['tcp://localhost', 'localhost'],
    ['tcp://[::1]', '::1'],
  ] as const)
    expect(hostOf(url)).toMatchObject({ host, port: 601, tls: false });
});

test('an authority of one’s own is taken as its certificate', () => {
  const { cert } = selfSigned('logs.test');
  expect(getConfig({ LOG_URL: 'tls://logs.test', LOG_CA: cert }).logHost).toMatchObject({ authority: cert });
});

describe('refused in a sentence that names the variable:', () => {
  test.each([
    [{ LOG_URL: 'logs.test:6514' }, 'LOG_URL'],
    [{ LOG_URL: 'udp://logs.test:514' }, 'LOG_URL'],
    [{ LOG_URL: 'https://logs.test' }, 'LOG_URL'],
    [{ LOG_URL: 'tls://' }, 'LOG_URL'],
    [{ LOG_URL: 'tls://logs.test:0' }, 'LOG_URL'],
    [{ LOG_URL: 'tls://logs.test/path' }, 'LOG_URL'],
    [{ LOG_URL: 'tls://logs.test?token=x' }, 'LOG_URL'],
    [{ LOG_URL: 'tcp://logs.test:601' }, 'for all to read'],
    [{ LOG_URL: 'tcp://10.0.0.5' }, 'for all to read'],
    [{ LOG_URL: 'tcp://localhost.logs.test' }, 'for all to read'],
    [{ LOG_URL: 'tls://logs.test', LOG_CA: 'a certificate' }, 'LOG_CA'],
    [{ LOG_CA: 'a certificate' }, 'LOG_CA'],
  ])('%j', (env, words) => {
    expect(() => getConfig(env)).toThrow(ConfigError);
    expect(() => getConfig(env)).toThrow(new RegExp(`${words}[^\\n]*\\.$`));
  });
});

test('what stands before the host may open an account there, and isn’t repeated', () => {
  const wrong = () => hostOf('tls://me:hunter2@logs.test');
  expect(wrong).toThrow(/LOG_URL/);
  expect(wrong).not.toThrow(/hunter2/);
});
