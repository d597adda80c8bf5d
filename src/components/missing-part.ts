/** The banner `#trouble`, for what keeps a page from working. That a part is missing is found by inline/missing-part.js. */

/** For a part that could not be loaded and raised no event. */
export const reloadOrExplain = (): boolean => dispatchEvent(new Event('vite:preloadError'));

/** Shows a sentence; '' hides it. */
export function say(text: string): void {
  const banner = document.getElementById('trouble');
  if (banner) banner.textContent = text;
}
