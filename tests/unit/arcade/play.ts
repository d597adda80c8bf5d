import type { Input } from '../../../src/lib/arcade/arcade.ts';
import { directions } from '../../../src/lib/arcade/directions.ts';
import { type MergeState, move, start } from '../../../src/lib/arcade/merge.ts';

/** Plays live at a calm pace: `choices` select one of the possible directions each time. Ends with them or with the game. */
export function playLive(
  seed: number,
  choices: readonly number[],
  gap = 120,
): { state: MergeState; inputs: Input[] } {
  let state = start(seed);
  const inputs: Input[] = [];
  for (const choice of choices) {
    const possible = directions.filter((direction) => move(state, direction) !== state);
    const act = possible[choice % possible.length];
    if (act === undefined) break;
    state = move(state, act);
    inputs.push([(inputs.length + 1) * gap, act]);
  }
  return { state, inputs };
}
