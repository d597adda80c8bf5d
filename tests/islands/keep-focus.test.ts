/** Keyboard focus continues from its place when the pressed button is removed from the page (src/components/keep-focus.ts). */
import { afterEach, expect, test } from 'vitest';
import { keepFocus } from '../../src/components/keep-focus.ts';

keepFocus();
afterEach(() => document.body.replaceChildren());

/** Returns the element with this id; `html` is the page. */
function pageWith(html: string) {
  document.body.innerHTML = html;
  return (id: string) => {
    const found = document.getElementById(id);
    if (!found) throw new Error(`there is no ${id}`);
    return found;
  };
}
/** Removed elements have been noticed by then. */
const noticed = () => new Promise((done) => setTimeout(done));
const focused = () => document.activeElement?.id ?? '';

test.each([
  [
    'the last “Load more”',
    '<ul id="list"><li>1</li></ul><button id="pressed">Load more</button>',
    'pressed',
    'around',
  ],
  ['a Retry, with its message', '<p id="failed"><button id="pressed">Retry</button></p>', 'failed', 'around'],
  [
    '“Clear the search”, with the empty list',
    '<div id="a"><div id="b"><button id="pressed">Clear</button></div></div>',
    'a',
    'around',
  ],
])('%s', async (_, inside, goes, to) => {
  const at = pageWith(`<main id="main"><section id="around">${inside}</section></main>`);
  at('pressed').focus();
  at(goes).remove();
  await expect.poll(() => focused()).toBe(to);
  // It isn't in the tab order, so the focus can't return to it.
  expect(at(to).tabIndex).toBe(-1);
  at(to).blur();
  expect(at(to).hasAttribute('tabindex')).toBe(false);
});

test('removing another part of the page doesn’t move the focus, nor does removing a button that lost it before', async () => {
  const at = pageWith(
    '<main id="main"><p id="other">x</p><button id="left">a</button><button id="here">b</button></main>',
  );
  at('left').focus();
  at('here').focus();
  at('left').remove();
  at('other').remove();
  await noticed();
  expect(focused()).toBe('here');
  at('here').blur();
  await noticed();
  at('here').remove();
  await noticed();
  expect(document.activeElement).toBe(document.body);
});

/** One half of a double-click on an element, as browsers report it. Returns whether it still does what it usually does. */
function half(element: HTMLElement, detail: number): boolean {
  const events = ['mousedown', 'click'].map(
    (type) => new MouseEvent(type, { detail, bubbles: true, cancelable: true }),
  );
  return events.map((event) => element.dispatchEvent(event)).every(Boolean);
}

test('the second half of a double-click doesn’t press what came in the place of the pressed button', () => {
  const at = pageWith('<main id="main"><button id="pressed">Delete</button></main>');
  const presses: string[] = [];
  at('main').addEventListener('click', ({ target }) => presses.push((target as Element).id));
  expect(half(at('pressed'), 1)).toBe(true);
  at('pressed').outerHTML = '<button id="next">Delete it for good</button>';
  expect(half(at('next'), 2)).toBe(false);
  expect(presses).toEqual(['pressed']);
  // A new press, and its double-click, are its own.
  expect(half(at('next'), 1)).toBe(true);
  expect(half(at('next'), 2)).toBe(true);
  expect(presses).toEqual(['pressed', 'next', 'next']);
});
