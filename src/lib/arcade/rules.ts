import type { GameState, Input, Replay, Rules } from './arcade.ts';
import { isHumanPace, isLog } from './log.ts';

/** Defaults for a game in which nothing happens between the player's acts. */
const waiting = {
  advance: <S>(state: S): S => state,
  nextAt: () => null,
  timeLeft: () => null,
};

type Timed = keyof typeof waiting;

/** Completes a game's rules. Time functions that it leaves out get the defaults of a turn-based game. */
export function defineRules<S extends GameState>(
  own: Omit<Rules<S>, 'replay' | Timed> & Partial<Pick<Rules<S>, Timed>>,
): Rules<S> {
  const rules = { ...waiting, ...own };
  return { ...rules, replay: (seed, inputs) => replay(rules, seed, inputs) };
}

/** Judges a whole log. The cheapest checks come first, so a long invalid log costs little. */
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
