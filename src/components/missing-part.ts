/**
 * A part of a page that could not be loaded, told in the banner `#trouble`. It is most likely of a build that was replaced meanwhile: the
 * page is loaded anew, once, and if that didn't help it says so (spec sections 2 and 8). Stands in the page's first script, since what
 * comes later may be the very part that is missing.
 */
import { reloadOnce } from './reload-once.ts';

export function reloadOrExplain(): void {
  // Loaded anew without a connection, the page would be gone.
  if (!navigator.onLine) return void addEventListener('online', reloadOrExplain, { once: true });
  if (!reloadOnce())
    say('A part of this page could not be loaded. Your points and orders are as they were.', 'Load it again');
}

/** Shows a sentence, with a button that loads the page anew where there is something to be gained; '' takes it away. */
export function say(text: string, button = ''): void {
  const banner = document.getElementById('trouble');
  if (!banner) return;
  banner.textContent = text;
  if (!button) return;
  const again = document.createElement('button');
  again.type = 'button';
  again.className = 'button small quiet';
  again.textContent = button;
  again.addEventListener('click', () => location.reload());
  banner.append(' ', again);
  // The banner outlives the page, and this isn't said of the next one.
  document.addEventListener('astro:after-swap', () => again.isConnected && say(''), { once: true });
}
