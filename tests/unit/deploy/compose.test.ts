/** What compose.yaml gives to each service: its secrets as files, and its own certificate. */
import { expect, test } from 'vitest';
import { SECRETS } from '../../../server/config/config.ts';
import { factsOf } from '../../../server/config/settings.ts';
import { composeFile, exampleEnv, readProject } from '../../support/compose.ts';
import { runSecrets } from '../../support/within.ts';

const { services, secrets } = composeFile(exampleEnv().values);
const entries = Object.entries(services);
const api = ['api-1', 'api-2'];

test('no secret is in an environment variable, a build argument or .env', () => {
  // URLs name a role and no password, and these keys are public.
  const open = /^(?:DATABASE_\w+|PUBLIC_\w+|CAPTCHA_SITE_KEY|PUSHER_APP_KEY)$/;
  for (const [name, { environment, build, command }] of entries) {
    for (const [setting, value] of Object.entries({ ...environment, ...build?.args })) {
      const isSecret =
        SECRETS.some((one) => one === setting) || /(?:PASSWORD|SECRET|TOKEN|KEYS?)$/.test(setting);
      expect([name, setting, isSecret && !open.test(setting)]).toEqual([name, setting, false]);
      expect([name, setting, /\/\/[^/@]*:[^/@]*@/.test(value)]).toEqual([name, setting, false]);
    }
    expect(command.join(' ')).not.toMatch(/password|secret/i);
  }
  const kept = exampleEnv().names.filter(
    (name) => SECRETS.some((one) => one === name) || /PASSWORD/.test(name),
  );
  expect(kept).toEqual([]);
});

test('each service gets only its own secrets: the API those that it reads, and no other service any of them', () => {
  // A URL without a password isn't a secret.
  const read = SECRETS.filter((name) => !name.startsWith('DATABASE_') && factsOf(name).by !== 'tool');
  for (const [name, { secrets: own, environment }] of entries) {
    const named = Object.entries(environment).filter(
      ([setting, path]) => setting.endsWith('_FILE') && path.startsWith('/run/secrets/'),
    );
    expect(named.map(([, path]) => path.replace('/run/secrets/', '')).toSorted(), name).toEqual(
      own.toSorted(),
    );
    expect(named.map(([setting]) => setting.replace('_FILE', '')).toSorted(), name).toEqual(
      api.includes(name) ? read.toSorted() : [],
    );
  }
});

test('secrets are files outside the repository and the images, which deploy/secrets.sh makes', () => {
  for (const [name, { file }] of Object.entries(secrets)) expect(file).toBe(`./secrets/${name}`);
  expect(readProject('.gitignore')).toMatch(/^secrets\/$/m);
  expect(readProject('.dockerignore')).toMatch(/^secrets$/m);
  const tried = () => runSecrets('/nowhere', ['set', 'nothing']);
  expect(tried).toThrow(/There are: /);
  let said = '';
  try {
    tried();
  } catch (error) {
    said = String(Object(error).stderr);
  }
  expect(
    said
      .match(/There are: (.*)\./)?.[1]
      ?.split(' ')
      .toSorted(),
  ).toEqual(Object.keys(secrets).toSorted());
});

test('each service sees only its own key, and can’t change it', () => {
  const volumes = (name: string) =>
    (services[name]?.volumes ?? []).filter((one) => one.startsWith('tls-')).map((one) => one.split(':'));
  const own = { db: 'tls-db', 'api-1': 'tls-api', 'api-2': 'tls-api', migrate: 'tls-owner', web: 'tls-web' };
  for (const [name, volume] of Object.entries(own))
    expect(
      volumes(name).map(([one, , how]) => [one, how]),
      name,
    ).toEqual([[volume, 'ro']]);
  const makers = entries.filter(([name]) => !(name in own) && volumes(name).length > 0).map(([name]) => name);
  expect(makers).toEqual(['certificates']);
});

test('PostgreSQL accepts only TLS with an archived log too', () => {
  const archive = readProject('deploy/archive.yaml');
  const [, , config] = services.db?.command ?? [];
  expect(config).toMatch(/^config_file=/);
  expect(archive).toContain(`- ${config}`);
});
