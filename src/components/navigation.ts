/**
 * Navigation between pages of the app areas. app-start.ts loads it when the page is idle, or when a link is first hovered,
 * touched or focused.
 */
import { navigate } from '../lib/routing/navigate.ts';
import { keepFocus } from './keep-focus.ts';
import { keepPage } from './keep-page.ts';
import { followNavigation } from './loading.ts';
import { prepare, takePrepared } from './prepare.ts';
import { followTrouble } from './trouble.ts';

followNavigation();
followTrouble();
keepFocus();
// The order matters: a prepared page then needs no request.
keepPage();
takePrepared();
// The offline page (src/pages/sw.js.ts). Without a service worker, the browser shows its own.
if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => {});

export { navigate, prepare };
