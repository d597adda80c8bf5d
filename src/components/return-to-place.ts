/**
 * Back and reload return to where one was. The router scrolls there as soon as the page is shown, when its lists are on their way
 * and the page may be too short; so this holds the place while the page grows, until somebody does something. To be called once
 * per document and before the router, which takes down the place that it could reach in place of the one that was wanted.
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
