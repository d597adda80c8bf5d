import { expect, test } from 'vitest';
import { ConfigError, getConfig } from '../../../../server/config/config.ts';
import { randomKey } from '../../../support/vault.ts';

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.test/play?sslmode=verify-full',
  DATA_KEYS: randomKey(1).toString('base64'),
  OPERATOR_URL: 'https://desk.play.example',
  MAIL_URL: 'smtps://mail.test',
  MAIL_FROM: 'no-reply@play.example',
};
const keyOf = (byte: (at: number) => number) => Buffer.from(Array.from({ length: 32 }, (_, at) => byte(at)));

test.each([
  [{}, '127.0.0.1'],
  [{ NODE_ENV: '' }, '127.0.0.1'],
  [{ NODE_ENV: 'test', LISTEN_HOST: '::1', SITE_URL: 'http://play.localhost:4321' }, '::1'],
  [{ NODE_ENV: 'development', LISTEN_HOST: '127.0.0.2', SITE_URL: 'http://127.0.0.1:4321' }, '127.0.0.2'],
  [production, '127.0.0.1'],
  [{ ...production, LISTEN_HOST: '::', SITE_URL: 'https://play.example' }, '::'],
])('%j listens on %s', (env, host) => {
  expect(getConfig(env).listenHost).toBe(host);
});

test.each([
  [{ NODE_ENV: 'Production' }, 'NODE_ENV'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
  [{ NODE_ENV: 'staging', SITE_URL: 'https://play.example' }, 'NODE_ENV'],
  [{ LISTEN_HOST: '0.0.0.0' }, 'NODE_ENV=production'],
  [{ NODE_ENV: 'test', LISTEN_HOST: '::' }, 'NODE_ENV=production'],
  [{ LISTEN_HOST: '192.168.1.7' }, 'NODE_ENV=production'],
  [{ LISTEN_HOST: 'play.example' }, 'LISTEN_HOST'],
  [{ SITE_URL: 'https://play.example' }, 'NODE_ENV=production'],
  [{ SITE_URL: 'http://192.168.1.7:4321' }, 'NODE_ENV=production'],
])('%j refuses to start, and says %s', (env, words) => {
  expect(() => getConfig(env)).toThrow(ConfigError);
  expect(() => getConfig(env)).toThrow(words);
});

test.each([
  ['of 32 equal bytes', keyOf(() => 0)],
  ['of two bytes in turn', keyOf((at) => at % 2)],
  ['that counts up', keyOf((at) => at + 5)],
  ['that is a word four times', Buffer.from('password'.repeat(4))],
  ['that is a sentence', Buffer.from('the quick brown fox jumps over 1')],
])('a key %s is refused in production', (_, key) => {
  const env = { ...production, DATA_KEYS: `${production.DATA_KEYS},${key.toString('base64')}` };
  expect(() => getConfig(env)).toThrow('number 2 can be guessed');
});
