import type { GameState } from '../../lib/arcade/arcade.ts';
import type { GameBoard } from './game-board.ts';
import type { Play } from './round.ts';

/** Returns what a screen reader announces. Undefined keeps the last announcement. `before`: the game at the last announcement. */
export function announcement(
  play: Play,
  board: GameBoard,
  before: GameState | undefined,
): string | undefined {
  switch (play.state) {
    case 'idle':
    case 'failed':
      return '';
    case 'starting':
      return 'Starting your round.';
    case 'paused':
      return `Paused. Score ${play.round.game.score}.`;
    case 'finished':
      return `Round over. Score ${play.round.game.score}.`;
    case 'playing': {
      const { game } = play.round;
      if (before === undefined) return `Round started. Score ${game.score}.`;
      const said = board.said(game, before);
      return said === undefined ? undefined : `${said} Score ${game.score}.`;
    }
  }
}
