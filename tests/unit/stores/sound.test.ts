// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => localStorage.clear());

/** The store as a page has it that was just opened. */
async function open() {
  vi.resetModules();
  const { $sound, switchSound } = await import('../../../src/islands/arcade/sound-store.ts');
  $sound.listen(() => {});
  return { $sound, switchSound };
}

test('is off until it is switched on, and then on the next page too', async () => {
  const first = await open();
  expect(first.$sound.get()).toBe(false);
  first.switchSound();
  expect(first.$sound.get()).toBe(true);
  const second = await open();
  expect(second.$sound.get()).toBe(true);
  second.switchSound();
  expect((await open()).$sound.get()).toBe(false);
});

test.each(['true', 'ON', '1', ''])('is off for %j, which nobody stored here', async (value) => {
  localStorage.setItem('sound', value);
  expect((await open()).$sound.get()).toBe(false);
});
