/** A round that teaches the game step by step, with a fixed seed and the game's own rules. It is never counted or stored. */
import type { GameState, Rules } from '../../lib/arcade/arcade.ts';

export const LEARN = 'Learn in 30 seconds';

export interface LessonStep<S extends GameState = GameState> {
  /** What to do, in a sentence that fits any device. */
  readonly text: string;
  /** Whether an act is part of the step. Other acts are ignored. Default: all are allowed. */
  allows?(act: number, game: S): boolean;
  /** Whether the step is done. Default: when anything has changed. */
  isDone?(game: S, before: S): boolean;
}

export interface Lesson<S extends GameState = GameState> {
  readonly seed: number;
  readonly steps: readonly LessonStep<S>[];
}

/** A lesson where it is offered. */
export interface OfferedLesson extends Lesson {
  /** The name under which it is remembered as learned. */
  readonly name: string;
  /** How the round that comes next differs from what it teaches, in a sentence. */
  readonly differs?: string | undefined;
}

/** The progress of a lesson. */
export interface Taught extends Omit<OfferedLesson, 'seed'> {
  readonly done: number;
  /** The game's state at the start of the current step. */
  readonly before: GameState;
}

/** Returns the current step. Undefined at the end. */
export const stepOf = ({ steps, done }: Taught): LessonStep | undefined => steps[done];

/** Returns the lesson updated for the game's new state. */
export function taught(lesson: Taught, game: GameState): Taught {
  const step = stepOf(lesson);
  const isDone = step?.isDone?.(game, lesson.before) ?? game !== lesson.before;
  return step && isDone ? { ...lesson, done: lesson.done + 1, before: game } : lesson;
}

/** Whether the current step allows an act. An act that would end the round is never allowed, so a lesson can't fail. */
export function isTaught(lesson: Taught, rules: Rules, game: GameState, act: number, at: number): boolean {
  const step = stepOf(lesson);
  const now = rules.advance(game, at);
  return step !== undefined && (step.allows?.(act, now) ?? true) && !rules.isOver(rules.act(now, act, at));
}
