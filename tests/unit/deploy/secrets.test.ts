/** deploy/secrets.sh, in a folder of its own. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getConfig, SECRETS, withSecretFiles } from '../../../server/config/config.ts';
import { factsOf } from '../../../server/config/settings.ts';
import { runSecrets } from '../../support/within.ts';

/** A folder that doesn't exist yet. */
function scratch() {
  const parent = mkdtempSync(join(tmpdir(), 'playtally-secrets-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, 'secrets');
  return {
    folder,
    run: (args: string[] = [], input = '') => runSecrets(folder, args, input),
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
  };
}

test('makes each missing secret, as a file that only its reader can read', () => {
  const { folder, run, read } = scratch();
  const said = run();
  expect(statSync(folder).mode & 0o777).toBe(0o711);
  for (const name of readdirSync(folder)) {
    const { mode, uid } = statSync(join(folder, name));
    expect([name, mode & 0o777, uid]).toEqual([name, 0o400, process.getuid?.()]);
  }
  expect(Buffer.from(read('data_keys'), 'base64')).toHaveLength(32);
  for (const name of ['metrics_token', 'operator_setup']) expect(read(name)).toMatch(/^[0-9a-f]{48}$/);
  for (const name of [
    'mail_url',
    'captcha_secret',
    'google_client_secret',
    'apple_private_key',
    'discord_client_secret',
    'pusher_app_secret',
    'push_key',
  ])
    expect(read(name)).toBe('');
  for (const name of ['data_keys', 'metrics_token', 'operator_setup']) expect(said).not.toContain(read(name));
  const other = scratch();
  other.run();
  expect(other.read('data_keys')).not.toBe(read('data_keys'));
});

test('the API starts with the secrets that it made', () => {
  const { folder, run } = scratch();
  run();
  run(['set', 'mail_url'], 'smtp://me:x%40y@mail.example:587\n');
  const files = SECRETS.filter((name) => !name.startsWith('DATABASE_') && factsOf(name).by !== 'tool').map(
    (name) => [`${name}_FILE`, join(folder, name.toLowerCase())],
  );
  const config = getConfig(
    withSecretFiles({
      ...Object.fromEntries(files),
      NODE_ENV: 'production',
      OPERATOR_URL: 'https://operator.play.example',
      DATABASE_URL: 'postgres://api@localhost/playtally',
      MAIL_FROM: 'a@b.example',
    }),
  );
  expect(config).toMatchObject({ MAIL_URL: 'smtp://me:x%40y@mail.example:587', google: undefined });
  expect(config.DATA_KEYS).toHaveLength(1);
});

test('overwrites no existing secret', () => {
  const { folder, run, read } = scratch();
  run();
  const before = readdirSync(folder).map(read);
  rmSync(join(folder, 'metrics_token'));
  writeFileSync(join(folder, 'captcha_secret'), 'from the service', { mode: 0o400 });
  rmSync(join(folder, 'mail_url'));
  run();
  const after = readdirSync(folder).map(read);
  expect(after.filter((text) => before.includes(text))).toHaveLength(before.length - 2);
  expect(read('captcha_secret')).toBe('from the service');
  expect(read('metrics_token')).toMatch(/^[0-9a-f]{48}$/);
});

test('rotates a secret by name, and keeps old data_keys after the new one', () => {
  const { run, read } = scratch();
  run();
  const [keys, token, setup] = ['data_keys', 'metrics_token', 'operator_setup'].map(read);
  run(['rotate', 'data_keys']);
  run(['rotate', 'metrics_token']);
  const [first, ...old] = read('data_keys').split(',');
  expect(Buffer.from(first ?? '', 'base64')).toHaveLength(32);
  expect(first).not.toBe(keys);
  expect(old).toEqual([keys]);
  expect(read('metrics_token')).toMatch(/^[0-9a-f]{48}$/);
  expect(read('metrics_token')).not.toBe(token);
  expect(read('operator_setup')).toBe(setup);
});

test('removes a secret once its name was typed, and doesn’t make it again', () => {
  const { run, read } = scratch();
  run();
  const setup = read('operator_setup');
  expect(() => run(['destroy', 'operator_setup'], 'no\n')).toThrow(/wasn't deleted/);
  expect(read('operator_setup')).toBe(setup);
  run(['destroy', 'operator_setup'], 'operator_setup\n');
  run();
  expect(read('operator_setup')).toBe('');
});

test('stores a private key of several lines whole', () => {
  const { run, read } = scratch();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  for (const text of [pem, pem.trimEnd(), pem.replaceAll('\n', '\r\n')]) {
    run(['set', 'apple_private_key'], text);
    expect(read('apple_private_key')).toBe(pem.replaceAll('\n', ''));
  }
});

test.each([
  [['rotate', 'mail_url'], 'x', /comes from another service/],
  [['set', 'mail_url'], '\n', /input was empty/],
  [['set', 'mail_url'], 'smtp://mail.example\nanother', /more than one line/],
  [['set', 'apple_private_key'], '-----BEGIN PRIVATE KEY-----\nMIGT', /has no end/],
  [['set', 'nothing'], 'x', /There is no secret "nothing"/],
  [['rotate'], '', /There is no secret ""/],
  [['burn'], '', /There is no command "burn"/],
])('rejects %j with an explanation, and changes nothing', (args, input, words) => {
  const { folder, run, read } = scratch();
  run();
  const before = readdirSync(folder).map((name) => [name, read(name)]);
  expect(() => run(args, input)).toThrow(words);
  expect(readdirSync(folder).map((name) => [name, read(name)])).toEqual(before);
});
