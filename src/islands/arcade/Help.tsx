import type { GameBoard } from './game-board.ts';
import type { OwnGame } from './own-game.ts';
import { ROUND_MINUTES } from './store.ts';

interface Props {
  readonly counted: boolean;
  readonly game: OwnGame;
  readonly board: GameBoard;
}

/** How to play, and what becomes of the round. */
export function Help({ counted, game, board: { Keys } }: Props) {
  return (
    <section className="help">
      <h2>How to play {game.name}</h2>
      <p>{game.controls}</p>
      <p className="keys" aria-hidden="true">
        <Keys /> <kbd>P</kbd> pause
      </p>
      {counted && (
        <p>
          You may finish whenever you like; a round counts as it stands. After {ROUND_MINUTES} minutes it is
          finished for you. Our server plays your moves again and counts what it finds.
        </p>
      )}
    </section>
  );
}
