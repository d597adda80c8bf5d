/**
 * The choices that fields offer. The editing server (server.ts) makes them, and each field requests them again, because pages are
 * added and removed.
 */
import { useEffect, useState } from 'react';
import type { CatalogueReward } from '../../src/lib/contract/catalogue/catalogue.ts';

export const CHOICES = '/edit/choices.json';
/** Followed by the name of a glyph and '.svg'. */
export const GLYPHS = '/edit/glyphs/';

export interface Choices {
  /** The catalogue's rewards, by name. */
  readonly rewards: readonly { readonly id: number; readonly name: string }[];
  /** Reward pages by file name, without ".md". */
  readonly pages: readonly { readonly slug: string; readonly heading: string }[];
  /** The names of our drawings, then those of simple-icons. */
  readonly glyphs: readonly string[];
  /** Only our drawings. */
  readonly drawings: readonly string[];
  /** The pictures of steps, by name. */
  readonly scenes: readonly string[];
  /** The catalogue's games and platforms. */
  readonly platforms: readonly string[];
  /** The quests of our own games, by name. */
  readonly quests: readonly string[];
  readonly games: readonly { readonly id: number; readonly name: string }[];
  /** The ways of delivery in the catalogue, each once. */
  readonly deliveries: readonly CatalogueReward['delivery'][];
  /** Where texts may link to. */
  readonly links: {
    readonly pages: readonly string[];
    readonly sites: readonly string[];
    /** The anchors of each document. */
    readonly sections: readonly (readonly [path: string, anchors: readonly string[]])[];
  };
  /** The names of all files of a collection, without their extension. */
  readonly taken: Readonly<Record<string, readonly string[]>>;
  /** The number of the next new entry, by collection. */
  readonly next: Readonly<Record<string, number>>;
}

interface Offered extends Choices {
  /** Whether they are still loading. A list that is opened now waits for them. */
  readonly isLoading: boolean;
}

const none: Offered = {
  rewards: [],
  pages: [],
  glyphs: [],
  drawings: [],
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

/** Returns the last loaded choices, for rules that can't wait; undefined before the first load. */
export const lastChoices = (): Choices | undefined => last;

/** Loads them, so that a form's rules know them before anyone types. */
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
