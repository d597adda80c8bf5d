/**
 * A link whose page can't be had leaves the page where it is, with all that was typed into it, and says why. Left to itself, the router
 * would load the address in the browser's own way, and with that throw the app away for the browser's error page.
 */
import { say } from './missing-part.ts';
import type { Preparation } from './prepare.ts';

const OFFLINE = 'You’re offline, so we can’t open that page. Nothing here is lost.';
const AWAY = 'We can’t reach that page right now. Nothing here is lost. Try again in a moment.';

/** What the site answers; undefined where nothing comes, or a proxy says that the site's host is away. */
async function pageAt(href: string, signal: AbortSignal): Promise<Response | undefined> {
  const response = await fetch(href, { signal }).catch(() => undefined);
  return response && ![502, 503, 504].includes(response.status) ? response : undefined;
}

/** To be called once per document, before what hands the router pages that it needn't fetch. */
export function keepPage(): void {
  document.addEventListener('astro:before-preparation', (event) => {
    const navigation = event as Preparation;
    const { loader, signal, to } = navigation;
    navigation.loader = async () => {
      const response = await pageAt(to.href, signal);
      if (!response) {
        if (!signal.aborted) {
          document.dispatchEvent(new Event('playtally:stayed'));
          say(navigator.onLine ? AWAY : OFFLINE);
        }
        // The router waits until the next link is pressed, which ends this navigation.
        return new Promise(() => {});
      }
      if (response.redirected || !/^text\/html\b/.test(response.headers.get('content-type') ?? ''))
        return loader();
      const next = new DOMParser().parseFromString(await response.text(), 'text/html');
      // A page outside the app areas takes no part: the router loads its address in the browser's own way.
      if (!next.querySelector('[name="astro-view-transitions-enabled"]')) return loader();
      navigation.newDocument = next;
      for (const part of next.querySelectorAll('noscript')) part.remove();
    };
  });
}
