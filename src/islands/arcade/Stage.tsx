import { useStore } from '@nanostores/react';
import { createContext, memo, type ReactNode, use, useDeferredValue, useEffect } from 'react';
import { CLASSIC } from '../../lib/arcade/arcade.ts';
import { extensions } from '../../lib/host.ts';
import { $session } from '../../lib/session/session.ts';
import { BudgetLine } from '../shared/BudgetLine.tsx';
import { $offersSound } from '../shared/feel/feel-store.ts';
import { lazy } from '../shared/lazy.tsx';
import { Daily } from './Daily.tsx';
import { EndPanel } from './EndPanel.tsx';
import { GhostLine } from './GhostLine.tsx';
import type { GameBoard } from './game-board.ts';
import { $gameQuests } from './game-quests-store.ts';
import { $showsGhost } from './ghost-store.ts';
import { Help } from './Help.tsx';
import { Collectable, keptWords } from './keeps.tsx';
import { LessonStrip } from './LessonStrip.tsx';
import { Modes } from './Modes.tsx';
import { Overlay } from './Overlay.tsx';
import type { OwnGame } from './own-game.ts';
import { PracticeNote } from './PracticeNote.tsx';
import { $play } from './play-store.ts';
import { QuestList } from './QuestList.tsx';
import { QuestNow } from './QuestNow.tsx';
import { reachedNow, reachedQuests } from './quest-progress.ts';
import { gameIn, type Play } from './round.ts';
import { Volume } from './SoundSwitch.tsx';
import { Strip } from './Strip.tsx';
import { closeLate, pause, resume } from './store.ts';
import { useFeel } from './use-feel.ts';
import { isLetter, useKeys } from './use-keys.ts';
import { useLate, useSettled } from './use-late.ts';
import { useMusic } from './use-music.ts';
import { usePlayBudget } from './use-play-budget.ts';
import { useRounds } from './use-rounds.ts';
import { useSaid } from './use-said.ts';
import { VariantNote, variantNote } from './VariantNote.tsx';

const Tournament = lazy(async () => (await import('./Tournament.tsx')).Tournament);

interface Props {
  readonly game: OwnGame;
  readonly board: GameBoard;
}

/** Always the same object: a new one would look like a change each time the stage is drawn. */
const idle: Play = { state: 'idle' };
/** The round as the board shows it. */
const Now = createContext<Play>(idle);
/** The round a moment later, for what else changes with each act. */
const Late = createContext<Play>(idle);

/**
 * A game and everything around it: score, board, controls, quests, today's leaderboard, and the result. A phone has no time for
 * all that in the frame of an act: during a round, the board comes first, then the score, and what is read between acts follows
 * when the player rests.
 */
export function Stage({ game, board }: Props) {
  const play = usePlay(game.id);
  const now = whileRunning(play, useDeferredValue(play));
  const late = whileRunning(now, useLate(now, 2));
  const settled = useSettled(play);
  useFeel(play, board);
  useMusic(play, board);
  return (
    <Now value={now}>
      <Late value={late}>
        <Surroundings game={game} board={board} play={whileRunning(late, settled)} />
      </Late>
    </Now>
  );
}

/** Returns the earlier state of a running round. Other changes are shown at once, and so are the steps of a lesson. */
const whileRunning = (play: Play, earlier: Play): Play =>
  play.state === 'playing' &&
  earlier.state === 'playing' &&
  play.round.startedAt === earlier.round.startedAt &&
  play.round.lesson === earlier.round.lesson
    ? earlier
    : play;

