import { type ReactNode, useEffect, useRef } from 'react';
import { CLASSIC, type Variant } from '../../lib/arcade/arcade.ts';
import { routes } from '../../lib/routing/routes.ts';
import { isRoundKept } from '../../lib/session/kept-round.ts';
import { Button } from '../shared/Button.tsx';
import type { GameBoard } from './game-board.ts';
import { LEARN } from './lesson.ts';
import type { PauseReason, Play } from './round.ts';
import { StartButton } from './StartButton.tsx';
import { askToEnd, finishRound, resume } from './store.ts';
import type { Instead } from './use-mode.ts';

interface Props {
  readonly play: Play;
  readonly board: GameBoard;
  /** What rounds can still pay today, shown before a round. */
  readonly budget: ReactNode;
  readonly variant?: Variant;
  /** Whether the next round has no clock. */
  readonly untimed?: boolean;
  /** What the player keeps if the round ends now: "You keep 60 points." Undefined in a lesson. */
  readonly keeps: string | undefined;
  readonly onStart: () => unknown;
  readonly instead?: Instead | undefined;
  readonly onPractice: () => unknown;
  /** Starts the lesson, if it is offered. */
  readonly onLearn: (() => unknown) | false;
}

/** Covers the board while no round runs, with the buttons to start or resume. */
export function Overlay(props: Props) {
  const { play, board, keeps, onStart, onPractice } = props;
  switch (play.state) {
    case 'playing':
    case 'finished':
      return null;
    case 'paused':
      return <Paused key={play.reason} play={play} board={board} keeps={keeps} />;
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
            {play.suspended ? (
              <a className="button" href={routes.userContact.pattern}>
                Contact support
              </a>
            ) : (
              <Button onPress={onStart}>Try again</Button>
            )}
            <Button quiet onPress={onPractice}>
              Play without points
            </Button>
          </div>
        </div>
      );
    case 'idle':
      return <Start {...props} />;
  }
}

const words = {
  break: ['Game paused', 'Resume'],
  end: ['End this round?', 'Keep playing'],
  return: ['Welcome back', 'Resume'],
} as const satisfies Readonly<Record<PauseReason, unknown>>;

interface PausedProps {
  readonly play: Extract<Play, { state: 'paused' }>;
  readonly board: GameBoard;
  readonly keeps: string | undefined;
}

/** Shown while the round is paused: how it stands, what is kept, and buttons to resume or end it. */
function Paused({ play: { reason, round }, board: { Picture, summary }, keeps }: PausedProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const [title, goOn] = words[reason];
  const asks = reason === 'end';
  const hasScore = round.game.score > 0;
  return (
    <div className="overlay">
      {!asks && keeps && <Picture />}
      <h2 className="overlay-title">{title}</h2>
      {!asks && keeps && hasScore && <p className="so-far">{summary(round.game)}</p>}
      {asks ? (
        <p id="keeps">{keeps}</p>
      ) : (
        keeps && (
          <p>
            {hasScore && keeps}{' '}
            {isRoundKept()
              ? 'Your round is saved, even if you close the page.'
              : 'Your browser can’t store your round, so keep this page open.'}
          </p>
        )
      )}
      {/* "Keep playing" appears where "End round" was, so that a double click doesn't end the round. */}
      <div className="overlay-do paused">
        {asks && (
          <button type="button" className="button" aria-describedby="keeps" onClick={finishRound}>
            End round
          </button>
        )}
        <button type="button" className={asks ? 'button quiet' : 'button'} ref={button} onClick={resume}>
          {goOn}
        </button>
        {!asks && (
          <button type="button" className="button quiet" onClick={askToEnd}>
            End round
          </button>
        )}
      </div>
    </div>
  );
}

/** Shown before a round. */
function Start({
  board: { Picture, Intro, rules },
  budget,
  variant = rules.variant,
  untimed = false,
  onStart,
  instead,
  onLearn,
}: Props) {
  return (
    <div className="overlay">
      <Picture />
      {/* Without a clock, the game is another one. */}
      {!untimed && <p className="level">Difficulty: {variant.difficulty}</p>}
      {variant.id === CLASSIC ? (
        <Intro untimed={untimed} />
      ) : (
        <>
          <h2 className="overlay-title">{variant.name}</h2>
          <p className="variant-line">{variant.line}</p>
        </>
      )}
      <div className="overlay-do start">
        <StartButton onStart={onStart} instead={instead}>
          Play
        </StartButton>
        {!instead && onLearn && (
          <Button quiet onPress={onLearn}>
            {LEARN}
          </Button>
        )}
      </div>
      {/* Keeps its space, because the text arrives late. */}
      <p className="budget">{budget}</p>
    </div>
  );
}
