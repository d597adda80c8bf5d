/** Text for screen readers takes no space on screen. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no table is visually hidden itself, since its width would shrink the page on a phone', () => {
  const files = globSync('src/**/*.{tsx,astro}');
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /<table[^>]*\bunseen\b/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('the router’s announcement is visually hidden on every page, even without the first page’s styles', () => {
  expect(readFileSync('src/styles/base.css', 'utf8')).toMatch(/\.unseen,\s*\.astro-route-announcer \{/);
});
