/** Going from page to page in the app areas, and what is told meanwhile. Loaded by app-start.ts once the page stands. */
import { navigate } from '../lib/routing/navigate.ts';
import { keepPage } from './keep-page.ts';
import { followNavigation } from './loading.ts';
import { prepare, takePrepared } from './prepare.ts';
import { followTrouble } from './trouble.ts';

followNavigation();
followTrouble();
// First, so that a prepared page needs no answer.
keepPage();
takePrepared();

export { navigate, prepare };
