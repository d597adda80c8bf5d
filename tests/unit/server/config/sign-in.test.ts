import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signInSettings } from '../../../../server/config/sign-in.ts';
import { ConfigError } from '../../../../server/config/values.ts';

const keys = { CAPTCHA_SITE_KEY: 'public', CAPTCHA_SECRET: 'hush' };
const google = { GOOGLE_CLIENT_ID: 'us.apps.example', GOOGLE_CLIENT_SECRET: 'hush' };

const p8 = (curve: string) =>
  generateKeyPairSync('ec', { namedCurve: curve })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString();
const apple = {
  APPLE_CLIENT_ID: 'com.example.web',
  APPLE_TEAM_ID: 'TEAM',
  APPLE_KEY_ID: 'KEY',
  APPLE_PRIVATE_KEY: p8('prime256v1'),
};

test('with nothing set is the check without a third party, no provider and no proxy', () => {
  expect(signInSettings({}, false)).toEqual({
    captcha: 'altcha',
    captchaKeys: undefined,
    google: undefined,
    apple: undefined,
    discord: undefined,
    steam: undefined,
    trustedProxies: 0,
    sessionIdleDays: 14,
    secondFactor: 'optional',
  });
});

test('what is set is taken', () => {
  const given = {
    CAPTCHA: 'turnstile',
    ...keys,
    CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9000/verify',
    ...google,
    GOOGLE_ISSUER: 'http://127.0.0.1:9001',
    GOOGLE_JWKS_URL: 'http://127.0.0.1:9001/keys',
    ...apple,
    DISCORD_CLIENT_ID: 'us',
    DISCORD_CLIENT_SECRET: 'hush',
    STEAM_SIGN_IN: 'on',
    STEAM_OPENID_URL: 'http://127.0.0.1:9002/openid/login',
    TRUSTED_PROXIES: '2',
  };
  expect(signInSettings(given, false)).toEqual({
    captcha: 'turnstile',
    captchaKeys: { siteKey: 'public', secret: 'hush', verifyUrl: 'http://127.0.0.1:9000/verify' },
    google: {
      clientId: 'us.apps.example',
      clientSecret: 'hush',
      issuer: 'http://127.0.0.1:9001',
      jwksUrl: 'http://127.0.0.1:9001/keys',
    },
    apple: {
      clientId: 'com.example.web',
      teamId: 'TEAM',
      keyId: 'KEY',
      privateKey: apple.APPLE_PRIVATE_KEY.replaceAll(/-----.*-----|\n/g, ''),
    },
    discord: { clientId: 'us', clientSecret: 'hush' },
    steam: { endpoint: 'http://127.0.0.1:9002/openid/login' },
    trustedProxies: 2,
    sessionIdleDays: 14,
    secondFactor: 'optional',
  });
});

test('the providers are asked at their own addresses unless told, by production too', () => {
  const settings = signInSettings({ ...google, STEAM_SIGN_IN: 'on' }, true);
  expect(settings.google).toMatchObject({ issuer: 'https://accounts.google.com', jwksUrl: undefined });
  expect(settings.steam).toEqual({ endpoint: 'https://steamcommunity.com/openid/login' });
});

test.each([
  ['as it stands in the file', apple.APPLE_PRIVATE_KEY],
  ['with \\n for its line breaks', apple.APPLE_PRIVATE_KEY.replaceAll('\n', '\\n')],
  ['on one line', apple.APPLE_PRIVATE_KEY.replaceAll('\n', '')],
])('Apple’s key is taken %s', (_, key) => {
  const settings = signInSettings({ ...apple, APPLE_PRIVATE_KEY: key }, true);
  expect(settings.apple).toEqual(signInSettings(apple, true).apple);
});

describe('refused in a sentence that names the variable:', () => {
  test.each<[Record<string, string>, string, boolean]>([
    [{ CAPTCHA: 'none' }, 'CAPTCHA', false],
    [{ CAPTCHA: 'off' }, 'CAPTCHA', true],
    [{ CAPTCHA: 'hcaptcha' }, 'CAPTCHA_SITE_KEY and CAPTCHA_SECRET', false],
    [{ CAPTCHA: 'hcaptcha', CAPTCHA_SECRET: 'hush' }, 'CAPTCHA_SITE_KEY', false],
    [{ CAPTCHA: 'hcaptcha', ...keys, CAPTCHA_VERIFY_URL: 'verify' }, 'CAPTCHA_VERIFY_URL', false],
    [{ CAPTCHA: 'hcaptcha', ...keys, CAPTCHA_VERIFY_URL: 'http://127.0.0.1/' }, 'CAPTCHA_VERIFY_URL', true],
    [{ GOOGLE_CLIENT_ID: 'us' }, 'GOOGLE_CLIENT_SECRET', false],
    [{ GOOGLE_CLIENT_SECRET: 'hush' }, 'GOOGLE_CLIENT_ID', false],
    [{ ...google, GOOGLE_ISSUER: 'accounts.google.com' }, 'GOOGLE_ISSUER', false],
    [{ ...google, GOOGLE_ISSUER: 'http://127.0.0.1:9001' }, 'GOOGLE_ISSUER', true],
    [{ ...google, GOOGLE_JWKS_URL: 'file:///etc/keys' }, 'GOOGLE_JWKS_URL', false],
    [{ APPLE_TEAM_ID: 'TEAM' }, 'APPLE_CLIENT_ID, APPLE_KEY_ID, APPLE_PRIVATE_KEY isn’t set', false],
    [{ ...apple, APPLE_PRIVATE_KEY: 'hush' }, 'APPLE_PRIVATE_KEY', false],
    [{ ...apple, APPLE_PRIVATE_KEY: p8('secp384r1') }, 'APPLE_PRIVATE_KEY', false],
    [{ DISCORD_CLIENT_ID: 'us' }, 'DISCORD_CLIENT_SECRET', false],
    [{ STEAM_SIGN_IN: 'yes' }, 'STEAM_SIGN_IN', false],
    [{ STEAM_OPENID_URL: 'https://me:pass@steam.test/' }, 'STEAM_OPENID_URL', false],
    [{ TRUSTED_PROXIES: '-1' }, 'TRUSTED_PROXIES', false],
    [{ TRUSTED_PROXIES: '9' }, 'TRUSTED_PROXIES', false],
    [{ TRUSTED_PROXIES: '10.0.0.0/8' }, 'TRUSTED_PROXIES', false],
    [{ SESSION_REST_DAYS: '0' }, 'SESSION_REST_DAYS', false],
    [{ SESSION_REST_DAYS: '31' }, 'SESSION_REST_DAYS', false],
    [{ SESSION_REST_DAYS: 'never' }, 'SESSION_REST_DAYS', false],
    [{ SECOND_FACTOR: 'always' }, 'SECOND_FACTOR', false],
  ])('%j', (env, words, production) => {
    const read = () => signInSettings(env, production);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`${words}[^\\n]*\\.$`));
    expect(read).not.toThrow(/hush/);
  });
});
