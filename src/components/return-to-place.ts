/**
 * Restores the scroll position after Back or a reload. The router scrolls as soon as the page is shown, when lists are still
 * loading and the page may be too short. So this keeps scrolling to the position as the page grows, until the user does
 * something. Call once per document, before the router, which would overwrite the wanted position with the one that it could
 * reach.
 */
export function returnToPlace(): void {
  let wanted = 0;
  const growth = new ResizeObserver(() => scrollTo(0, wanted));
  const stop = () => growth.disconnect();
  const start = () => {
    stop();
    wanted = history.state?.scrollY;
    if (wanted) growth.observe(document.documentElement);
  };
  for (const event of ['wheel', 'pointerdown', 'keydown']) addEventListener(event, stop);
  document.addEventListener('astro:after-swap', start);
  start();
}
