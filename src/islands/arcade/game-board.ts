import type { ReactNode } from 'react';
import type { GameState, Rules } from '../../lib/arcade/arcade.ts';
import type { Feel } from './feel.ts';
import type { Lesson } from './lesson.ts';
import type { Play, Round } from './round.ts';

/** A figure of the strip above the board: "Best tile", "64". */
export interface Figure {
  readonly name: string;
  readonly value: string;
}

export interface BoardProps<S extends GameState> {
  /** Of the running round; undefined before it. */
  readonly game: S | undefined;
  /** Of the running round, or of the one that is chosen. */
  readonly rules: Rules<S>;
  readonly phase: Play['state'];
  /** What lies over the board while no round runs. */
  readonly children: ReactNode;
}

/** All that the stage has to know of one game. Each is in a module of its own, loaded when its page is opened (boards.ts). */
export interface GameBoard<S extends GameState = GameState> {
  /** Of Classic. */
  readonly rules: Rules<S>;
  /** Of all variants, Classic first, where there are others. */
  readonly variants?: readonly Rules<S>[];
  /** What is looked at and touched; it makes acts by the store's `act`. */
  Board(props: BoardProps<S>): ReactNode;
  /** Controls below the board, for thumbs. */
  Pad?(props: { readonly playing: boolean; readonly game: S }): ReactNode;
  /** On the start screen: the game shown, and said in two lines. */
  Intro(props: { readonly untimed: boolean }): ReactNode;
  /** The game in a few steps on a real board, for first-time players. */
  readonly lesson: Lesson<S>;
  /** The keys, for who has a keyboard. */
  Keys(): ReactNode;
  /** Letters are what it is played with, so that P doesn't pause. */
  readonly typed?: boolean;
  /** The game's own figure, besides score and time. */
  figure(game: S | undefined): Figure;
  /** What the round came to, beside its score: "best tile 64, 120 moves". */
  summary(game: S): string;
  /** The round to show to others, below its summary. */
  Result?(props: { readonly round: Round; readonly game: S }): ReactNode;
  /** What a screen reader announces about a change, before the score; undefined: nothing worth a word. */
  said(game: S, before: S | undefined): string | undefined;
  /** What a change feels like; undefined: like nothing. */
  feel(game: S, before: S | undefined): Feel | undefined;
}
