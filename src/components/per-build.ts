/**
 * Returns the function with its result kept for all pages of a build, because thousands of pages ask for the same. During
 * development it is made anew each time, since files change between two pages.
 */
export function perBuild<T>(make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    if (!import.meta.env.PROD) return make();
    kept ??= make();
    return kept;
  };
}
