import { CLASSIC, type Rules, type Variant } from './arcade.ts';
import { isDirection } from './directions.ts';
import { classic, isOver, type MergeState, metricsOf, move, type Shape, start, UNDO, undo } from './merge.ts';
import { defineRules } from './rules.ts';

const rulesOf = (shape: Shape, variant: Variant): Rules<MergeState> =>
  defineRules<MergeState>({
    name: 'merge',
    variant,
    version: 2,
    acts: UNDO + 1,
    undo: UNDO,
    mostActs: 12_000,
    start: (seed) => start(seed, shape),
    act(state, act) {
      if (act === UNDO) return undo(state);
      return isDirection(act) && !isOver(state) ? move(state, act) : state;
    },
    isOver,
    metricsOf,
  });

export const merge = rulesOf(classic, {
  id: CLASSIC,
  name: 'Classic',
  line: 'Four by four, until no tile can move.',
  difficulty: 'normal',
  medals: [1000, 2500, 6000],
});

/** Par is the number of moves for a player who looks one move ahead (server/db/seed-players.ts). */
const target = { tile: 128, par: 70 };

export const mergeVariants = [
  merge,
  rulesOf(
    { size: 5, blockers: 0 },
    {
      id: 'wide',
      name: '5 × 5',
      line: 'Five by five: more room, and longer rounds.',
      difficulty: 'easy',
      medals: [4000, 15_000, 35_000],
    },
  ),
  rulesOf(
    { size: 4, blockers: 0, target },
    {
      id: 'target',
      name: `Target ${target.tile}`,
      line: `Reach ${target.tile} in as few moves as you can. Par is ${target.par}.`,
      difficulty: 'normal',
      medals: [600, 850, 1000],
    },
  ),
  rulesOf(
    { size: 4, blockers: 2 },
    {
      id: 'blockers',
      name: 'Blockers',
      line: 'Two cells are blocked. Tiles stop there.',
      difficulty: 'hard',
      medals: [500, 1200, 2500],
    },
  ),
] as const satisfies readonly Rules<MergeState>[];
