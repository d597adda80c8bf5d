import type { ClientDirective } from 'astro';
import { keepFocus } from './keep-focus.ts';

/**
 * `client:touch`: fetches an island's code when its link is clicked, so that the page loads no script before. The island then
 * does what the link's page would do. The link itself is followed by signed-in users, or if the code can't be fetched. If a guest's
 * round of the island's game is waiting on this device, the link says so.
 */
const onTouch: ClientDirective = (load, _options, island) => {
  const start = async (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event instanceof MouseEvent && !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (!link || !isPlain || 'in' in document.documentElement.dataset) return;
    event.preventDefault();
    island.removeEventListener('click', start);
    // The island replaces the link, which may have the focus.
    keepFocus();
    // This event is the only way to learn about the error.
    island.addEventListener('astro:hydration-error', (failed) => {
      failed.preventDefault();
      location.href = link.href;
    });
    island.ariaBusy = 'true';
    await (await load())();
    island.ariaBusy = null;
  };
  island.addEventListener('click', start);
  try {
    const round: { arcade: string; user: number | null; startedAt: number } = JSON.parse(localStorage.round);
    const link = island.querySelector(`[data-game=${round.arcade}] a`);
    // A guest's round is open for an hour.
    if (link && !round.user && Date.now() - round.startedAt < 3_600_000)
      link.textContent = 'Continue your round';
  } catch {
    // Nothing is stored, or it can't be read.
  }
};
export default onTouch;
