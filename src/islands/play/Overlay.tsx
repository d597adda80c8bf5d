import { useEffect, useRef } from 'react';
import { type Play, resume, startRound } from '../../lib/stores/play.ts';
import { Button } from '../ui/Button.tsx';
import type { OwnGame } from './own-game.ts';
import { TileMark } from './Tiles.tsx';

/** What lies over the board while no round runs: the way to begin or to go on. */
export function Overlay({ play, game }: { readonly play: Play; readonly game: OwnGame }) {
  switch (play.state) {
    case 'playing':
    case 'finished':
      return null;
    case 'paused':
      return <Paused />;
    case 'starting':
      return (
        <div className="overlay">
          <p className="overlay-title">Dealing the first tiles</p>
          <progress className="bar" aria-label="Starting the round" />
        </div>
      );
    case 'failed':
      return (
        <div className="overlay" role="alert">
          <h2 className="overlay-title">The round didn’t start</h2>
          <p>{play.message}</p>
          <div className="overlay-do">
            <Button onPress={() => startRound(game.id)}>Try again</Button>
            <Button quiet onPress={() => startRound(game.id, { practice: true })}>
              Play for practice
            </Button>
          </div>
        </div>
      );
    case 'idle':
      return (
        <div className="overlay">
          <div className="example" aria-hidden="true">
            <TileMark value={8} />
            <i>+</i>
            <TileMark value={8} />
            <i>=</i>
            <TileMark value={16} />
          </div>
          <h2 className="overlay-title">Two of a kind make one of twice</h2>
          <p>Slide all tiles at once. What merges is added to your score.</p>
          <Button onPress={() => startRound(game.id)}>Start round</Button>
        </div>
      );
  }
}

function Paused() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <div className="overlay">
      <h2 className="overlay-title">Paused</h2>
      <p>The board waits as it is.</p>
      <button type="button" className="button" ref={button} onClick={resume}>
        Resume
      </button>
    </div>
  );
}
