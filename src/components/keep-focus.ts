/**
 * Keeps the keyboard position when the focused element leaves the page: a Retry that worked, the last "Load more", a search that
 * was cleared. Browsers would start again from the top of the page. The focus moves to the nearest ancestor that is still there;
 * a component that knows a better place can move it on. Also keeps a double-click on one thing. Call once per document.
 */
export function keepFocus(): void {
  let focused: Element | null = null;
  let around: Element[] = [];

  const follow = (element: unknown) => {
    focused = element instanceof Element ? element : null;
    around = [];
    for (let at = focused?.parentElement; at && at !== document.body; at = at.parentElement) around.push(at);
  };
  // The focus may have been set before this ran.
  follow(document.activeElement);
  document.addEventListener('focusin', ({ target }) => follow(target));
  // Some browsers also fire it when the element leaves the page, which is the case to handle.
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

  keepDoubleClicks();
}

/**
 * The second half of a double-click belongs to what the first half pressed. If that has left the page since, it does nothing:
 * otherwise it would press what came in its place, or take the focus from it.
 */
function keepDoubleClicks(): void {
  let pressed: Node = document;
  const hold = (event: MouseEvent) => {
    if (event.detail < 2) pressed = event.target as Node;
    else if (!pressed.isConnected) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  document.addEventListener('mousedown', hold, true);
  document.addEventListener('click', hold, true);
}

/** Focuses an element, making it focusable if needed. Returns false if that isn't possible, for example without a box. */
function takes(element: Element): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
