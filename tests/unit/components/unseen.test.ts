/** What is there for those who listen takes no room on screen. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no table is unseen itself: it is as wide as its words, and a phone then shows the whole page smaller', () => {
  const files = globSync('src/**/*.{tsx,astro}');
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => /<table[^>]*\bunseen\b/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('what the router says of each page is unseen on every page, also after the first one’s styles are gone', () => {
  expect(readFileSync('src/styles/base.css', 'utf8')).toMatch(/\.unseen,\s*\.astro-route-announcer \{/);
});
