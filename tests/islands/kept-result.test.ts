/** Whether the stage's skeleton leaves the first place to the result of a round that is about to be credited. */
import { afterEach, expect, test } from 'vitest';
import keptResult from '../../src/components/inline/kept-result.js?raw';
import { visit } from '../support/screen.ts';

const run = new Function(keptResult);
const root = document.documentElement;
const guests = { guest_round: { path: '/games/merge/play/desktop?round=today' } };
const sent = { round: { arcade: 'merge', ended: true } };

afterEach(() => {
  localStorage.clear();
  delete root.dataset.in;
});

test.each([
  ['a guest’s round of this game', true, guests, true],
  ['a guest’s round while nobody is signed in', false, guests, false],
  ['a guest’s round of another game', true, { guest_round: { path: '/games/tower/play/desktop' } }, false],
  ['a round of this game that was sent without an answer', true, sent, true],
  ['an open round', true, { round: { arcade: 'merge', ended: false } }, false],
  ['no round', true, {}, false],
  ['something unreadable', true, { round: 7 }, false],
])('%s', (_, signedIn, stored, expected) => {
  visit('/games/merge/play/mobile');
  root.toggleAttribute('data-in', signedIn);
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value));
  for (let pages = 0; pages < 2; pages++) {
    run();
    expect('result' in root.dataset).toBe(expected);
  }
});
