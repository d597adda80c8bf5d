/** A round that teaches: on a seed of its own, step by step, by the game's own rules. It is never counted nor kept. */
import type { GameState, Rules } from '../../lib/arcade/arcade.ts';

export const LEARN = 'Learn in 30 seconds';

/** One thing to do. */
export interface LessonStep<S extends GameState = GameState> {
  /** What to do, in a sentence for any device. */
  readonly text: string;
  /** Whether an act belongs to it; any other does nothing. Left out: all belong to it. */
  allows?(act: number, game: S): boolean;
  /** Whether it is done. Left out: when something has changed. */
  isDone?(game: S, before: S): boolean;
}

export interface Lesson<S extends GameState = GameState> {
  readonly seed: number;
  readonly steps: readonly LessonStep<S>[];
}

/** How far a lesson has got. */
export interface Taught {
  readonly steps: readonly LessonStep[];
  /** Steps that are done. */
  readonly done: number;
  /** The game as the step that is on began. */
  readonly before: GameState;
}

/** The step that is on; undefined at the end. */
export const stepOf = ({ steps, done }: Taught): LessonStep | undefined => steps[done];

/** The lesson with the game as it is now. */
export function taught(lesson: Taught, game: GameState): Taught {
  const step = stepOf(lesson);
  const isDone = step?.isDone?.(game, lesson.before) ?? game !== lesson.before;
  return step && isDone ? { ...lesson, done: lesson.done + 1, before: game } : lesson;
}

/** Whether an act belongs to the step that is on. One that ends the round never does: nobody fails a lesson. */
export function isTaught(lesson: Taught, rules: Rules, game: GameState, act: number, at: number): boolean {
  const step = stepOf(lesson);
  const now = rules.advance(game, at);
  return step !== undefined && (step.allows?.(act, now) ?? true) && !rules.isOver(rules.act(now, act, at));
}
