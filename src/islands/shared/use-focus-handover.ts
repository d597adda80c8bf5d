import { type RefCallback, useState } from 'react';

/**
 * Returns a ref for an element that will be removed. If it contains the focus when it goes, the focus moves to what `next`
 * returns. Only the first `next` is used, and it is called after the page has rendered. Without this, browsers move the focus to
 * the top of the page.
 */
export function useFocusHandover<E extends HTMLElement>(
  next: (left: Element) => HTMLElement | null | undefined,
): RefCallback<E> {
  // Keep the same callback, because React calls the cleanup of a changed one. The cleanup runs while the element is still there.
  const [place] = useState(() => (element: E) => () => {
    const left = document.activeElement;
    if (left && element.contains(left)) queueMicrotask(() => next(left)?.focus());
  });
  return place;
}
