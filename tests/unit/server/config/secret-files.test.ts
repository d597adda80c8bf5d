import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, getConfig, SECRETS, withSecretFiles } from '../../../../server/config/config.ts';

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'playtally-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'secret'), text);
  return join(folder, 'secret');
}

test.each(SECRETS)('%s is read from the file that %s_FILE names, without its last line break', (name) => {
  expect(withSecretFiles({ [`${name}_FILE`]: fileWith('a secret of ours \n') })[name]).toBe(
    'a secret of ours ',
  );
});

test('the settings are read from the files', () => {
  const env = { METRICS_TOKEN_FILE: fileWith('a token of some length\r\n'), METRICS_TOKEN: '', LOG: 'json' };
  expect(getConfig(withSecretFiles(env))).toMatchObject({
    METRICS_TOKEN: 'a token of some length',
    LOG: 'json',
  });
});

test.each([
  ['is set twice', (file: string) => ({ DATA_KEYS: 'x', DATA_KEYS_FILE: file }), 'both set'],
  ['isn’t there', () => ({ DATA_KEYS_FILE: '/nowhere/secret' }), 'can’t be read (ENOENT)'],
])('a file that %s stops the start with an explanation that doesn’t contain it', (_, env, words) => {
  const read = () => withSecretFiles(env(fileWith('hunter2')));
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(words);
  expect(read).not.toThrow('hunter2');
});

test('an empty file counts as unset, like an empty variable', () => {
  const env = { METRICS_TOKEN_FILE: fileWith('\n'), CAPTCHA_SECRET_FILE: fileWith('') };
  expect(getConfig(withSecretFiles(env))).toEqual(getConfig({}));
});

test('every entry point reads secret files', () => {
  const ROOT = join(import.meta.dirname, '../../../..');
  for (const file of ['server/main.ts', 'server/cli/check.ts', 'server/cli/migrate.ts', 'scripts/start.ts'])
    expect(readFileSync(join(ROOT, file), 'utf8'), file).toContain('withSecretFiles(process.env)');
});
