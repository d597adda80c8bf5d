/** The banner `#trouble`, for problems that keep a page from working. inline/missing-part.js detects missing parts. */

/** Reports a part that couldn't be loaded but raised no event. */
export const reloadOrExplain = (): boolean => dispatchEvent(new Event('vite:preloadError'));

/** Shows a sentence. '' hides the banner. */
export function say(text: string): void {
  const banner = document.getElementById('trouble');
  if (banner) banner.textContent = text;
}
