import { useStore } from '@nanostores/react';
import { memo } from 'react';
import { Button } from '../shared/Button.tsx';
import { $letterKeys, $offersSound, setLetterKeys } from '../shared/feel/feel-store.ts';
import type { GameBoard } from './game-board.ts';
import { LEARN } from './lesson.ts';
import type { OwnGame } from './own-game.ts';
import { Volume } from './SoundSwitch.tsx';
import { ROUND_MINUTES } from './store.ts';

interface Props {
  readonly counted: boolean;
  /** Whether the round has a clock of its own. */
  readonly timed: boolean;
  readonly game: OwnGame;
  readonly board: GameBoard;
  /** Reopens the lesson. False during a round, and while the start screen offers it. */
  readonly onLearn: (() => unknown) | false;
}

/** How to play, and what happens with the round. */
export const Help = memo(function Help({
  counted,
  timed,
  game,
  board: { Keys, touch, typed = false },
  onLearn,
}: Props) {
  // A tablet with a keyboard counts as touched.
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const letterKeys = useStore($letterKeys, { ssr: 'initial' });
  // Until the first round, the start screen offers sound.
  const offersSound = useStore($offersSound, { ssr: 'initial' });
  return (
    <section className="help">
      <h2>How to play {game.name}</h2>
      <p>{isTouch ? touch : game.controls}</p>
      <p className="keys" aria-hidden="true">
        <Keys /> <kbd>{letterKeys && !typed ? 'P' : 'Esc'}</kbd> pause
      </p>
      {onLearn && (
        <span>
          <Button quiet small onPress={onLearn}>
            {LEARN}
          </Button>
        </span>
      )}
      {!offersSound && <Volume />}
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
          You can stop anytime: your score counts whenever you do.
          {!timed && ` Rounds end automatically after ${ROUND_MINUTES} minutes.`}
        </p>
      )}
    </section>
  );
});
