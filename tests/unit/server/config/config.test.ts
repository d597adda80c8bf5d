import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, getConfig } from '../../../../server/config/config.ts';
import { TRUST } from '../../../../server/config/trust.ts';
import { PLAY_BUDGET } from '../../../../src/lib/contract/limits.ts';
import { randomKey } from '../../../support/vault.ts';

const mail = { MAIL_URL: 'smtps://me:secret@mail.test:465', MAIL_FROM: 'Play <no-reply@play.example>' };
const key = randomKey(1).toString('base64');
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.test/play?sslmode=verify-full',
  DATA_KEYS: key,
  OPERATOR_URL: 'https://desk.play.example',
  ...mail,
};

test('with nothing set is for trying the product on this machine', () => {
  expect(getConfig({})).toEqual({
    production: false,
    listenHost: '127.0.0.1',
    sitePort: 4321,
    apiPort: 8000,
    realtimePort: 6001,
    siteAddresses: { api: 'http://localhost:8000', socket: 'ws://localhost:6001', key: 'playtally' },
    pusher: undefined,
    partnerPort: 4400,
    siteUrl: 'http://localhost:4321',
    operatorUrl: 'http://operator.localhost:4321',
    publicApiUrl: 'http://localhost:8000',
    dataDir: resolve('.data'),
    databaseUrl: undefined,
    mailUrl: undefined,
    mailFrom: 'Playtally <no-reply@localhost>',
    dataKeys: [],
    captcha: 'altcha',
    captchaKeys: undefined,
    google: undefined,
    apple: undefined,
    discord: undefined,
    steam: undefined,
    trustedProxies: 0,
    sessionIdleDays: 14,
    secondFactor: 'optional',
    logFormat: 'text',
    metricsToken: undefined,
    operatorSetup: undefined,
    adjustAlone: 5000,
    stopDelay: 0,
    warnings: [],
    tls: undefined,
    outgoingOrigins: [],
    rateLimit: true,
    playBudget: PLAY_BUDGET,
    trust: TRUST,
  });
});

