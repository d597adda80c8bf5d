import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no file turns the address of a module into a path by hand: a folder with a space or an accent would be missed', () => {
  const files = globSync(['server/**/*.ts', 'scripts/**/*.{ts,mjs}', 'src/**/*.ts', '*.config.*']);
  expect(files.length).toBeGreaterThan(500);
  const wrong = files.filter((file) => /import\.meta\.url\)+\.pathname/.test(readFileSync(file, 'utf8')));
  expect(wrong).toEqual([]);
});
