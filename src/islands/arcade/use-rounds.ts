/** The rounds of a game that its stage can begin: the chosen kind, its lesson, and one from before. */
import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useReducer } from 'react';
import { CLASSIC } from '../../lib/arcade/arcade.ts';
import { settleSound } from '../shared/feel/feel-store.ts';
import { boardOf } from './boards.ts';
import type { GameBoard } from './game-board.ts';
import { $learned, noteLearned } from './learned-store.ts';
import type { OwnGame } from './own-game.ts';
import { claimGuestRound, returnToRound, startRound } from './start-store.ts';
import { OWN, TODAY, UNTIMED, useMode, WEEK } from './use-mode.ts';

/**
 * Returns what is chosen and how to begin it. A round that was saved before is returned to, and a guest's is claimed after
 * signing in. `running`: the variant of the round that is on, unless it is a lesson.
 */
export function useRounds(game: OwnGame, board: GameBoard, signedIn: boolean, running: string | undefined) {
  const { variants = [board.rules] } = board;
  const modes = useMode(game, variants, signedIn);
  const { mode, choose } = modes;
  const chosen = variants.find(({ variant }) => variant.id === mode) ?? board.rules;
  const daily = mode === TODAY;
  const tournament = mode === WEEK;
  const untimed = mode === UNTIMED;
  const playable = { id: game.id, rules: chosen, variants, quests: game.quests, other: boardOf };
  const [, drawNow] = useReducer((count: number) => count + 1, 0);
  // Before the first paint, so that a result has its place from the start. Without `drawNow`, React would see the change after it.
  useLayoutEffect(() => {
    const { rules, variants } = board;
    const playable = { id: game.id, rules, variants, quests: game.quests };
    if (signedIn) claimGuestRound(playable);
    void returnToRound(playable);
    drawNow();
  }, [signedIn, game, board]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly running round may change the choice
  useEffect(() => {
    if (running !== undefined && running !== chosen.variant.id) choose(running === CLASSIC ? OWN : running);
  }, [running]);

  // A variant's lesson only teaches what is new in it, so Classic's comes first.
  const learned = useStore($learned, { ssr: 'initial' });
  const ownLesson = learned.includes(game.arcade) ? board.lessons?.[mode] : undefined;
  const lessonName = ownLesson ? `${game.arcade}-${mode}` : game.arcade;
  const isLearned = learned.includes(lessonName);
  return {
    ...modes,
    /** The rules of the chosen variant. */
    chosen,
    daily,
    tournament,
    untimed,
    isLearned,
    start: () => {
      settleSound();
      noteLearned(lessonName);
      return startRound(playable, { daily, tournament, untimed });
    },
    practise: () => startRound(playable, { practice: true }),
    learn: () => {
      const differs = ownLesson || chosen === board.rules ? undefined : chosen.variant.line;
      return startRound(
        { ...playable, rules: ownLesson ? chosen : board.rules },
        { lesson: { ...(ownLesson ?? board.lesson), name: lessonName, differs } },
      );
    },
  };
}
