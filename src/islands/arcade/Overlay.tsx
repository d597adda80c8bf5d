import { type ReactNode, useEffect, useRef } from 'react';
import { hrefs } from '../../lib/routing/routes.ts';
import { Button } from '../shared/Button.tsx';
import type { GameBoard } from './game-board.ts';
import { type Play, resume } from './store.ts';

interface Props {
  readonly play: Play;
  readonly board: GameBoard;
  /** What rounds still pay today, told before one begins. */
  readonly budget: ReactNode;
  /** Begins the round that is chosen; undefined when that one needs an account. */
  readonly onStart: (() => unknown) | undefined;
  readonly onPractice: () => unknown;
}

/** What lies over the board while no round runs: the way to begin or to go on. */
export function Overlay({ play, board: { Intro }, budget, onStart, onPractice }: Props) {
  switch (play.state) {
    case 'playing':
    case 'finished':
      return null;
    case 'paused':
      return <Paused />;
    case 'starting':
      return (
        <div className="overlay">
          <p className="overlay-title">Starting your round</p>
          <progress className="bar" aria-label="Starting your round" />
        </div>
      );
    case 'failed':
      return (
        <div className="overlay" role="alert">
          <h2 className="overlay-title">We couldn’t start your round</h2>
          <p>{play.message}</p>
          <div className="overlay-do">
            <Button onPress={onStart}>Try again</Button>
            <Button quiet onPress={onPractice}>
              Play without points
            </Button>
          </div>
        </div>
      );
    case 'idle':
      return (
        <div className="overlay">
          <Intro />
          {onStart ? (
            <Button onPress={onStart}>Play</Button>
          ) : (
            <a className="button" href={hrefs.signUp(location.pathname + location.search)}>
              Sign up for the daily challenge
            </a>
          )}
          {/* Its place is kept: what it says comes late. */}
          <p className="budget">{budget}</p>
        </div>
      );
  }
}

function Paused() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <div className="overlay">
      <h2 className="overlay-title">Game paused</h2>
      <button type="button" className="button" ref={button} onClick={resume}>
        Resume
      </button>
    </div>
  );
}