const Surroundings = memo(function Surroundings({ game, board, play }: Props & { readonly play: Play }) {
  const gameQuests = useStore($gameQuests, { ssr: 'initial' });
  const signedIn = useStore($session, { ssr: 'initial' }).state === 'signed-in';
  const budget = usePlayBudget(signedIn);
  const showsGhost = useStore($showsGhost, { ssr: 'initial' });
  const offersSound = useStore($offersSound, { ssr: 'initial' });
  useKeys((event) => pauseByKey(event, game.id));
  useEffect(pauseWhenHidden, []);

  const playing = play.state === 'playing';
  const live = playing || play.state === 'paused';
  const round = 'round' in play ? play.round : undefined;
  const lesson = live ? round?.lesson : undefined;
  const running = live && !lesson ? round?.rules.variant.id : undefined;
  const rounds = useRounds(game, board, signedIn, running);
  const { mode, chosen, instead, start, learn, isLearned, untimed } = rounds;
  const shown = round?.rules ?? chosen;
  // Only a game with a timer has an untimed mode. Checked first, because starting a round just to ask is slow in Rungs.
  const timed =
    (round || !untimed) &&
    ((!round && shown.untimed !== undefined) || shown.timeLeft(round?.game ?? shown.start(0), 0) !== null);
  const isClassic = shown.variant.id === CLASSIC;
  const metrics = round && (lesson ? undefined : shown.metricsOf(round.game));
  // Quests count only Classic.
  const quests = isClassic ? game.quests : [];
  const before = signedIn ? gameQuests.progress : null;
  const completed = reachedQuests(quests, metrics, before);
  const reached = reachedNow(quests, metrics, before);
  const isGuest = !signedIn && extensions;
  const practice = round ? round.session === null : !signedIn && !(extensions && isClassic);
  const bestIn = (variant: string) => (signedIn ? gameQuests.best[variant] : undefined);
  const kind = live && round ? round : rounds;
  const left = isClassic ? budget && <BudgetLine budget={budget} signedIn={signedIn} /> : variantNote;
  const collectable = !practice && <Collectable reached={reached} budget={budget} guest={!signedIn} />;
  const { Pad } = board;
  const questList = (
    <QuestList quests={quests} metrics={metrics} before={gameQuests.progress} guest={!signedIn} />
  );

  return (
    <div className="stage" data-game={game.arcade} data-state={play.state}>
      {lesson ? (
        <LessonStrip lesson={lesson} onStart={instead ? undefined : start} />
      ) : live ? (
        <Late.Consumer>
          {(late) =>
            'round' in late && (
              <Strip
                board={board}
                round={late.round}
                best={bestIn(shown.variant.id) ?? null}
                playing={playing}
              >
                {(late.round.daily ? showsGhost : shown.variant.rival && late.round.rival !== undefined) && (
                  <GhostLine round={late.round} playing={playing} />
                )}
              </Strip>
            )
          }
        </Late.Consumer>
      ) : (
        <Modes
          choices={rounds.choices}
          mode={mode}
          onChange={rounds.choose}
          rules={chosen}
          best={signedIn ? (bestIn(chosen.variant.id) ?? 0) : undefined}
        />
      )}
      <LiveBoard board={board} rules={shown}>
        {!playing && (
          <Overlay
            play={play}
            board={board}
            budget={left}
            variant={chosen.variant}
            untimed={untimed}
            keeps={
              metrics && keptWords({ reached, budget, guest: !signedIn, practice, score: round.game.score })
            }
            onStart={start}
            instead={instead}
            onPractice={rounds.practise}
            onLearn={!isLearned && learn}
          />
        )}
      </LiveBoard>
      <Said board={board} />
      {(play.state === 'idle' ? offersSound : play.state === 'paused' && play.reason !== 'end') && <Volume />}
      {live && metrics && isClassic && (
        <QuestNow quests={quests} metrics={metrics} before={gameQuests.progress}>
          {collectable}
        </QuestNow>
      )}
      {live && Pad && (
        <Late.Consumer>
          {(late) => 'round' in late && <Pad playing={playing} game={late.round.game} />}
        </Late.Consumer>
      )}
      <aside className="side" aria-label="This round">
        {play.state === 'finished' && (
          <EndPanel
            play={play}
            game={game.name}
            board={board}
            signedIn={signedIn}
            budget={budget}
            completed={completed}
            onStart={start}
            instead={instead}
          />
        )}
        {live && collectable}
        {live && !practice && isClassic && left && <p className="budget">{left}</p>}
        {!isClassic && play.state !== 'finished' && (
          <VariantNote variant={shown.variant} signedIn={signedIn} live={live} />
        )}
        {(practice || isGuest) &&
          isClassic &&
          !kind.daily &&
          !kind.tournament &&
          !lesson &&
          play.state !== 'finished' && (
            <PracticeNote signedIn={signedIn} practice={practice} budget={live ? undefined : budget} />
          )}
        {kind.daily && <Daily gameId={game.id} signedIn={signedIn} />}
        {kind.tournament && <Tournament signedIn={signedIn} />}
        {/* During a round, the quests come first. Before it, the list may still shrink when progress arrives, so it comes last. */}
        {live && isClassic && !lesson && questList}
        {play.state !== 'finished' && (
          <Help
            counted={!practice}
            timed={timed}
            game={game}
            board={board}
            onLearn={isLearned && !live && learn}
          />
        )}
        {!live && isClassic && play.state !== 'finished' && questList}
      </aside>
    </div>
  );
});

interface PartProps {
  readonly board: GameBoard;
}

interface LiveProps extends PartProps {
  /** Of the chosen variant, while no round is on. */
  readonly rules: GameBoard['rules'];
  readonly children: ReactNode;
}

/** The board as it is now, with what covers it while no round runs. What surrounds it doesn't draw it again. */
const LiveBoard = memo(function LiveBoard({ board: { Board }, rules, children }: LiveProps) {
  const play = use(Now);
  const round = 'round' in play ? play.round : undefined;
  return (
    <Board game={round?.game} rules={round?.rules ?? rules} phase={play.state}>
      {children}
    </Board>
  );
});

/** Tells screen readers what happened. */
function Said({ board }: PartProps) {
  const said = useSaid(use(Late), board);
  return (
    <p className="unseen" role="status" aria-label="Score">
      {said}
    </p>
  );
}

/** Returns the round of this game. If the current round is of another game, this stage is idle. */
function usePlay(gameId: number): Play {
  const play = useStore($play, { ssr: 'initial' });
  return gameIn(play) === gameId ? play : idle;
}

/** Handles P and Escape, while a round of this game is on. A round of another game isn't visible here. */
function pauseByKey(event: KeyboardEvent, gameId: number): boolean {
  const { key, repeat } = event;
  if (key !== 'Escape' && !isLetter(event, 'p')) return false;
  const play = $play.get();
  const { state } = play;
  if ((state !== 'playing' && state !== 'paused') || gameIn(play) !== gameId) return false;
  if (!repeat) (state === 'playing' ? pause : resume)();
  return true;
}

function pauseWhenHidden(): () => void {
  const onTurn = () => {
    if (document.visibilityState === 'hidden') pause();
    else closeLate();
  };
  document.addEventListener('visibilitychange', onTurn);
  window.addEventListener('pageshow', onTurn);
  return () => {
    document.removeEventListener('visibilitychange', onTurn);
    window.removeEventListener('pageshow', onTurn);
    // The round survives leaving the page. It is paused when the player returns.
    pause();
  };
}
