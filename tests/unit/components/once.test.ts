import { afterEach, expect, test, vi } from 'vitest';
import { once } from '../../../src/components/once.ts';

afterEach(() => vi.unstubAllEnvs());

test('a build renders the same input only once', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  expect(await once('a build', async () => '<p>first</p>')).toBe('<p>first</p>');
  expect(await once('a build', async () => '<p>second</p>')).toBe('<p>first</p>');
  expect(await once('another part', async () => '<p>third</p>')).toBe('<p>third</p>');
});

test('development renders it each time', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  expect(await once('at work', async () => '<p>first</p>')).toBe('<p>first</p>');
  expect(await once('at work', async () => '<p>second</p>')).toBe('<p>second</p>');
});
