/**
 * The first script of every page of the app areas. What it takes to go from page to page within them (app-later.ts) comes once the
 * page stands, or with the first link that somebody reaches for.
 */
import { reloadOrExplain } from './missing-part.ts';
import { returnToPlace } from './return-to-place.ts';

type Later = typeof import('./app-later.ts');

let loading: Promise<Later | undefined> | undefined;
let later: Later | undefined;

/** Undefined when it can't be loaded: then links are plain links. */
function load(): Promise<Later | undefined> {
  loading ??= import('./app-later.ts').then(
    (module) => {
      later = module;
      return module;
    },
    () => {
      reloadOrExplain();
      return undefined;
    },
  );
  return loading;
}

/** The link of an event, when it leads to a page of the site in this window. */
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
    else if (navigator.onLine) location.assign(href);
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

// An entry that the router made, and a page that was loaded anew since: until the router is there, nobody else goes back for it.
addEventListener('popstate', () => {
  if (history.state && !later) location.reload();
});

const whenIdle = () => {
  const start = () => void load();
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2_000 });
  else setTimeout(start, 200);
};
if (document.readyState === 'complete') whenIdle();
else addEventListener('load', whenIdle);
