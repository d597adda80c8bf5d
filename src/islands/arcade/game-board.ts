import type { ReactNode } from 'react';
import type { GameState, Rules } from '../../lib/arcade/arcade.ts';
import type { Feel } from './feel.ts';
import type { Lesson } from './lesson.ts';
import type { Tune } from './music.ts';
import type { Play, Round } from './round.ts';

/** A number in the strip above the board: "Best tile", "64". */
export interface Figure {
  readonly name: string;
  readonly value: string;
}

export interface BoardProps<S extends GameState> {
  /** The current round's state. Undefined before it. */
  readonly game: S | undefined;
  /** The rules of the current round, or of the chosen one. */
  readonly rules: Rules<S>;
  readonly phase: Play['state'];
  /** What covers the board while no round runs. */
  readonly children: ReactNode;
}

/**
 * Everything that the stage needs to know about a game. Each game is a separate module, loaded when its page opens (boards.ts).
 */
export interface GameBoard<S extends GameState = GameState> {
  /** The rules of Classic. */
  readonly rules: Rules<S>;
  /** The rules of all variants, Classic first, if there are others. */
  readonly variants?: readonly Rules<S>[];
  /** The interactive board. It calls the store's `act`. */
  Board(props: BoardProps<S>): ReactNode;
  /** Controls below the board, for thumbs. */
  Pad?(props: { readonly playing: boolean; readonly game: S }): ReactNode;
  /** A picture of its move, on the start screen. */
  Picture(): ReactNode;
  /** Explains the game on the start screen, below the picture. */
  Intro(props: { readonly untimed: boolean }): ReactNode;
  /** A lesson in a few steps on a real board, for first-time players. */
  readonly lesson: Lesson<S>;
  /** Lessons of the variants with rules that it doesn't teach, by the variant's id. */
  readonly lessons?: Readonly<Record<string, Lesson<S>>>;
  /** The key and pace of its music. */
  readonly tune: Tune;
  /** How to play with fingers, without any keys. */
  readonly touch: string;
  /** Explains the keys, for players with a keyboard. */
  Keys(): ReactNode;
  /** Whether the game is played by typing letters, so that P doesn't pause. */
  readonly typed?: boolean;
  /** Whether the board shows what a move has scored, so that it isn't said again next to the score. */
  readonly showsGains?: boolean;
  /** The game's own number, next to score and time. */
  figure(game: S | undefined): Figure;
  /** The result besides the score: "best tile 64, 120 moves". */
  summary(game: S): string;
  /** The result as a picture, below the summary. */
  Result?(props: { readonly game: S }): ReactNode;
  /** The result as a text to share with others. Without it, a picture of the score is shared. */
  shareText?(round: Round, game: S): string;
  /** What a screen reader announces about a change, before the score. Undefined: nothing. */
  said(game: S, before: S | undefined): string | undefined;
  /** The effects of a change. Undefined: none. */
  feel(game: S, before: S | undefined): Feel | undefined;
  /** The effects of a move that the rules don't allow. Left out where such moves are part of playing fast. */
  readonly refused?: Feel;
}
