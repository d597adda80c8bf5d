// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => localStorage.clear());

/** The store as on a newly opened page. */
async function open() {
  vi.resetModules();
  const feel = await import('../../../src/islands/shared/feel/feel-store.ts');
  feel.$sound.listen(() => {});
  feel.$letterKeys.listen(() => {});
  feel.$music.listen(() => {});
  feel.$offersSound.listen(() => {});
  return feel;
}

test('sound isn’t chosen at first, and a choice is remembered', async () => {
  const first = await open();
  expect(first.$sound.get()).toBeNull();
  first.setSound('low');
  const second = await open();
  expect(second.$sound.get()).toBe('low');
  second.switchSound();
  expect((await open()).$sound.get()).toBe('off');
});

test('sound is offered until a round begins, even once it is chosen, and not again', async () => {
  const first = await open();
  expect(first.$offersSound.get()).toBe(true);
  first.setSound('low');
  expect(first.$offersSound.get()).toBe(true);
  first.settleSound();
  expect([first.$offersSound.get(), first.$sound.get()]).toEqual([false, 'low']);
  expect((await open()).$offersSound.get()).toBe(false);
  localStorage.clear();
  const silent = await open();
  silent.settleSound();
  expect((await open()).$sound.get()).toBe('off');
});

test('the first press of the speaker is gentle, and a later one brings back what was on', async () => {
  const first = await open();
  const heard = () => [first.$sound.get(), first.$music.get()];
  first.switchSound();
  expect(heard()).toEqual(['low', false]);
  first.setSound('high');
  first.setMusic(true);
  first.switchSound();
  first.switchSound();
  expect(heard()).toEqual(['high', true]);
  localStorage.clear();
  // Chosen by its volume, it comes with music.
  const chosen = await open();
  chosen.setSound('high');
  chosen.switchSound();
  chosen.switchSound();
  expect([chosen.$sound.get(), chosen.$music.get()]).toEqual(['high', true]);
});

test('music follows sound until it is turned off, then plays on no page', async () => {
  const first = await open();
  expect(first.$music.get()).toBe(true);
  first.setMusic(false);
  expect((await open()).$music.get()).toBe(false);
});

test.each([
  ['on', 'high'],
  ['off', 'off'],
  ['true', null],
  ['ON', null],
  ['', null],
])('sound stored as %j is %j', async (stored, volume) => {
  localStorage.setItem('sound', stored);
  expect((await open()).$sound.get()).toBe(volume);
});

test('letter keys work until they are turned off, then on no page', async () => {
  const first = await open();
  expect(first.$letterKeys.get()).toBe(true);
  first.setLetterKeys(false);
  expect((await open()).$letterKeys.get()).toBe(false);
});
