/** One of our own games, as the page passes it in from the catalogue's files. */
export interface OwnGame {
  /** The name in the address and in lib/arcade. */
  readonly arcade: string;
  readonly id: number;
  readonly name: string;
  readonly summary: string;
  readonly controls: string;
  readonly quests: readonly OwnQuest[];
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
