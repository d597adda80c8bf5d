import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Goes to what a component shows for as long as it stands. Whoever has the focus in it when it goes gets on at `next`, asked for once the
 * page stands as it will be; browsers would put them back to the top of the page.
 */
export function useFocusHandover<E extends HTMLElement>(
  next: () => HTMLElement | null | undefined,
): RefObject<E | null> {
  const place = useRef<E>(null);
  const latest = useRef(next);
  // A layout effect ends while the element is still there, so that it can be seen who has the focus.
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (element?.contains(document.activeElement)) queueMicrotask(() => latest.current()?.focus());
    };
  }, []);
  return place;
}
