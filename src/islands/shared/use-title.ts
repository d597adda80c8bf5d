import { useEffect } from 'react';
import { site } from '../../lib/site.ts';

/** Replaces the page's title while `words` is given, for an address whose thing doesn't exist. */
export function useTitle(words: string | undefined): void {
  useEffect(() => {
    if (words === undefined) return;
    const before = document.title;
    const own = `${words} · ${site.name}`;
    document.title = own;
    return () => {
      // Another page may have set its own by now.
      if (document.title === own) document.title = before;
    };
  }, [words]);
}
