/** One of our own games, as public pages pass it in: what a round needs, because it is part of their HTML. */
export interface HeroGame {
  /** The name in the address and in lib/arcade. */
  readonly arcade: string;
  readonly id: number;
  readonly name: string;
  readonly quests: readonly OwnQuest[];
}

/** One of our own games, as the app's pages pass it in from the catalogue's files. */
export interface OwnGame extends HeroGame {
  readonly summary: string;
  readonly controls: string;
  /** Whether it was the game of the week when the site was built. */
  readonly ofWeek?: boolean;
}

export interface OwnQuest {
  readonly id: number;
  readonly name: string;
  readonly points: number;
  readonly metric: string;
  readonly mode: 'best' | 'sum';
  readonly goal: number;
  readonly period: 'once' | 'daily' | 'weekly';
}
