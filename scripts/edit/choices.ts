/** What the fields offer: made by the editing server (server.ts), asked for anew by each field, since pages come and go. */
import { useEffect, useState } from 'react';

export const CHOICES = '/edit/choices.json';
/** With a name of simple-icons and '.svg' after it. */
export const GLYPHS = '/edit/glyphs/';

export interface Choices {
  /** The catalogue's, by name. */
  readonly rewards: readonly { readonly id: number; readonly name: string }[];
  /** Reward pages by file name without ".md". */
  readonly pages: readonly { readonly slug: string; readonly heading: string }[];
  /** simple-icons' names. */
  readonly glyphs: readonly string[];
}

interface Offered extends Choices {
  /** They are on their way: a list that is asked for now stays open for them. */
  readonly isLoading: boolean;
}

const none: Offered = { rewards: [], pages: [], glyphs: [], isLoading: true };

export function useChoices(): Offered {
  const [choices, setChoices] = useState(none);
  useEffect(() => {
    let isGone = false;
    void (async () => {
      const answer = await fetch(CHOICES);
      const loaded: Choices = await answer.json();
      if (!isGone) setChoices({ ...loaded, isLoading: false });
    })();
    return () => {
      isGone = true;
    };
  }, []);
  return choices;
}
