import { describe, expect, test } from 'vitest';
import { finishSite } from '../../../../scripts/site-build.ts';
import { getConfig, siteEnv } from '../../../../server/config/config.ts';
import { connectOrigins, siteAddresses } from '../../../../server/config/site.ts';
import { createSite } from '../../../../server/static-site/site.ts';
import { routes } from '../../../../src/lib/routing/routes.ts';
import { folderWith } from '../../scripts/temp.ts';

describe('where pages find the API and the socket', () => {
  test.each([
    [{}, 'http://localhost:8000 ws://localhost:6001 playtally'],
    [{ API_PORT: '9200' }, 'http://localhost:9200 ws://localhost:6001 playtally'],
    [{ REALTIME_PORT: '6002' }, 'http://localhost:8000 ws://localhost:6002 playtally'],
    [
      { PUBLIC_API_URL: 'https://api.example', PUBLIC_REALTIME_PORT: '443' },
      'https://api.example wss://api.example:443 playtally',
    ],
    [
      { PUBLIC_REALTIME_HOST: 'ws.example', PUBLIC_REALTIME_PORT: '443', PUBLIC_REALTIME_TLS: 'on' },
      'http://localhost:8000 wss://ws.example:443 playtally',
    ],
    [
      { PUBLIC_API_URL: 'https://api.example', PUBLIC_REALTIME_PORT: '80', PUBLIC_REALTIME_TLS: 'off' },
      'https://api.example ws://api.example:80 playtally',
    ],
    [
      { PUSHER_APP_ID: '1', PUSHER_APP_KEY: 'k', PUSHER_APP_SECRET: 's', PUSHER_HOST: 'push.example' },
      'http://localhost:8000 wss://push.example:443 k',
    ],
  ])('with %j are the same for a build and for a server: %s', (env, expected) => {
    const found = ({ api, socket, key }: ReturnType<typeof siteAddresses>) => `${api} ${socket} ${key}`;
    expect(found(siteAddresses(siteEnv(env).PUBLIC_ADDRESSES))).toBe(expected);
    expect(found(getConfig(env).addresses)).toBe(expected);
  });

  test('can have a path if the API is someone else’s, which no policy contains', () => {
    const addresses = siteAddresses(siteEnv({ PUBLIC_API_URL: 'https://x.example/v1/' }).PUBLIC_ADDRESSES);
    expect(addresses.api).toBe('https://x.example/v1');
    expect(connectOrigins(addresses)[0]).toBe('https://x.example');
  });

  test('can’t have a key that would break out of the page', () => {
    expect(() => siteEnv({ PUBLIC_REALTIME_KEY: '"><script>' })).toThrow('PUBLIC_REALTIME_KEY');
  });
});

test('a separate build uses the same settings', () => {
  const given = { API_PORT: '9200', SITE_PORT: '9100', CAPTCHA: 'off', STEAM_SIGN_IN: 'on' };
  expect(siteEnv(given)).toMatchObject({
    SITE_URL: 'http://localhost:9100',
    PUBLIC_ADDRESSES: 'http://localhost:9200 ws://localhost:6001 playtally',
    PUBLIC_CAPTCHA: 'off',
    PUBLIC_SIGN_IN_PROVIDERS: 'passkey,steam',
  });
  expect(siteEnv({ ...given, PUBLIC_CAPTCHA: 'hcaptcha' }).PUBLIC_CAPTCHA).toBe('hcaptcha');
  // It doesn't need a deployment's database and secrets.
  expect(() => siteEnv({ NODE_ENV: 'production', SITE_URL: 'https://playtally.example' })).not.toThrow();
});

test('a server serves pages and headers as if they were built for its own addresses', async () => {
  const one = { api: 'http://localhost:8000', socket: 'ws://localhost:6001', key: 'playtally' };
  const other = { api: 'https://api.example', socket: 'wss://ws.example:443', key: 'app-key' };
  const siteFor = async (addresses: typeof one) => {
    // The second call goes to another host whose URL begins like ours.
    const calls = `data-calls="${addresses.api}/api/user http://localhost:80001/api/user"`;
    const page = `<html><head><meta charset="utf-8"><title>T</title><script data-missing-part>tell()</script><script data-guard="/login" ${calls}>leave()</script></head><body><script src="/_astro/a.js"></script></body></html>`;
    const shells = Object.values(routes).flatMap((route) => ('shell' in route ? [route.shell] : []));
    const folder = folderWith({
      ...Object.fromEntries(shells.map((shell) => [`${shell.slice(1)}.html`, page])),
      'about-us.html': `<html><head><title>T</title></head><body>${one.api}</body></html>`,
    });
    await finishSite(folder, addresses);
    return folder;
  };
  const answersOf = async (dist: string, addresses?: typeof one) => {
    const site = createSite({ dist, operatorHost: 'operator.test', addresses });
    const asked = ['http://site.test/user', 'http://operator.test/operator', 'http://site.test/nowhere'];
    const answers = await Promise.all(asked.map((url) => site.request(url)));
    return Promise.all(answers.map(async (one) => [[...one.headers], await one.text()]));
  };
  const [forOne, forOther] = [await siteFor(one), await siteFor(other)];
  const expected = await answersOf(forOther);
  expect(JSON.stringify(expected)).toContain(other.socket);
  expect(await answersOf(forOne, other)).toEqual(expected);
  expect(await answersOf(forOne, one)).toEqual(await answersOf(forOne));
  const content = await createSite({ dist: forOne, addresses: other }).request('http://site.test/about-us');
  expect(await content.text()).not.toContain('name="playtally"');
});
