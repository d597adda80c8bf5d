import { useState } from 'react';

/** Stores texts until they are sent: stores/my-texts.ts. */
export interface TextKeeper {
  /** Returns '' if there is none. */
  read(place: string): string;
  /** An empty text deletes it. */
  write(place: string, text: string): void;
}

/**
 * Returns the text of a form and a setter. The text is stored until it is `initial` again; set it to that after sending. For
 * forms that the build doesn't render. `place` is the key, the same on the next visit: "reward 12".
 */
export function useKeptText(
  texts: TextKeeper,
  place: string,
  initial = '',
): readonly [string, (text: string) => void] {
  const read = () => ({ place, text: texts.read(place) || initial });
  const [kept, setKept] = useState(read);
  // The form is now about something else.
  if (kept.place !== place) setKept(read());
  return [
    kept.text,
    (text) => {
      texts.write(place, text === initial ? '' : text);
      setKept({ place, text });
    },
  ];
}
