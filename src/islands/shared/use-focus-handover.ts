import { type RefCallback, useState } from 'react';

/**
 * The ref of an element that goes once it is done with. Focus inside it then moves to `next`, as it was first given and
 * asked for once the page has its final content, by what had the focus; browsers would put them back to the top of the page.
 */
export function useFocusHandover<E extends HTMLElement>(
  next: (left: Element) => HTMLElement | null | undefined,
): RefCallback<E> {
  // The same one at each drawing: another would be called for an end that isn't one. It hears of the end while the element is still there.
  const [place] = useState(() => (element: E) => () => {
    const left = document.activeElement;
    if (left && element.contains(left)) queueMicrotask(() => next(left)?.focus());
  });
  return place;
}
