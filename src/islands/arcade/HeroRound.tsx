import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { GameState } from '../../lib/arcade/arcade.ts';
import type { PlayBudgetLeft } from '../../lib/contract/arcade/play-budget.ts';
import { formatPoints } from '../../lib/format/points.ts';
import { Button } from '../shared/Button.tsx';
import { $offersSound, settleSound } from '../shared/feel/feel-store.ts';
import { useCelebration } from '../shared/feel/use-celebration.ts';
import { boardOf } from './boards.ts';
import { GuestResult } from './GuestResult.tsx';
import type { GameBoard } from './game-board.ts';
import { keptWords } from './keeps.tsx';
import { LessonStrip } from './LessonStrip.tsx';
import { $learned } from './learned-store.ts';
import { LEARN } from './lesson.ts';
import { Overlay } from './Overlay.tsx';
import type { HeroGame } from './own-game.ts';
import styles from './play.css?url';
import { $play } from './play-store.ts';
import { reachedNow, reachedQuests } from './quest-progress.ts';
import type { Round } from './round.ts';
import { Volume } from './SoundSwitch.tsx';
import { Strip } from './Strip.tsx';
import { returnToRound, startRound } from './start-store.ts';
import { useFeel } from './use-feel.ts';
import { useMusic } from './use-music.ts';
import { usePlayBudget } from './use-play-budget.ts';
import { useSaid } from './use-said.ts';

interface Props {
  readonly game: HeroGame;
  readonly href: string;
  readonly board: GameBoard;
  /** The file with the board's styles, if the page doesn't have them. */
  readonly boardStyles?: string | undefined;
  /** What the board shows while no round runs. */
  readonly picture?: GameState;
}

/**
 * The round on a public page, with everything that only a running one needs. The first one begins as soon as this has loaded.
 */
export function HeroRound({ game, href, board, boardStyles, picture }: Props) {
  const { rules } = board;
  const play = useStore($play, { ssr: 'initial' });
  const said = useSaid(play, board);
  useFeel(play, board);
  useMusic(play, board);
  const budget = usePlayBudget(false);
  const offersSound = useStore($offersSound, { ssr: 'initial' });
  const playable = { id: game.id, rules, quests: game.quests, other: boardOf };
  const start = () => startRound(playable);
  /** Starts a round by a press, after the one that began with the click that loaded the code. */
  const startAgain = () => {
    settleSound();
    return start();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the click that fetched the code is for one round
  useEffect(() => {
    void returnToRound(playable);
    if ($play.get().state === 'idle') void start();
  }, []);
  const learn = () => startRound(playable, { lesson: { ...board.lesson, name: rules.name } });
  const { Board, Pad } = board;
  const lesson = 'round' in play ? play.round.lesson : undefined;
  const metrics = 'round' in play && !lesson ? rules.metricsOf(play.round.game) : {};
  const reached = reachedNow(game.quests, metrics, null);
  const isOn = play.state === 'playing' || play.state === 'paused';
  const isNew = !useStore($learned, { ssr: 'initial' }).includes(rules.name);
  const stage = useRef<HTMLDivElement>(null);
  // The controls appear below the board, where a phone may have no room for them.
  useEffect(() => {
    if (isOn) stage.current?.scrollIntoView({ block: 'nearest' });
  }, [isOn]);
  return (
    <div
      ref={stage}
      className="stage in-hero"
      data-game={game.arcade}
      data-state={play.state}
      data-offers={offersSound || undefined}
    >
      {/* Linked by address: Astro would inline the styles of an import into the page. */}
      <link rel="stylesheet" href={styles} precedence="round" />
      {boardStyles && <link rel="stylesheet" href={boardStyles} precedence="round" />}
      {isOn &&
        (lesson ? (
          <LessonStrip lesson={lesson} onStart={startAgain} />
        ) : (
          <Strip board={board} round={play.round} best={null} playing={play.state === 'playing'} />
        ))}
      <Board game={'round' in play ? play.round.game : picture} rules={rules} phase={play.state}>
        {play.state === 'idle' && picture ? (
          <div className="overlay">
            <a
              className="button"
              href={href}
              onClick={(event) => {
                event.preventDefault();
                void startAgain();
              }}
            >
              Play {game.name}
            </a>
          </div>
        ) : (
          <Overlay
            play={play}
            board={board}
            budget={null}
            keeps={
              isOn && !lesson
                ? keptWords({
                    reached,
                    budget,
                    guest: true,
                    practice: play.round.session === null,
                    score: play.round.game.score,
                  })
                : undefined
            }
            onStart={startAgain}
            onPractice={() => startRound(playable, { practice: true })}
            onLearn={isNew && learn}
          />
        )}
        {play.state === 'finished' && (
          <Result
            board={board}
            round={play.round}
            budget={budget}
            wins={reachedQuests(game.quests, metrics, null).length}
            onStart={startAgain}
            onLearn={isNew && learn}
          />
        )}
      </Board>
      <p className="unseen" role="status" aria-label="Score">
        {said}
      </p>
      {(offersSound || (play.state === 'paused' && play.reason !== 'end')) && <Volume />}
      {isOn && isNew && !lesson && (
        <p className="learn">
          {/* Until there is something to lose. */}
          {play.round.game.score === 0 && (
            <Button quiet small onPress={learn}>
              {LEARN}
            </Button>
          )}
        </p>
      )}
      {isOn && Pad && <Pad playing={play.state === 'playing'} game={play.round.game} />}
    </div>
  );
}

interface ResultProps {
  readonly board: GameBoard;
  readonly round: Round;
  readonly budget: PlayBudgetLeft | undefined;
  /** How many quests the round has completed. */
  readonly wins: number;
  readonly onStart: () => unknown;
  readonly onLearn: (() => unknown) | false;
}

/** What the round earns a guest who signs up now, shown over the board. */
function Result({ board, round, budget, wins, onStart, onLearn }: ResultProps) {
  const result = useRef<HTMLDivElement>(null);
  useCelebration(result, wins);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <div className="overlay" ref={result}>
      <h2 className="overlay-title" ref={title} tabIndex={-1}>
        Round complete
      </h2>
      <p className="end-score num">{formatPoints(round.game.score)}</p>
      {board.Result && <board.Result game={round.game} />}
      <GuestResult session={round.session} budget={budget} onStart={onStart}>
        {onLearn && (
          <Button quiet onPress={onLearn}>
            {LEARN}
          </Button>
        )}
      </GuestResult>
    </div>
  );
}
