import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '../server/config/config.ts';
import { lockFolder } from '../server/db/folder-lock.ts';

/** Waits for the lock file and runs `work` while holding it. A lock whose process is gone is taken over. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  let release = take(file);
  while (!release) {
    await pause(100);
    release = take(file);
  }
  try {
    return await work();
  } finally {
    release();
  }
}

function take(file: string): (() => void) | undefined {
  try {
    return lockFolder(file, file);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}
