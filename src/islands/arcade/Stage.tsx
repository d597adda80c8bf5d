import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { extensions } from '../../lib/host.ts';
import { routes } from '../../lib/routing/routes.ts';
import { $session } from '../../lib/session/session.ts';
import { BudgetLine } from '../shared/BudgetLine.tsx';
import { changeAddress, useQuery, withQuery } from '../shared/use-address.ts';
import { Daily } from './Daily.tsx';
import { EndPanel } from './EndPanel.tsx';
import type { GameBoard } from './game-board.ts';
import { $gameQuests } from './game-quests-store.ts';
import { Help } from './Help.tsx';
import { Collectable, keptWords } from './keeps.tsx';
import { type Mode, Modes, modes } from './Modes.tsx';
import { Overlay } from './Overlay.tsx';
import type { OwnGame } from './own-game.ts';
import { PracticeNote } from './PracticeNote.tsx';
import { QuestList } from './QuestList.tsx';
import { QuestNow } from './QuestNow.tsx';
import { reachedNow } from './quest-progress.ts';
import { gameIn, type Play } from './round.ts';
import { Strip } from './Strip.tsx';
import { $play, claimGuestRound, closeLate, pause, resume, returnToRound, startRound } from './store.ts';
import { useFeel } from './use-feel.ts';
import { isLetter, useKeys } from './use-keys.ts';
import { usePlayBudget } from './use-play-budget.ts';
import { useSaid } from './use-said.ts';

interface Props {
  readonly game: OwnGame;
  readonly board: GameBoard;
}

/** A game and all around it: score, board, controls, quests, today's leaderboard, and what came of the round. */
export function Stage({ game, board }: Props) {
  const play = usePlay(game.id);
  const gameQuests = useStore($gameQuests, { ssr: 'initial' });
  const signedIn = useStore($session, { ssr: 'initial' }).state === 'signed-in';
  const budget = usePlayBudget(signedIn);
  const [mode, chooseMode] = useMode();
  const daily = mode === 'today';
  const said = useSaid(play, board);
  useFeel(play, board);
  useKeys((event) => pauseByKey(event, game.id));
  useEffect(pauseWhenHidden, []);

  const live = play.state === 'playing' || play.state === 'paused';
  const round = 'round' in play ? play.round : undefined;
  const metrics = round && board.rules.metricsOf(round.game);
  const reached = reachedNow(game.quests, metrics ?? {}, gameQuests.progress);
  const isGuest = !signedIn && extensions;
  const practice = round ? round.session === null : !signedIn && !extensions;
  const best = signedIn ? gameQuests.best : null;
  const playable = { id: game.id, rules: board.rules, quests: game.quests };
  useEffect(() => {
    const playable = { id: game.id, rules: board.rules, quests: game.quests };
    if (signedIn) claimGuestRound(playable);
    void returnToRound(playable);
  }, [signedIn, game, board]);
  const start = () => startRound(playable, { daily, untimed: mode === 'untimed' });
  const isDaily = round && live ? round.daily : daily;
  const left = budget && <BudgetLine budget={budget} signedIn={signedIn} />;
  const { Board, Pad } = board;
  const questList = (
    <QuestList quests={game.quests} metrics={metrics} before={gameQuests.progress} guest={!signedIn} />
  );

  return (
    <div className="stage" data-game={game.arcade} data-state={play.state}>
      {live && round ? (
        <Strip board={board} round={round} best={best} playing={play.state === 'playing'} />
      ) : (
        <Modes mode={mode} onChange={chooseMode} best={best} hasClock={board.rules.untimed !== undefined} />
      )}
      <Board game={round?.game} phase={play.state}>
        <Overlay
          play={play}
          board={board}
          budget={left}
          untimed={mode === 'untimed'}
          keeps={
            metrics && keptWords({ reached, budget, guest: !signedIn, practice, score: round.game.score })
          }
          onStart={daily && !signedIn ? undefined : start}
          onPractice={() => startRound(playable, { practice: true })}
        />
      </Board>
      <p className="unseen" role="status" aria-label="Score">
        {said}
      </p>
      {live && metrics && (
        <QuestNow
          quests={game.quests}
          metrics={metrics}
          before={gameQuests.progress}
          budget={!practice && left}
        />
      )}
      {live && Pad && <Pad playing={play.state === 'playing'} />}
      <aside className="side" aria-label="This round">
        {play.state === 'finished' && (
          <EndPanel play={play} board={board} signedIn={signedIn} budget={budget} onStart={start} />
        )}
        {live && !practice && <Collectable reached={reached} budget={budget} guest={!signedIn} />}
        {live && !practice && left && <p className="budget">{left}</p>}
        {(practice || isGuest) && !isDaily && play.state !== 'finished' && (
          <PracticeNote signedIn={signedIn} practice={practice} budget={live ? undefined : budget} />
        )}
        {isDaily && <Daily gameId={game.id} signedIn={signedIn} />}
        {/* While a round is on its quests come first; before it the list shrinks once it is known what is done. */}
        {live && questList}
        {play.state !== 'finished' && <Help counted={!practice} game={game} board={board} />}
        {!live && play.state !== 'finished' && questList}
      </aside>
    </div>
  );
}

/** The round of this game; one of another game that was left behind, or its start, is not on this stage. */
function usePlay(gameId: number): Play {
  const play = useStore($play, { ssr: 'initial' });
  return gameIn(play) === gameId ? play : { state: 'idle' };
}

/** Which round is chosen, as the address says: a link may lead to it. */
function useMode(): [mode: Mode, choose: (mode: Mode) => void] {
  const round = new URLSearchParams(useQuery(routes.play.pattern) ?? '').get('round');
  const choose = (next: Mode) =>
    changeAddress(withQuery(location.pathname, next === 'own' ? {} : { round: next }), 'replace');
  return [modes.find((mode) => mode === round) ?? 'own', choose];
}

/** P and Escape, while a round of this game is on; one of another game waits unseen. */
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
    // The round outlives the page: whoever comes back finds it paused.
    pause();
  };
}
