/** The editor is for authors, and no part of it reaches visitors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesUnder } from '../../scripts/files.ts';
import { SITE } from '../../scripts/test-site.ts';

test('no part of the editor is in the built site', async () => {
  const files = (await filesUnder(SITE)).filter((file) => !/\.(?:br|gz|png|webp|avif|woff2)$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  expect(
    files.filter((file) => readFileSync(join(SITE, file), 'utf8').toLowerCase().includes('keystatic')),
  ).toEqual([]);
});
