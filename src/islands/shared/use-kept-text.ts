import { useState } from 'react';

/** Where texts are kept until they are sent: stores/my-texts.ts. */
export interface TextKeeper {
  /** '' where nothing is kept. */
  read(place: string): string;
  /** '' drops it. */
  write(place: string, text: string): void;
}

/**
 * The text of a form and how to change it, kept until it is `initial` again, which it is to become once it was sent. For forms that
 * aren't drawn while the site is built. `place` is what it is about, the same on the next visit: "reward 12".
 */
export function useKeptText(
  texts: TextKeeper,
  place: string,
  initial = '',
): readonly [string, (text: string) => void] {
  const read = () => ({ place, text: texts.read(place) || initial });
  const [kept, setKept] = useState(read);
  // Another thing, gone to meanwhile.
  if (kept.place !== place) setKept(read());
  return [
    kept.text,
    (text) => {
      texts.write(place, text === initial ? '' : text);
      setKept({ place, text });
    },
  ];
}
