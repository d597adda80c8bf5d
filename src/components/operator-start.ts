/**
 * The one script of the operators' page besides its island: a part that can't be loaded is most likely of a build that was replaced
 * meanwhile, so the page is loaded anew, once. What else may stand in the way its lists and forms say themselves.
 */
import { onMissingPart, reloadOnce } from './reload-once.ts';

onMissingPart(() => {
  const banner = document.getElementById('trouble');
  if (!reloadOnce() && banner)
    banner.textContent = 'A part of this page could not be loaded. Load the page again in a moment.';
});
