import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const memory = v.object({ executablePath: v.string() });

/** Returns the path of the Chromium that the setup script found (scripts/setup/browser.mjs writes this file). */
export function browserPath(root: string): string {
  const file = join(root, 'node_modules/.cache/playtally/chromium.json');
  try {
    return v.parse(memory, JSON.parse(readFileSync(file, 'utf8'))).executablePath;
  } catch {
    throw new Error('No browser is installed for the tests: run `node scripts/setup.mjs --browser` first.');
  }
}
