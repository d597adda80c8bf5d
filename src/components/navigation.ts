/** Going from page to page in the app areas. Loaded by app-start.ts when the page is idle or a link is reached for. */
import { navigate } from '../lib/routing/navigate.ts';
import { keepFocus } from './keep-focus.ts';
import { keepPage } from './keep-page.ts';
import { followNavigation } from './loading.ts';
import { prepare, takePrepared } from './prepare.ts';
import { followTrouble } from './trouble.ts';

followNavigation();
followTrouble();
keepFocus();
// In this order, so that a prepared page needs no answer.
keepPage();
takePrepared();
// What the browser shows where no page can be reached (src/pages/sw.js.ts). Without one it shows its own.
if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js').catch(() => {});

export { navigate, prepare };
