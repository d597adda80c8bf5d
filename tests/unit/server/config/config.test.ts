import { generateKeyPairSync } from 'node:crypto';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, type Env, getConfig, siteEnv } from '../../../../server/config/config.ts';
import { factsOf, names } from '../../../../server/config/settings.ts';
import { PLAY_BUDGET } from '../../../../src/lib/contract/limits.ts';
import { randomKey } from '../../../support/vault.ts';

const mail = { MAIL_URL: 'smtps://me:secret@mail.test:465', MAIL_FROM: 'Play <no-reply@play.example>' };
const key = randomKey(1).toString('base64');
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.test/play?sslmode=verify-full',
  DATA_KEYS: key,
  SITE_URL: 'https://play.example',
  OPERATOR_URL: 'https://operator.play.example',
  PUBLIC_API_URL: 'https://api.play.example',
  ...mail,
};
const captcha = { CAPTCHA: 'hcaptcha', CAPTCHA_SITE_KEY: 'public', CAPTCHA_SECRET: 'hush' };
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
const pusher = {
  PUSHER_APP_ID: '17',
  PUSHER_APP_KEY: 'a-key',
  PUSHER_APP_SECRET: 'very-secret',
  PUSHER_HOST: 'api-eu.pusher.com',
};

test('without settings, the product runs for trying it out on this machine', () => {
  expect(getConfig({})).toMatchObject({
    production: false,
    LISTEN_HOST: '127.0.0.1',
    SITE_PORT: 4321,
    SITE_URL: 'http://localhost:4321',
    OPERATOR_URL: 'http://operator.localhost:4321',
    PUBLIC_API_URL: 'http://localhost:8000',
    addresses: { api: 'http://localhost:8000', socket: 'ws://localhost:6001', key: 'playtally' },
    DATA_DIR: resolve('.data'),
    DATA_KEYS: [],
    CAPTCHA: 'altcha',
    captchaKeys: undefined,
    google: undefined,
    apple: undefined,
    discord: undefined,
    steam: undefined,
    pusher: undefined,
    tls: undefined,
    TRUSTED_PROXIES: 0,
    SESSION_IDLE_DAYS: 14,
    SECOND_FACTOR: 'optional',
    OUTGOING_ORIGINS: [],
    LOG: 'text',
    RATE_LIMIT: true,
    OPERATOR_DAILY_LIMIT: 5000,
    playBudget: PLAY_BUDGET,
    signUps: { hour: 10, day: 30 },
    warnings: [],
  });
});

