/**
 * If a link's page can't be loaded, keeps the current page with all its input, and says why. Without this, the router would
 * navigate without the app, and the browser would show its error page.
 */
import { say } from './missing-part.ts';
import type { Preparation } from './prepare.ts';

const OFFLINE = 'You’re offline, so we can’t open that page. Nothing here is lost.';
const AWAY = 'We can’t reach that page right now. Nothing here is lost. Try again in a moment.';

/**
 * Returns the page's HTML; null if the address leads elsewhere or to a file. Undefined if there is no complete answer, or if a
 * proxy reports that the host is down.
 */
async function pageAt(href: string, signal: AbortSignal): Promise<string | null | undefined> {
  try {
    const response = await fetch(href, { signal });
    if ([502, 503, 504].includes(response.status)) return undefined;
    const isPage = !response.redirected && /^text\/html\b/.test(response.headers.get('content-type') ?? '');
    return isPage ? await response.text() : null;
  } catch {
    return undefined;
  }
}

/** Call once per document, before `takePrepared`, which gives the router pages that needn't be fetched. */
export function keepPage(): void {
  document.addEventListener('astro:before-preparation', (event) => {
    const navigation = event as Preparation;
    const { loader, signal, from, to } = navigation;
    navigation.loader = async () => {
      const html = await pageAt(to.href, signal);
      if (html === undefined) {
        if (!signal.aborted) {
          document.dispatchEvent(new Event('playtally:stayed'));
          say(navigator.onLine ? AWAY : OFFLINE);
          // The banner outlives this page. The next one says itself if there is no connection.
          document.addEventListener('astro:after-swap', () => say(''), { once: true });
          // Back and Forward change the address before the page is loaded.
          if (location.href !== from.href) history.pushState(history.state, '', from.href);
        }
        // Never resolve: this navigation ends when the next link is pressed.
        return new Promise(() => {});
      }
      if (html === null) return loader();
      // A page outside the app areas needs a full page load. Parsed here, its styles would violate this page's policy.
      if (!html.includes('astro-view-transitions-enabled')) return navigation.preventDefault();
      const next = new DOMParser().parseFromString(html, 'text/html');
      navigation.newDocument = next;
      for (const part of next.querySelectorAll('noscript')) part.remove();
    };
  });
}
