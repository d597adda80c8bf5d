import { afterEach, expect, test, vi } from 'vitest';
import { once } from '../../../src/components/once.ts';

afterEach(() => vi.unstubAllEnvs());

test('a build renders what it is asked for again no second time', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  expect(await once('a build', async () => '<p>first</p>')).toBe('<p>first</p>');
  expect(await once('a build', async () => '<p>second</p>')).toBe('<p>first</p>');
  expect(await once('another part', async () => '<p>third</p>')).toBe('<p>third</p>');
});

test('in development it is rendered each time', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  expect(await once('at work', async () => '<p>first</p>')).toBe('<p>first</p>');
  expect(await once('at work', async () => '<p>second</p>')).toBe('<p>second</p>');
});
