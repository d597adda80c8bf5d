/**
 * Memoizes a function for a build, because thousands of pages need the same result. In development it runs each time, because
 * files change between two pages.
 */
export function perBuild<T>(make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined;
  return () => {
    if (!import.meta.env.PROD) return make();
    kept ??= make();
    return kept;
  };
}