test('an empty variable counts as unset', () => {
  expect(getConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(getConfig({}));
});

test('a setting overrides its default', () => {
  const given = {
    PUBLIC_API_URL: 'https://api.play.example/',
    REALTIME_PORT: '5003',
    SITE_URL: 'https://play.localhost/',
    DATA_DIR: 'data',
    DATA_KEYS: `${key}, ${randomKey(2).toString('base64')}`,
    CAPTCHA: 'turnstile',
    CAPTCHA_SITE_KEY: 'public',
    CAPTCHA_SECRET: 'hush',
    CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9000/verify',
    ...google,
    GOOGLE_ISSUER: 'http://127.0.0.1:9001/',
    GOOGLE_JWKS_URL: 'http://127.0.0.1:9001/keys',
    ...apple,
    DISCORD_CLIENT_ID: 'us',
    DISCORD_CLIENT_SECRET: 'hush',
    STEAM_SIGN_IN: 'on',
    STEAM_OPENID_URL: 'http://127.0.0.1:9002/openid/login',
    OUTGOING_ORIGINS: 'https://login.play.example, https://keys.play.example/',
    RATE_LIMIT: 'off',
    LOG: 'json',
    WELCOME_POINTS: '0',
    DAILY_POINTS: '50',
    SITE_DAILY_POINTS: '5000',
    SIGN_UPS_PER_HOUR: '4',
    FIRST_ORDER_MINUTES: '0',
    PUBLIC_SIGN_IN_PROVIDERS: 'steam',
  };
  expect(getConfig(given)).toMatchObject({
    PUBLIC_API_URL: 'https://api.play.example',
    addresses: { api: 'https://api.play.example', socket: 'wss://api.play.example:5003', key: 'playtally' },
    SITE_URL: 'https://play.localhost',
    DATA_DIR: resolve('data'),
    DATA_KEYS: [randomKey(1), randomKey(2)],
    captchaKeys: { siteKey: 'public', secret: 'hush', verifyUrl: 'http://127.0.0.1:9000/verify' },
    google: {
      clientId: 'us.apps.example',
      clientSecret: 'hush',
      issuer: 'http://127.0.0.1:9001/',
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
    OUTGOING_ORIGINS: ['https://login.play.example', 'https://keys.play.example'],
    RATE_LIMIT: false,
    LOG: 'json',
    playBudget: { welcome: 0, daily: 50, siteDaily: 5000 },
    signUps: { hour: 4, day: 30 },
    FIRST_ORDER_MINUTES: 0,
    PUBLIC_SIGN_IN_PROVIDERS: ['steam'],
  });
});

test.each([
  [
    { SITE_URL: 'https://play.localhost:8443' },
    { rpId: 'play.localhost', origin: 'https://play.localhost:8443' },
  ],
  [{ SITE_PORT: '5001' }, { rpId: 'localhost', origin: 'http://localhost:5001' }],
  [{ SITE_URL: 'http://127.0.0.1:4321' }, null],
  [{ SITE_URL: 'http://[::1]:4321' }, null],
  [{ PASSKEYS: 'off' }, null],
])('passkeys belong to the site’s host name: %j', (given, expected) => {
  expect(getConfig(given).passkeys).toEqual(expected);
});

test('addresses that aren’t set follow the ports', () => {
  expect(getConfig({ SITE_PORT: '5001', API_PORT: '5002' })).toMatchObject({
    SITE_URL: 'http://localhost:5001',
    OPERATOR_URL: 'http://operator.localhost:5001',
    PUBLIC_API_URL: 'http://localhost:5002',
  });
});

test.each(['LOG_URL', 'LOG_CA'])('a removed setting gives a warning: %s', (name) => {
  expect(getConfig({ [name]: 'tls://logs.test' }).warnings).toEqual([
    expect.stringContaining(`${name} is no longer read`),
  ]);
});

/** Two valid values of a setting. */
function valuesOf(name: string): [string, string] {
  if (name === 'PUBLIC_API_EXTENSIONS') return ['off', 'on'];
  return name.startsWith('PUBLIC_') ? ['steam', 'google'] : ['7', '8'];
}

test.each(names.flatMap((name) => (factsOf(name).formerly ?? []).map((former) => [former, name] as const)))(
  'the former name %s is still read as %s, with a warning, and the present name takes precedence',
  (former, name) => {
    const [value, other] = valuesOf(name);
    const config = getConfig({ [former]: value });
    const { warnings, ...read } = getConfig({ [name]: value });
    expect(config).toEqual({
      ...read,
      warnings: [`${former} is now called ${name}. The old name still works.`],
    });
    expect(warnings).toEqual([]);
    expect(getConfig({ [former]: other, [name]: value })).toEqual(config);
    expect(siteEnv({ [former]: value })).toEqual(siteEnv({ [name]: value }));
  },
);

describe('rejected with a sentence that names the variable:', () => {
  test.each<[Env, string]>([
    [{ LOG: 'xml' }, 'LOG'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ OPERATOR_SETUP: 'abc-def-ghi-jkl-mno' }, 'OPERATOR_SETUP'],
    [{ OPERATOR_DAILY_LIMIT: '-1' }, 'OPERATOR_DAILY_LIMIT'],
    [{ ADJUST_ALONE: '5k' }, 'ADJUST_ALONE'],
    [{ WELCOME_POINTS: '-1' }, 'WELCOME_POINTS'],
    [{ DAILY_POINTS: '8.5' }, 'DAILY_POINTS'],
    [{ SITE_DAILY_POINTS: '010' }, 'SITE_DAILY_POINTS'],
    [{ SIGN_UPS_PER_HOUR: '0' }, 'SIGN_UPS_PER_HOUR'],
    [{ SIGN_UPS_PER_DAY: 'all' }, 'SIGN_UPS_PER_DAY'],
    [{ FIRST_ORDER_DAYS: '31' }, 'FIRST_ORDER_DAYS'],
    [{ FIRST_ORDER_MINUTES: '1.5' }, 'FIRST_ORDER_MINUTES'],
    [{ STOP_DELAY: '61' }, 'STOP_DELAY'],
    [{ STOP_DELAY: '-1' }, 'STOP_DELAY'],
    [{ STOP_DELAY: '1.5' }, 'STOP_DELAY'],
    [{ SITE_PORT: '0' }, 'SITE_PORT'],
    [{ SITE_PORT: '65536' }, 'SITE_PORT'],
    [{ API_PORT: 'eight' }, 'API_PORT'],
    [{ API_PORT: '80.5' }, 'API_PORT'],
    [{ REALTIME_PORT: '-1' }, 'REALTIME_PORT'],
    [{ API_PORT: '4321' }, 'must differ'],
    [{ SITE_URL: 'play.example' }, 'SITE_URL'],
    [{ SITE_URL: 'https://play.example/shop' }, 'SITE_URL'],
    [{ SITE_URL: 'https://play.example/?a=1' }, 'SITE_URL'],
    [{ PUBLIC_API_URL: 'ftp://play.example' }, 'PUBLIC_API_URL'],
    [{ PUBLIC_API_URL: 'javascript:alert(1)' }, 'PUBLIC_API_URL'],
    [{ PUBLIC_API_URL: 'https://play.example/v1' }, 'PUBLIC_API_URL must be an origin'],
    [{ PUBLIC_API_TIMEOUT: '601' }, 'PUBLIC_API_TIMEOUT'],
    [{ PUBLIC_API_IDEMPOTENCY: 'no' }, 'PUBLIC_API_IDEMPOTENCY'],
    [{ PUBLIC_REALTIME_KEY: '"><script>' }, 'PUBLIC_REALTIME_KEY'],
    [{ PUBLIC_REALTIME_HOST: 'ws.example/app' }, 'PUBLIC_REALTIME_HOST'],
    [{ PUBLIC_SIGN_IN_PROVIDERS: 'google,facebook' }, 'number 2'],
    [{ PUBLIC_CAPTCHA: 'turnstile' }, 'PUBLIC_CAPTCHA and CAPTCHA'],
    [{ DATABASE_URL: 'mysql://db.test' }, 'DATABASE_URL'],
    [{ ...mail, MAIL_URL: 'mail.test' }, 'MAIL_URL'],
    [{ ...mail, MAIL_URL: 'https://mail.test' }, 'MAIL_URL'],
    [{ ...mail, MAIL_URL: 'smtp://' }, 'MAIL_URL'],
    [{ ...mail, MAIL_URL: 'smtp://mail.test/inbox' }, 'MAIL_URL'],
    [{ MAIL_URL: mail.MAIL_URL }, 'MAIL_FROM is needed'],
    [{ MAIL_FROM: 'Play' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@b.test, c@d.test' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Play\nBcc: c@d.test <a@b.test>' }, 'MAIL_FROM'],
    [{ DATA_KEYS: 'short' }, 'DATA_KEYS'],
    [{ DATA_KEYS: `${key},` }, 'DATA_KEYS'],
    [{ DATA_KEYS: `${key},${key.slice(1)}` }, 'number 2'],
    [{ RATE_LIMIT: 'no' }, 'RATE_LIMIT'],
    [{ OUTGOING_ORIGINS: 'a.test' }, 'OUTGOING_ORIGINS'],
    [{ OPERATOR_URL: 'https://operator.play.example/operator' }, 'OPERATOR_URL'],
    [{ OPERATOR_URL: 'http://localhost:4321/' }, 'OPERATOR_URL and SITE_URL must differ'],
    [{ OPERATOR_URL: 'http://localhost:8000' }, 'OPERATOR_URL and PUBLIC_API_URL must differ'],
    [{ CAPTCHA: 'none' }, 'CAPTCHA'],
    [{ CAPTCHA: 'hcaptcha' }, 'CAPTCHA_SITE_KEY and CAPTCHA_SECRET'],
    [{ CAPTCHA: 'hcaptcha', CAPTCHA_SECRET: 'hush' }, 'CAPTCHA_SITE_KEY'],
    [{ ...captcha, CAPTCHA_VERIFY_URL: 'verify' }, 'CAPTCHA_VERIFY_URL'],
    [{ GOOGLE_CLIENT_ID: 'us' }, "GOOGLE_CLIENT_SECRET isn't set"],
    [{ GOOGLE_CLIENT_SECRET: 'hush' }, "GOOGLE_CLIENT_ID isn't set"],
    [{ ...google, GOOGLE_ISSUER: 'accounts.google.com' }, 'GOOGLE_ISSUER'],
    [{ ...google, GOOGLE_JWKS_URL: 'file:///etc/keys' }, 'GOOGLE_JWKS_URL'],
    [{ APPLE_TEAM_ID: 'TEAM' }, "APPLE_CLIENT_ID and APPLE_KEY_ID and APPLE_PRIVATE_KEY isn't set"],
    [{ ...apple, APPLE_PRIVATE_KEY: 'hush' }, 'APPLE_PRIVATE_KEY'],
    [{ ...apple, APPLE_PRIVATE_KEY: p8('secp384r1') }, 'APPLE_PRIVATE_KEY'],
    [{ DISCORD_CLIENT_ID: 'us' }, "DISCORD_CLIENT_SECRET isn't set"],
    [{ STEAM_SIGN_IN: 'yes' }, 'STEAM_SIGN_IN'],
    [{ STEAM_OPENID_URL: 'https://me:pass@steam.test/' }, 'STEAM_OPENID_URL'],
    [{ TRUSTED_PROXIES: '-1' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '9' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8' }, 'TRUSTED_PROXIES'],
    [{ SESSION_IDLE_DAYS: '0' }, 'SESSION_IDLE_DAYS'],
    [{ SESSION_IDLE_DAYS: '31' }, 'SESSION_IDLE_DAYS'],
    [{ SESSION_IDLE_DAYS: 'never' }, 'SESSION_IDLE_DAYS'],
    [{ SECOND_FACTOR: 'always' }, 'SECOND_FACTOR'],
    [{ NODE_ENV: 'Production' }, 'NODE_ENV'],
    [{ LISTEN_HOST: 'play.example' }, 'LISTEN_HOST'],
    [{ EDIT_PORT: 'edit' }, 'EDIT_PORT'],
    [{ ...production, DATABASE_URL: '' }, 'DATABASE_URL is required'],
    [{ ...production, MAIL_URL: '' }, 'MAIL_URL is required'],
    [{ ...production, DATA_KEYS: '' }, 'DATA_KEYS is required'],
    [{ ...production, OPERATOR_URL: '' }, 'OPERATOR_URL is required'],
    [{ ...production, CAPTCHA: 'off' }, 'CAPTCHA'],
    [{ ...production, RATE_LIMIT: 'off' }, 'RATE_LIMIT'],
    [{ ...production, OPERATOR_URL: 'http://operator.play.example' }, 'OPERATOR_URL must begin with https'],
    [{ ...production, SITE_URL: 'http://play.example' }, 'SITE_URL must begin with https'],
    [{ ...production, PUBLIC_API_URL: 'http://10.0.0.5:8000' }, 'PUBLIC_API_URL must begin with https'],
    [{ ...production, PUBLIC_API_URL: 'http://localhost.play.example' }, 'must begin with https'],
    [{ ...production, ...captcha, CAPTCHA_VERIFY_URL: 'http://127.0.0.1/' }, 'CAPTCHA_VERIFY_URL'],
    [{ ...production, ...google, GOOGLE_ISSUER: 'http://127.0.0.1:9001' }, 'GOOGLE_ISSUER'],
    [{ ...production, OUTGOING_ORIGINS: 'https://a.test,http://b.test' }, 'OUTGOING_ORIGINS'],
    [{ ...production, DATABASE_URL: 'postgres://me:x@db.test/play' }, 'sslmode'],
    [{ ...production, DATABASE_URL: 'postgres://me:x@db/play' }, 'sslmode'],
    [{ ...production, DATABASE_URL: 'postgres://me:x@db.test/play?sslmode=no-verify' }, 'sslmode'],
    [{ ...production, DATABASE_URL: 'postgres://me:x@db.test/play?sslmode=prefer' }, 'sslmode'],
  ])('%j', (env, words) => {
    expect(() => getConfig(env)).toThrow(ConfigError);
    expect(() => getConfig(env)).toThrow(new RegExp(`${words}[^\\n]*\\.$`));
    expect(() => getConfig(env)).not.toThrow(/hush/);
  });
});

test('all mistakes are reported together, one sentence per line', () => {
  const env = { ...production, SITE_PORT: 'x', DATA_KEYS: '', CAPTCHA: 'hcaptcha', LOG: 'xml' };
  expect(() => getConfig(env)).toThrow(
    /^SITE_PORT must be [^\n]+\nLOG must be [^\n]+\nDATA_KEYS is required [^\n]+$/,
  );
  const others = { ...production, RATE_LIMIT: 'off', CAPTCHA: 'off', MAIL_URL: '' };
  expect(() => getConfig(others)).toThrow(/^MAIL_URL [^\n]+\nCAPTCHA=off [^\n]+\nRATE_LIMIT=off [^\n]+$/);
});

test('values that may contain a password aren’t repeated in the sentence', () => {
  const seen = () => getConfig({ ...mail, MAIL_URL: 'smtp:me:hunter2@mail.test' });
  expect(seen).toThrow(/MAIL_URL/);
  expect(seen).not.toThrow(/hunter2/);
  const wrong = () => getConfig({ DATA_KEYS: `${key},hunter2` });
  expect(wrong).toThrow(/DATA_KEYS/);
  expect(wrong).not.toThrow(/hunter2/);
});

test('the sender of mails can be just an address', () => {
  expect(getConfig({ MAIL_FROM: 'no-reply@play.example' }).MAIL_FROM).toBe('no-reply@play.example');
});

test('production works without TLS on the same machine', () => {
  const near = {
    SITE_URL: 'http://localhost:8080',
    OPERATOR_URL: 'http://operator.localhost:8082',
    PUBLIC_API_URL: 'http://127.0.0.1:8081',
  };
  for (const DATABASE_URL of ['postgres://127.0.0.1/play', 'postgres://localhost/play'])
    expect(getConfig({ ...production, ...near, DATABASE_URL }).SITE_URL).toBe('http://localhost:8080');
});

test('production starts with PostgreSQL, a mail server, the captcha and the limits on', () => {
  expect(getConfig(production)).toMatchObject({
    production: true,
    CAPTCHA: 'altcha',
    RATE_LIMIT: true,
    LOG: 'json',
  });
});

test('the providers have their own addresses by default, also in production', () => {
  const { google: found, steam } = getConfig({ ...production, ...google, STEAM_SIGN_IN: 'on' });
  expect(found).toMatchObject({ issuer: 'https://accounts.google.com', jwksUrl: undefined });
  expect(steam).toEqual({ endpoint: 'https://steamcommunity.com/openid/login' });
});

test.each([
  ['as it is in the file', apple.APPLE_PRIVATE_KEY],
  ['with \\n for its line breaks', apple.APPLE_PRIVATE_KEY.replaceAll('\n', '\\n')],
  ['on one line', apple.APPLE_PRIVATE_KEY.replaceAll('\n', '')],
])('Apple’s key is accepted %s', (_, given) => {
  expect(getConfig({ ...apple, APPLE_PRIVATE_KEY: given }).apple).toEqual(getConfig(apple).apple);
});

test.each([
  [{}, '127.0.0.1'],
  [{ NODE_ENV: 'test', LISTEN_HOST: '::1', SITE_URL: 'http://play.localhost:4321' }, '::1'],
  [{ NODE_ENV: 'development', LISTEN_HOST: '127.0.0.2', SITE_URL: 'http://127.0.0.1:4321' }, '127.0.0.2'],
  [production, '127.0.0.1'],
  [{ ...production, LISTEN_HOST: '::' }, '::'],
])('%j listens on %s', (env, host) => {
  expect(getConfig(env).LISTEN_HOST).toBe(host);
});

test.each([
  [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
  [{ NODE_ENV: 'staging', SITE_URL: 'https://play.example' }, 'NODE_ENV'],
  [{ LISTEN_HOST: '0.0.0.0' }, 'NODE_ENV=production'],
  [{ NODE_ENV: 'test', LISTEN_HOST: '::' }, 'NODE_ENV=production'],
  [{ LISTEN_HOST: '192.168.1.7' }, 'NODE_ENV=production'],
  [{ SITE_URL: 'https://play.example' }, 'NODE_ENV=production'],
  [{ SITE_URL: 'http://192.168.1.7:4321' }, 'NODE_ENV=production'],
])('%j refuses to start, and says %s', (env, words) => {
  expect(() => getConfig(env)).toThrow(ConfigError);
  expect(() => getConfig(env)).toThrow(words);
});

const keyOf = (byte: (at: number) => number) => Buffer.from(Array.from({ length: 32 }, (_, at) => byte(at)));
test.each([
  ['of 32 equal bytes', keyOf(() => 0)],
  ['of two bytes in turn', keyOf((at) => at % 2)],
  ['of few bytes in no order', keyOf((at) => (at * at * at + at) % 19)],
  ['that counts up', keyOf((at) => at + 5)],
  ['that is a word four times', Buffer.from('password'.repeat(4))],
  ['that is a sentence', Buffer.from('the quick brown fox jumps over 1')],
])('a key %s is rejected in production', (_, weak) => {
  const env = { ...production, DATA_KEYS: `${key},${weak.toString('base64')}` };
  expect(() => getConfig(env)).toThrow('number 2 can be guessed');
});

describe('a Pusher-compatible host', () => {
  test('is reached with https by default', () => {
    expect(getConfig(pusher).pusher).toEqual({
      appId: '17',
      key: 'a-key',
      secret: 'very-secret',
      origin: 'https://api-eu.pusher.com',
    });
    const plain = getConfig({ ...pusher, PUSHER_TLS: 'off', PUSHER_PORT: '6002' });
    expect(plain.pusher?.origin).toBe('http://api-eu.pusher.com:6002');
  });

  test('is reached without TLS in production only on the same machine', () => {
    const open = { ...production, ...pusher, PUSHER_TLS: 'off' };
    for (const PUSHER_HOST of [pusher.PUSHER_HOST, 'soketi'])
      expect(() => getConfig({ ...open, PUSHER_HOST })).toThrow('PUSHER_TLS=off');
    for (const PUSHER_HOST of ['localhost', '127.0.0.1'])
      expect(getConfig({ ...open, PUSHER_HOST }).pusher?.origin).toBe(`http://${PUSHER_HOST}`);
  });

  test.each(Object.keys(pusher))('needs all of its settings, and a missing %s is named', (name) => {
    const start = () => getConfig({ ...pusher, [name]: '' });
    expect(start).toThrow(`${name} isn't set`);
    expect(start).not.toThrow('very-secret');
  });

  test.each([
    ['PUSHER_HOST', 'https://api-eu.pusher.com', 'without https'],
    ['PUSHER_HOST', 'host/path', 'without https'],
    ['PUSHER_APP_ID', '../17', 'PUSHER_APP_ID'],
    ['PUSHER_PORT', '0', '1 to 65535'],
    ['PUSHER_TLS', 'yes', 'on or off'],
    ['PUBLIC_REALTIME_KEY', 'another', 'must be the same'],
  ])('%s=%s is rejected with an explanation', (name, value, words) => {
    expect(() => getConfig({ ...pusher, [name]: value })).toThrow(words);
  });

  test('is where browsers connect, unless the build has another name for it', () => {
    expect(siteEnv(pusher).PUBLIC_ADDRESSES).toContain(' wss://api-eu.pusher.com:443 a-key');
    const named = siteEnv({ ...pusher, PUBLIC_REALTIME_HOST: 'ws-eu.pusher.com' });
    expect(named.PUBLIC_ADDRESSES).toContain(' wss://ws-eu.pusher.com:443 a-key');
    expect(JSON.stringify(siteEnv(pusher))).not.toContain('very-secret');
  });
});
