/**
 * Secrets out of files: where NAME_FILE is set, NAME is what stands in that file, and an empty file is none, as an empty variable is. A
 * vault, Docker or Kubernetes puts them there, and they stand neither in the environment of the process nor in what describes its container.
 */
import { readFileSync } from 'node:fs';
import { ConfigError, type Env } from './values.ts';

export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATA_KEYS',
  'MAIL_URL',
  'METRICS_TOKEN',
  'OPERATOR_SETUP',
  'CAPTCHA_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'APPLE_PRIVATE_KEY',
  'DISCORD_CLIENT_SECRET',
  'PUSHER_APP_SECRET',
] as const;

/** The settings with what their files hold. Throws a ConfigError where a file can't be read, or both are set. */
export function withSecretFiles(env: Env): Env {
  const read = SECRETS.flatMap((name) => {
    const file = env[`${name}_FILE`];
    if (!file) return [];
    if (env[name])
      throw new ConfigError(
        `${name} and ${name}_FILE are both set: leave one out, so that it is plain which counts.`,
      );
    return [[name, textOf(name, file)] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function textOf(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new ConfigError(`${name}_FILE names ${file}, which can’t be read${why}.`);
  }
  // Editors and `echo` end a file with a line break, which is none of the secret's.
  return text.replace(/\r?\n$/, '');
}
