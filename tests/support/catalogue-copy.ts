/** The catalogue's files, for tests that break them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect } from 'vitest';

const source = fileURLToPath(new URL('../../src/content/catalogue', import.meta.url));

/** Returns a folder that has a new copy of the files in each test, and how to change one. */
export function catalogueCopy() {
  const dir = mkdtempSync(join(tmpdir(), 'catalogue-'));
  beforeEach(() => cpSync(source, dir, { recursive: true }));
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  /** Replaces a part of one file, which has to exist. */
  function change(file: string, from: string, to: string) {
    const text = readFileSync(join(dir, file), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(dir, file), text.replace(from, to));
  }
  return { dir, change };
}
