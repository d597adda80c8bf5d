/** A game of our own as the page hands it in, from the catalogue's files. */
export interface OwnGame {
  /** The name in the address, and of its rules in lib/arcade. */
  readonly arcade: string;
  readonly id: number;
  readonly name: string;
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