test('an empty variable counts as none', () => {
  const names = [
    'SITE_PORT',
    'API_PORT',
    'REALTIME_PORT',
    'SITE_URL',
    'PUBLIC_API_URL',
    'DATA_DIR',
    'DATABASE_URL',
    'MAIL_URL',
    'MAIL_FROM',
    'DATA_KEYS',
    'CAPTCHA',
    'RATE_LIMIT',
  ];
  expect(getConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(getConfig({}));
});

test('what is set is taken', () => {
  const given = {
    SITE_PORT: '5001',
    API_PORT: '5002',
    REALTIME_PORT: '5003',
    PUBLIC_API_URL: 'https://api.play.example',
    SITE_URL: 'https://play.localhost/',
    LISTEN_HOST: '127.0.0.2',
    OPERATOR_URL: 'https://desk.play.example/',
    DATA_DIR: '/var/lib/play',
    DATABASE_URL: 'postgresql://db.test/play',
    ...mail,
    DATA_KEYS: `${key}, ${randomKey(2).toString('base64')}`,
    CAPTCHA: 'off',
    RATE_LIMIT: 'off',
    PARTNER_PORT: '5004',
    LOG: 'json',
    METRICS_TOKEN: 'a-token-of-some-length',
    OPERATOR_SETUP: 'a-code-of-some-length',
    PAY_ALONE: '0',
    WELCOME_POINTS: '0',
    DAILY_POINTS: '50',
    SITE_DAILY_POINTS: '5000',
    JOINS_PER_HOUR: '4',
    JOINS_PER_DAY: '9',
    FIRST_ORDER_DAYS: '5',
    FIRST_ORDER_MINUTES: '0',
    STOP_DELAY: '10',
    TLS_CERT_FILE: '/tls/own.pem',
    TLS_KEY_FILE: '/tls/own.pem',
    OUTGOING_ORIGINS: 'https://login.play.example, https://keys.play.example/',
  };
  expect(getConfig(given)).toEqual({
    production: false,
    listenHost: '127.0.0.2',
    sitePort: 5001,
    apiPort: 5002,
    realtimePort: 5003,
    siteAddresses: {
      api: 'https://api.play.example',
      socket: 'wss://api.play.example:5003',
      key: 'playtally',
    },
    partnerPort: 5004,
    siteUrl: 'https://play.localhost',
    operatorUrl: 'https://desk.play.example',
    publicApiUrl: 'https://api.play.example',
    dataDir: '/var/lib/play',
    databaseUrl: 'postgresql://db.test/play',
    mailUrl: 'smtps://me:secret@mail.test:465',
    mailFrom: 'Play <no-reply@play.example>',
    dataKeys: [randomKey(1), randomKey(2)],
    captcha: 'off',
    captchaKeys: undefined,
    google: undefined,
    apple: undefined,
    discord: undefined,
    steam: undefined,
    sessionIdleDays: 14,
    secondFactor: 'optional',
    pusher: undefined,
    trustedProxies: 0,
    logFormat: 'json',
    metricsToken: 'a-token-of-some-length',
    operatorSetup: 'a-code-of-some-length',
    adjustAlone: 0,
    stopDelay: 10,
    tls: { cert: '/tls/own.pem', key: '/tls/own.pem', clientCa: undefined },
    outgoingOrigins: ['https://login.play.example', 'https://keys.play.example'],
    rateLimit: false,
    playBudget: { welcome: 0, daily: 50, siteDaily: 5000 },
    trust: { joins: { hour: 4, day: 9 }, firstOrder: { playDays: 5, playMinutes: 0 } },
    warnings: [],
  });
});

test("the addresses follow the ports where they aren't set", () => {
  const { siteUrl, operatorUrl, publicApiUrl } = getConfig({ SITE_PORT: '5001', API_PORT: '5002' });
  expect([siteUrl, operatorUrl, publicApiUrl]).toEqual([
    'http://localhost:5001',
    'http://operator.localhost:5001',
    'http://localhost:5002',
  ]);
});

test.each(['LOG_URL', 'LOG_CA'])('a setting that is gone gives a warning: %s', (name) => {
  expect(getConfig({ [name]: 'tls://logs.test' }).warnings).toEqual([
    expect.stringContaining(`${name} is no longer read`),
  ]);
});

describe('refused in a sentence that names the variable:', () => {
  test.each([
    [{ LOG: 'xml' }, 'LOG'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ OPERATOR_SETUP: 'abc-def-ghi-jkl-mno' }, 'OPERATOR_SETUP'],
    [{ PAY_ALONE: '-1' }, 'PAY_ALONE'],
    [{ ADJUST_ALONE: '5k' }, 'ADJUST_ALONE'],
    [{ WELCOME_POINTS: '-1' }, 'WELCOME_POINTS'],
    [{ DAILY_POINTS: '8.5' }, 'DAILY_POINTS'],
    [{ SITE_DAILY_POINTS: '010' }, 'SITE_DAILY_POINTS'],
    [{ JOINS_PER_HOUR: '0' }, 'JOINS_PER_HOUR'],
    [{ JOINS_PER_DAY: 'all' }, 'JOINS_PER_DAY'],
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
    [{ DATABASE_URL: 'mysql://db.test' }, 'DATABASE_URL'],
    [{ ...mail, MAIL_URL: 'mail.test' }, 'MAIL_URL'],
    [{ ...mail, MAIL_URL: 'https://mail.test' }, 'MAIL_URL'],
    [{ ...mail, MAIL_URL: 'smtp://' }, 'MAIL_URL'],
    [{ ...mail, MAIL_URL: 'smtp://mail.test/inbox' }, 'MAIL_URL'],
    [{ MAIL_URL: mail.MAIL_URL }, 'MAIL_FROM is needed'],
    [{ MAIL_FROM: 'Play' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'a@b.test, c@d.test' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Play\nBcc: c@d.test <a@b.test>' }, 'MAIL_FROM'],
    [{ ...production, MAIL_URL: '' }, 'MAIL_URL'],
    [{ ...production, DATA_KEYS: '' }, 'DATA_KEYS'],
    [{ DATA_KEYS: 'short' }, 'DATA_KEYS'],
    [{ DATA_KEYS: `${key},` }, 'DATA_KEYS'],
    [{ DATA_KEYS: `${key},${key.slice(1)}` }, 'number 2'],
    [{ CAPTCHA: 'recaptcha' }, 'CAPTCHA'],
    [{ RATE_LIMIT: 'no' }, 'RATE_LIMIT'],
    [{ NODE_ENV: 'production' }, 'DATABASE_URL'],
    [{ ...production, CAPTCHA: 'off' }, 'CAPTCHA'],
    [{ ...production, RATE_LIMIT: 'off' }, 'RATE_LIMIT'],
    [{ ...production, OPERATOR_URL: '' }, 'OPERATOR_URL is needed'],
    [{ ...production, OPERATOR_URL: 'http://desk.play.example' }, 'OPERATOR_URL must begin with https'],
    [{ OPERATOR_URL: 'https://desk.play.example/operator' }, 'OPERATOR_URL'],
    [{ OPERATOR_URL: 'http://localhost:4321/' }, 'OPERATOR_URL and SITE_URL must differ'],
    [{ OPERATOR_URL: 'http://localhost:8000' }, 'OPERATOR_URL and PUBLIC_API_URL must differ'],
    [{ ...production, SITE_URL: 'http://play.example' }, 'SITE_URL must begin with https'],
    [{ ...production, PUBLIC_API_URL: 'http://10.0.0.5:8000' }, 'PUBLIC_API_URL must begin with https'],
    [{ ...production, PUBLIC_API_URL: 'http://localhost.play.example' }, 'must begin with https'],
    [{ ...production, OUTGOING_ORIGINS: 'https://a.test,http://b.test' }, 'OUTGOING_ORIGINS'],
    [{ OUTGOING_ORIGINS: 'a.test' }, 'OUTGOING_ORIGINS'],
    [{ ...production, DATABASE_URL: 'postgres://me:x@db.test/play' }, 'sslmode'],
    [{ ...production, DATABASE_URL: 'postgres://me:x@db/play' }, 'sslmode'],
    [{ ...production, DATABASE_URL: 'postgres://me:x@db.test/play?sslmode=no-verify' }, 'sslmode'],
    [{ ...production, DATABASE_URL: 'postgres://me:x@db.test/play?sslmode=prefer' }, 'sslmode'],
  ])('%j', (env, words) => {
    expect(() => getConfig(env)).toThrow(ConfigError);
    expect(() => getConfig(env)).toThrow(new RegExp(`${words}[^\\n]*\\.$`));
  });
});

test('what may hold a password is not repeated in the sentence', () => {
  const told = () => getConfig({ ...mail, MAIL_URL: 'smtp:me:hunter2@mail.test' });
  expect(told).toThrow(/MAIL_URL/);
  expect(told).not.toThrow(/hunter2/);
  const wrong = () => getConfig({ DATA_KEYS: `${key},hunter2` });
  expect(wrong).toThrow(/DATA_KEYS/);
  expect(wrong).not.toThrow(/hunter2/);
});

test('who mails are from may be an address alone', () => {
  expect(getConfig({ MAIL_FROM: 'no-reply@play.example' }).mailFrom).toBe('no-reply@play.example');
});

test('on this very machine production goes without TLS', () => {
  const near = {
    SITE_URL: 'http://localhost:8080',
    OPERATOR_URL: 'http://operator.localhost:8082',
    PUBLIC_API_URL: 'http://127.0.0.1:8081',
  };
  for (const DATABASE_URL of ['postgres://127.0.0.1/play', 'postgres://localhost/play'])
    expect(getConfig({ ...production, ...near, DATABASE_URL }).siteUrl).toBe('http://localhost:8080');
});

test('production goes with a PostgreSQL, a mail server, the captcha and the limits on', () => {
  expect(getConfig(production)).toMatchObject({ production: true, captcha: 'altcha', rateLimit: true });
});
