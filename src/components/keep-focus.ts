/**
 * Keeps a keyboard's place when what has the focus leaves the page: a Retry that worked, the last "Load more", a search that was
 * cleared. Browsers would go on from the top of the page. The focus goes to the nearest element around it that is still there; a part
 * that knows a better place moves it on. To be called once per document.
 */
export function keepFocus(): void {
  let focused: Element | null = null;
  let around: Element[] = [];

  const follow = (element: unknown) => {
    focused = element instanceof Element ? element : null;
    around = [];
    for (let at = focused?.parentElement; at && at !== document.body; at = at.parentElement) around.push(at);
  };
  // It may have been given before this was here.
  follow(document.activeElement);
  document.addEventListener('focusin', ({ target }) => follow(target));
  // Some browsers fire it as well when the element leaves the page, and that is what is waited for here.
  document.addEventListener('focusout', ({ target }) => {
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected) focused = null;
    });
  });

  new MutationObserver(() => {
    if (!focused || focused.isConnected) return;
    focused = null;
    if (document.activeElement !== document.body) return;
    around.some((element) => element.isConnected && takes(element));
  }).observe(document, { childList: true, subtree: true });
}

/** Gives the focus to an element, for as long as it keeps it. False where it can't have it, as one without a box. */
function takes(element: Element): boolean {
  if (!(element instanceof HTMLElement)) return false;
  const had = element.getAttribute('tabindex');
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  const isFocused = document.activeElement === element;
  if (had !== null) element.setAttribute('tabindex', had);
  else if (isFocused)
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  else element.removeAttribute('tabindex');
  return isFocused;
}
