/** The key that encrypts data if none is set. It is made once, in a file next to the embedded database's folder. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { keyOf } from '../config/kinds.ts';
import { KEY_BYTES } from './encryption.ts';

/** Returns DATA_KEYS if set, otherwise the key in the data folder, which only its owner can read. */
export function dataKeys({
  DATA_KEYS: given,
  DATA_DIR: dataDir,
}: Pick<Config, 'DATA_KEYS' | 'DATA_DIR'>): readonly Buffer[] {
  if (given.length > 0) return given;
  const file = join(dataDir, 'data.key');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(KEY_BYTES).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const key = keyOf(readFileSync(file, 'utf8').trim());
  if (!key)
    throw new ConfigError(
      `${file} has no key of ${KEY_BYTES} bytes in base64. Put the right one back: without it, encrypted data can't be read.`,
    );
  return [key];
}
