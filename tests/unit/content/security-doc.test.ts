import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

/** `tests/…` and the name of a test in it, as at the end of a row in docs/developers/security.md. */
const named = [
  ...readFileSync(join(ROOT, 'docs/developers/security.md'), 'utf8').matchAll(
    /\| `(tests\/[^`]+)`: ?(.*?) \|$/gm,
  ),
].map(([, file = '', name = '']) => ({ file, name }));

test('every requirement in docs/developers/security.md names a test that exists', () => {
  expect(named.length).toBeGreaterThan(40);
  const missing = named.filter(({ file, name }) => {
    const path = join(ROOT, file);
    // Quotes are escaped in some files.
    const text = existsSync(path) ? readFileSync(path, 'utf8').replaceAll("\\'", "'") : '';
    // As a test's whole name, not just somewhere in the file; tests with a table have more after a colon.
    return !["'", '"', '`'].some((quote) =>
      text.includes(`${quote}${name}${name.endsWith(':') ? '' : `${quote},`}`),
    );
  });
  expect(missing).toEqual([]);
});
