/** A visitor can hide an announcement, keeps the keyboard position, and it stays hidden until there is a new one. */
import { expect, test } from 'vitest';
import firstPaint from '../../src/components/inline/first-paint.js?raw';

const run = new Function(firstPaint);
const root = document.documentElement;
const isHidden = () => 'seen' in root.dataset;

function load(announced: string): void {
  root.dataset.announcement = announced;
  document.body.innerHTML = `<main><section class="announcement"><p>${announced}</p><button>Hide</button></section></main>`;
  document.dispatchEvent(new Event('astro:after-swap'));
}

test('a hidden announcement stays hidden on later pages, and a new one is shown', () => {
  run();
  expect(isHidden()).toBe(false);
  load('Closed on 3 December.');
  expect(isHidden()).toBe(false);
  const hide = document.querySelector('button');
  hide?.focus();
  hide?.click();
  expect(document.querySelector('.announcement')).toBeNull();
  expect(document.activeElement?.localName).toBe('main');
  load('Closed on 3 December.');
  expect(isHidden()).toBe(true);
  load('Open again.');
  expect(isHidden()).toBe(false);
});
