import type { ClientDirective } from 'astro';

/**
 * `client:touch`: an island whose code is fetched when its link is followed, so that its page loads no script before. The island goes on where
 * the link leads to. Somebody who is signed in, or whose browser can't fetch the code, follows the link.
 */
const onTouch: ClientDirective = (load, _options, island) => {
  const start = async (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event instanceof MouseEvent && !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (!link || !isPlain || document.documentElement.dataset.in !== undefined) return;
    event.preventDefault();
    island.removeEventListener('click', start);
    // Astro keeps the error to itself but for this event.
    island.addEventListener('astro:hydration-error', (failed) => {
      failed.preventDefault();
      location.href = link.href;
    });
    island.ariaBusy = 'true';
    await (await load())();
    island.ariaBusy = null;
  };
  island.addEventListener('click', start);
};
export default onTouch;
