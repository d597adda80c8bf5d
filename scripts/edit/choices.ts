/** What the fields offer: made by the editing server (server.ts), asked for again by each field, since pages come and go. */
import { useEffect, useState } from 'react';
import type { CatalogueReward } from '../../src/lib/contract/catalogue.ts';

export const CHOICES = '/edit/choices.json';
/** With the name of a glyph and '.svg' after it. */
export const GLYPHS = '/edit/glyphs/';

export interface Choices {
  /** The catalogue's, by name. */
  readonly rewards: readonly { readonly id: number; readonly name: string }[];
  /** Reward pages by file name without ".md". */
  readonly pages: readonly { readonly slug: string; readonly heading: string }[];
  /** The names of our drawings, then those of simple-icons. */
  readonly glyphs: readonly string[];
  /** The pictures of steps, by name. */
  readonly scenes: readonly string[];
  /** The catalogue's games and platforms. */
  readonly platforms: readonly string[];
  /** The quests of our own games, by name. */
  readonly quests: readonly string[];
  readonly games: readonly { readonly id: number; readonly name: string }[];
  /** How the catalogue's rewards get to people, each way once. */
  readonly deliveries: readonly CatalogueReward['delivery'][];
  /** Where texts may link to. */
  readonly links: {
    readonly pages: readonly string[];
    readonly sites: readonly string[];
    /** The anchors of each document. */
    readonly sections: readonly (readonly [path: string, anchors: readonly string[]])[];
  };
  /** The names of all files of a collection, without what they end with. */
  readonly taken: Readonly<Record<string, readonly string[]>>;
  /** The number that a new entry gets, by collection. */
  readonly next: Readonly<Record<string, number>>;
}

interface Offered extends Choices {
  /** They are on their way: a list that is asked for now stays open for them. */
  readonly isLoading: boolean;
}

const none: Offered = {
  rewards: [],
  pages: [],
  glyphs: [],
  scenes: [],
  platforms: [],
  quests: [],
  games: [],
  deliveries: [],
  links: { pages: [], sites: [], sections: [] },
  taken: {},
  next: {},
  isLoading: true,
};

let last: Choices | undefined;

/** What was offered last, for rules that can't wait for it; nothing before the first time. */
export const lastChoices = (): Choices | undefined => last;

/** Asks for them, so that the rules of a form know them before anybody has typed. */
export async function loadChoices(): Promise<Choices> {
  const answer = await fetch(CHOICES);
  const loaded: Choices = await answer.json();
  last = loaded;
  return loaded;
}

export function useChoices(): Offered {
  const [choices, setChoices] = useState(none);
  useEffect(() => {
    let isGone = false;
    void (async () => {
      const loaded = await loadChoices();
      if (!isGone) setChoices({ ...loaded, isLoading: false });
    })();
    return () => {
      isGone = true;
    };
  }, []);
  return choices;
}
