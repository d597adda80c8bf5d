import type { GameState, Input, Replay, Rules } from './arcade.ts';
import { isHumanPace, isLog } from './log.ts';

/** What holds for a game in which nothing happens between the player's acts. */
const waiting = {
  advance: <S>(state: S): S => state,
  nextAt: () => null,
  timeLeft: () => null,
};

type Timed = keyof typeof waiting;

/** A game from its rules: what it leaves out about time is that of a game that waits for the player. */
export function defineRules<S extends GameState>(
  own: Omit<Rules<S>, 'replay' | Timed> & Partial<Pick<Rules<S>, Timed>>,
): Rules<S> {
  const rules = { ...waiting, ...own };
  return { ...rules, replay: (seed, inputs) => replay(rules, seed, inputs) };
}

/** Judges a whole log. The order of the checks is that of their cost: a long one that is no log costs nothing. */
function replay<S extends GameState>(
  rules: Omit<Rules<S>, 'replay'>,
  seed: number,
  inputs: readonly Input[],
): Replay {
  if (!Number.isInteger(seed) || !isLog(inputs, rules)) return { ok: false, reason: 'bad_input' };
  if (!isHumanPace(inputs)) return { ok: false, reason: 'impossible_pace' };
  let state = rules.start(seed);
  for (const [at, act] of inputs) {
    const now = rules.advance(state, at);
    const next = rules.act(now, act, at);
    if (next === now) return { ok: false, reason: rules.isOver(now) ? 'after_the_end' : 'illegal_act' };
    state = next;
  }
  return { ok: true, score: state.score, metrics: rules.metricsOf(state) };
}
