import { afterEach, expect, test, vi } from 'vitest';
import { memoize } from '../../../src/components/memoize.ts';

afterEach(() => vi.unstubAllEnvs());

test('a build renders the same input only once', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  expect(await memoize('a build', async () => '<p>first</p>')).toBe('<p>first</p>');
  expect(await memoize('a build', async () => '<p>second</p>')).toBe('<p>first</p>');
  expect(await memoize('another part', async () => '<p>third</p>')).toBe('<p>third</p>');
});

test('development renders it each time', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  expect(await memoize('at work', async () => '<p>first</p>')).toBe('<p>first</p>');
  expect(await memoize('at work', async () => '<p>second</p>')).toBe('<p>second</p>');
});
