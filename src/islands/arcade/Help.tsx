import { useStore } from '@nanostores/react';
import { $letterKeys, setLetterKeys } from './feel-store.ts';
import type { GameBoard } from './game-board.ts';
import type { OwnGame } from './own-game.ts';
import { Volume } from './SoundSwitch.tsx';
import { ROUND_MINUTES } from './store.ts';

interface Props {
  readonly counted: boolean;
  readonly game: OwnGame;
  readonly board: GameBoard;
}

/** How to play, and what becomes of the round. */
export function Help({ counted, game, board: { Keys, typed = false } }: Props) {
  const letterKeys = useStore($letterKeys, { ssr: 'initial' });
  return (
    <section className="help">
      <h2>How to play {game.name}</h2>
      <p>{game.controls}</p>
      <p className="keys" aria-hidden="true">
        <Keys /> <kbd>{letterKeys && !typed ? 'P' : 'Esc'}</kbd> pause
      </p>
      <Volume />
      <label className="letter-keys">
        <input
          type="checkbox"
          checked={letterKeys}
          onChange={({ target }) => setLetterKeys(target.checked)}
        />{' '}
        Use letter keys
      </label>
      {counted && (
        <p>
          You can stop anytime: your score counts whenever you do. Rounds end automatically after{' '}
          {ROUND_MINUTES} minutes.
        </p>
      )}
    </section>
  );
}
