/** What stands in the way of a page, told in the banner `#trouble`. A part that is missing is told of by what stands inline: missing-inline.ts. */

/** Of a part that could not be loaded and raised no event: the page is loaded anew, once, and if that didn't help it says so. */
export const reloadOrExplain = (): boolean => dispatchEvent(new Event('vite:preloadError'));

/** Shows a sentence; '' takes it away. */
export function say(text: string): void {
  const banner = document.getElementById('trouble');
  if (banner) banner.textContent = text;
}
