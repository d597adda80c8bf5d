/**
 * The first script on every page of the app areas. The router loads when the page is idle, or when a link is first hovered,
 * touched or focused.
 */
import { reloadOrExplain } from './missing-part.ts';
import { returnToPlace } from './return-to-place.ts';

type Navigation = typeof import('./navigation.ts');

let loading: Promise<Navigation | undefined> | undefined;
let navigation: Navigation | undefined;

/** Loads the router. Undefined if that fails; links are then plain links. */
function load(): Promise<Navigation | undefined> {
  loading ??= import('./navigation.ts').then(
    (module) => {
      navigation = module;
      return module;
    },
    () => {
      reloadOrExplain();
      return undefined;
    },
  );
  return loading;
}

/** Navigates without the router. If the server doesn't answer, the page stays; it already says that a part is missing. */
async function leaveFor(href: string): Promise<void> {
  const answer = await fetch(href, { method: 'HEAD' }).catch(() => undefined);
  if (answer && answer.status < 500) location.assign(href);
}

/** Returns the event's link if it leads to a page of this site in the same window. */
function linkOf({ target }: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.hasAttribute('download')) return undefined;
  return link.target || link.dataset.astroReload !== undefined ? undefined : link;
}

returnToPlace();

document.addEventListener('click', (event) => {
  const link = linkOf(event);
  const isElsewhere = event.button || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey;
  if (!link || isElsewhere || event.defaultPrevented) return;
  event.preventDefault();
  const { href } = link;
  void load().then((found) => {
    if (found) void found.navigate(href, { sourceElement: link });
    else void leaveFor(href);
  });
});

for (const reached of ['pointerover', 'touchstart', 'focusin'])
  document.addEventListener(
    reached,
    (event) => {
      const link = linkOf(event);
      if (link) void load().then((found) => found?.prepare(link.pathname));
    },
    { passive: true },
  );

// The router's history entries in a reloaded page: until the router has loaded, reload to show them.
addEventListener('popstate', () => {
  if (history.state && !navigation) location.reload();
});

const whenIdle = () => {
  const start = () => void load();
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2_000 });
  else setTimeout(start, 200);
};
if (document.readyState === 'complete') whenIdle();
else addEventListener('load', whenIdle);
