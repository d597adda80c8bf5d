import { describe, expect, test } from 'vitest';
import { getConfig } from '../../../../server/config/config.ts';
import { siteEnv } from '../../../../server/config/site.ts';
import { randomKey } from '../../../support/vault.ts';

const app = {
  PUSHER_APP_ID: '17',
  PUSHER_APP_KEY: 'a-key',
  PUSHER_APP_SECRET: 'very-secret',
  PUSHER_HOST: 'api-eu.pusher.com',
};

describe('a Pusher-compatible host', () => {
  test('is reached by https unless it is said otherwise', () => {
    const { pusher } = getConfig(app);
    expect(pusher).toEqual({
      appId: '17',
      key: 'a-key',
      secret: 'very-secret',
      origin: 'https://api-eu.pusher.com',
    });
    expect(getConfig({ ...app, PUSHER_TLS: 'off', PUSHER_PORT: '6002' }).pusher?.origin).toBe(
      'http://api-eu.pusher.com:6002',
    );
  });

  test('is reached without TLS on this machine alone, in production', () => {
    const production = {
      NODE_ENV: 'production',
      OPERATOR_URL: 'https://desk.play.example',
      DATABASE_URL: 'postgres://localhost/play',
      DATA_KEYS: randomKey(1).toString('base64'),
      MAIL_URL: 'smtp://mail',
      MAIL_FROM: 'a@b.test',
    };
    const open = { ...production, ...app, PUSHER_TLS: 'off' };
    for (const PUSHER_HOST of [app.PUSHER_HOST, 'soketi'])
      expect(() => getConfig({ ...open, PUSHER_HOST })).toThrow('PUSHER_TLS=off');
    for (const PUSHER_HOST of ['localhost', '127.0.0.1'])
      expect(getConfig({ ...open, PUSHER_HOST }).pusher?.origin).toBe(`http://${PUSHER_HOST}`);
  });

  test.each(Object.keys(app))('needs all of its settings: without %s it is said which is missing', (name) => {
    const start = () => getConfig({ ...app, [name]: '' });
    expect(start).toThrow(name);
    expect(start).not.toThrow('very-secret');
  });

  test.each([
    ['PUSHER_HOST', 'https://api-eu.pusher.com', 'without https'],
    ['PUSHER_HOST', 'host/path', 'without https'],
    ['PUSHER_APP_ID', '../17', 'PUSHER_APP_ID'],
    ['PUSHER_PORT', '0', '1 to 65535'],
    ['PUSHER_TLS', 'yes', 'on or off'],
    ['PUBLIC_REALTIME_KEY', 'another', 'must be the same'],
  ])('%s=%s is refused in words', (name, value, words) => {
    expect(() => getConfig({ ...app, [name]: value })).toThrow(words);
  });

  test('is where browsers are built to connect, unless they have another name for it', () => {
    expect(siteEnv(getConfig(app), app)).toMatchObject({
      PUBLIC_REALTIME_KEY: 'a-key',
      PUBLIC_REALTIME_HOST: 'api-eu.pusher.com',
      PUBLIC_REALTIME_PORT: '443',
      PUBLIC_REALTIME_TLS: 'on',
    });
    const env = { ...app, PUBLIC_REALTIME_HOST: 'ws-eu.pusher.com' };
    expect(siteEnv(getConfig(env), env)).toMatchObject({ PUBLIC_REALTIME_HOST: 'ws-eu.pusher.com' });
    expect(siteEnv(getConfig({}), {})).toMatchObject({ PUBLIC_REALTIME_PORT: '6001' });
    expect(siteEnv(getConfig({}), {})).not.toHaveProperty('PUBLIC_REALTIME_KEY');
    expect(JSON.stringify(siteEnv(getConfig(app), {}))).not.toContain('very-secret');
  });
});
